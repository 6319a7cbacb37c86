import Foundation

/// The folder that holds `Scenes` and `Assets`.
struct EngineRoot {
  /// Its absolute path.
  let path: String

  /// The scenes' folder.
  var scenes: String { path + "/Scenes" }

  /// The assets' folder.
  var assets: String { path + "/Assets" }

  /// Finds the folder: `--root`, then `CAROM_ROOT`, then the package checkout around the working
  /// folder or around the executable, then `share/carom` beside the executable.
  ///
  /// - Throws: ``CommandFailure`` with code 2 if a named folder has no `Scenes`, or if none is found.
  static func find(option: String?) throws -> EngineRoot {
    let environment = ProcessInfo.processInfo.environment["CAROM_ROOT"]
    for (source, value) in [("--root", option), ("CAROM_ROOT", environment)] {
      guard let value else { continue }
      guard let root = EngineRoot(holding: value) else {
        throw CommandFailure.wrongUse(
          "\(source): '\(value)' has no folder 'Scenes'; give the folder that holds Scenes and Assets"
        )
      }
      return root
    }
    let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    for start in [FileManager.default.currentDirectoryPath, executable] {
      if let start, let root = checkout(around: start) { return root }
    }
    for place in ["/share/carom", "/../share/carom"] {
      if let executable, let root = EngineRoot(holding: executable + place) { return root }
    }
    throw CommandFailure.wrongUse(
      "root: found no scenes; go to the package checkout, or give --root or CAROM_ROOT: the folder "
        + "that holds Scenes and Assets")
  }

  /// The folder at `path`, if it holds `Scenes`.
  private init?(holding path: String) {
    let standard = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    guard Self.isFolder(standard + "/Scenes") else { return nil }
    self.path = standard
  }

  private static func checkout(around start: String) -> EngineRoot? {
    var folder = URL(fileURLWithPath: start).standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.path + "/Package.swift"),
        let root = EngineRoot(holding: folder.path)
      {
        return root
      }
      let parent = folder.deletingLastPathComponent()
      guard parent.path != folder.path, folder.path != "/" else { return nil }
      folder = parent
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
