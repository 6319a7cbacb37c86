public import Foundation

/// Where the player keeps what belongs to a user: scores, recordings, screenshots and keys.
///
/// By the XDG base directory specification: `$XDG_DATA_HOME/carom`, or `~/.local/share/carom`; keys are
/// in `$XDG_CONFIG_HOME/carom`, or `~/.config/carom`.
public struct UserData: Hashable, Sendable {
  /// The folder of scores, recordings and screenshots.
  public let folder: String
  /// The folder of the keys.
  public let settings: String

  /// Folders of one's own, such as for tests.
  public init(folder: String, settings: String) {
    self.folder = folder
    self.settings = settings
  }

  /// The folders that the environment names; relative ones do not count, as the specification says.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    func base(_ name: String, _ fallback: String) -> String {
      if let path = environment[name], path.hasPrefix("/") { return path + "/carom" }
      return home + fallback + "/carom"
    }
    folder = base("XDG_DATA_HOME", "/.local/share")
    settings = base("XDG_CONFIG_HOME", "/.config")
  }

  /// The file of scores.
  public var scores: String { folder + "/scores.json" }
  /// The file of keys; it need not be there.
  public var keys: String { settings + "/keys.json" }

  /// A path in a folder that no file has yet: `recordings/marble-maze-1.replay.jsonl` and so on.
  public func availablePath(_ kind: String, _ name: String, _ result: String) -> String {
    var number = 1
    while true {
      let path = "\(folder)/\(kind)/\(name)-\(number).\(result)"
      if !FileManager.default.fileExists(atPath: path) { return path }
      number += 1
    }
  }

  /// Writes a file as a whole or not at all: a temporary one takes its place.
  ///
  /// - Throws: what the system says, with the path.
  static func write(_ bytes: [UInt8], to path: String) throws(UsageError) {
    do {
      let place = URL(fileURLWithPath: path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: place, options: .atomic)
    } catch {
      throw UsageError("\(path): cannot be written: \(error.localizedDescription)")
    }
  }
}
