/// The title, icon and folders of a program that plays games in a window.
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

  /// Creates the description of a program.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: The line below the title.
  ///   - folder: The name of the folders; nil for the title in lower case, with hyphens in place of
  ///     other characters than letters and digits.
  ///   - icon: The path of the icon in the folder of assets.
  public init(title: String, subtitle: String = "", folder: String? = nil, icon: String? = nil) {
    self.title = title
    self.subtitle = subtitle
    self.folder = folder ?? Self.folder(for: title)
    self.icon = icon
  }

  private static func folder(for title: String) -> String {
    let words = title.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? "carom-game" : words.joined(separator: "-")
  }
}
