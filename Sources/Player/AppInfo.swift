/// The title, icon, window and folders of a program that plays games in a window.
public struct AppInfo: Hashable, Sendable {
  /// The title of the title screen and of its window.
  public var title: String
  /// The line below the title; empty for none.
  public var subtitle: String
  /// The name of the folders for scores, recordings, screenshots and key bindings; see
  /// ``UserData``.
  public var folder: String
  /// The path of the window's icon in the folder of assets, a PNG such as `textures/icon.png`; nil
  /// for none.
  public var icon: String?
  /// The window.
  public var window: WindowOptions

  /// The size of a window, and what its user can do with it.
  public struct WindowOptions: Hashable, Sendable {
    /// The width and height of the window at the start, in pixels; `--size` overrides them.
    public var width, height: Int
    /// The least width and height that the user can give it, in pixels.
    public var minimumWidth, minimumHeight: Int
    /// Whether the user can resize it.
    public var isResizable: Bool
    /// Whether it fills the screen, until the user decides otherwise.
    public var isFullscreen: Bool

    /// Creates the options of a window.
    ///
    /// - Precondition: All sizes are positive.
    public init(
      width: Int = 1280, height: Int = 720, minimumWidth: Int = 320, minimumHeight: Int = 180,
      isResizable: Bool = true, isFullscreen: Bool = false
    ) {
      precondition(
        min(width, height, minimumWidth, minimumHeight) > 0, "The sizes of a window are positive")
      (self.width, self.height) = (width, height)
      (self.minimumWidth, self.minimumHeight) = (minimumWidth, minimumHeight)
      (self.isResizable, self.isFullscreen) = (isResizable, isFullscreen)
    }
  }

  /// Creates the description of a program.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: The line below the title.
  ///   - folder: The name of the folders; nil for the title in lower case, with hyphens in place of
  ///     other characters than letters and digits.
  ///   - icon: The path of the icon in the folder of assets.
  ///   - window: The size of the window, and what its user can do with it.
  public init(
    title: String, subtitle: String = "", folder: String? = nil, icon: String? = nil,
    window: WindowOptions = WindowOptions()
  ) {
    self.title = title
    self.subtitle = subtitle
    self.folder = folder ?? Self.folder(for: title)
    self.icon = icon
    self.window = window
  }

  private static func folder(for title: String) -> String {
    let words = title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "carom-game" : words.joined(separator: "-")
  }
}
