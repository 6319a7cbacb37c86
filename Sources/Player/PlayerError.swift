/// A reason why a game cannot be played in a window.
public enum PlayerError: Error, CustomStringConvertible {
  /// No window could be opened; the reason names the software to install or configure.
  case noWindow(String)
  /// A frame could not be presented or read back.
  case noPicture(String)

  /// A sentence for the user.
  public var description: String {
    switch self {
    case .noWindow(let reason): "window: \(reason)"
    case .noPicture(let reason): "window: \(reason)"
    }
  }
}
