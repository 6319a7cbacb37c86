public import Foundation

/// The folders of a user's scores, recordings, screenshots and key bindings.
///
/// They follow the XDG Base Directory Specification: for a program whose ``AppInfo/folder`` is
/// `golf`,
/// `$XDG_DATA_HOME/golf`, or `~/.local/share/golf`; key bindings are in `$XDG_CONFIG_HOME/golf`, or
/// `~/.config/golf`.
public struct UserData: Hashable, Sendable {
  /// The folder of scores, recordings and screenshots.
  public let folder: String
  /// The folder of key bindings.
  public let settings: String

  /// Creates user data in given folders, for example for tests.
  public init(folder: String, settings: String) {
    self.folder = folder
    self.settings = settings
  }

  /// Creates user data in the folders of the environment; relative paths are ignored, as specified.
  ///
  /// - Parameters:
  ///   - name: The name of the folders, such as ``AppInfo/folder``.
  ///   - environment: The variables of the environment.
  public init(
    named name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    func base(_ variable: String, _ fallback: String) -> String {
      if let path = environment[variable], path.hasPrefix("/") { return path + "/" + name }
      return home + fallback + "/" + name
    }
    folder = base("XDG_DATA_HOME", "/.local/share")
    settings = base("XDG_CONFIG_HOME", "/.config")
  }

  /// The path of the scores.
  public var scores: String { folder + "/scores.json" }
  /// The path of what the player chose on the settings screen; the file need not exist.
  public var preferences: String { settings + "/settings.json" }
  /// The path of the key bindings; the file need not exist.
  public var keys: String { settings + "/keys.json" }

  /// The first unused path of a kind: `recordings/marble-maze-1.replay.jsonl` and so on.
  public func availablePath(_ kind: String, _ name: String, _ result: String) -> String {
    var number = 1
    while true {
      let path = "\(folder)/\(kind)/\(name)-\(number).\(result)"
      if !FileManager.default.fileExists(atPath: path) { return path }
      number += 1
    }
  }

  /// Writes a file atomically, creating its folder.
  ///
  /// - Throws: The error of the system, with the path.
  static func write(_ bytes: [UInt8], to path: String) throws(UsageError) {
    do {
      let url = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw UsageError("\(path): cannot be written: \(error.localizedDescription)")
    }
  }
}
