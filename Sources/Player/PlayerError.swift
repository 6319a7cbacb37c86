/// Why a game cannot be played in a window.
public enum PlayerError: Error, CustomStringConvertible {
  /// No window could be opened; the reason says what to install or set.
  case noWindow(String)
  /// A picture could not be shown or read back.
  case noPicture(String)

  /// One sentence for the person at the terminal.
  public var description: String {
    switch self {
    case .noWindow(let reason): "window: \(reason)"
    case .noPicture(let reason): "window: \(reason)"
    }
  }
}
