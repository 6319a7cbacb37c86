public import CaromRendering
import Foundation

/// The folder that holds `Scenes` and `Assets`.
public struct ContentRoot: Hashable, Sendable {
  /// Its absolute path.
  public let path: String

  /// The scenes' folder.
  public var scenes: String { path + "/Scenes" }

  /// The assets' folder.
  public var assets: String { path + "/Assets" }

  /// The pictures and fonts that scenes name, by their paths in the folders of textures and fonts.
  public var images: ImageFolders { ImageFolders([assets + "/textures", assets + "/fonts"]) }

  /// The folder of the sounds, one WAV file for each name.
  public var sounds: String { assets + "/sounds" }

  /// Finds the folder.
  ///
  /// In this order: the option, then `CAROM_ROOT`, then the package checkout around the working
  /// folder or around the executable, then `share/carom` beside the executable.
  ///
  /// - Parameter option: The folder that the user asked for by `--root`.
  /// - Returns: The first of them that holds `Scenes`.
  /// - Throws: ``NotFound`` if a named folder has no `Scenes`, or if none is found.
  public static func find(option: String? = nil) throws(NotFound) -> ContentRoot {
    let environment = ProcessInfo.processInfo.environment["CAROM_ROOT"]
    for (source, value) in [("--root", option), ("CAROM_ROOT", environment)] {
      guard let value else { continue }
      guard let root = ContentRoot(holding: value) else {
        throw NotFound(
          description: "\(source): '\(value)' has no folder 'Scenes'; give the folder that holds "
            + "Scenes and Assets")
      }
      return root
    }
    let executable = Bundle.main.executableURL?.resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    for start in [FileManager.default.currentDirectoryPath, executable] {
      if let start, let root = checkout(around: start) { return root }
    }
    for place in ["/share/carom", "/../share/carom"] {
      if let executable, let root = ContentRoot(holding: executable + place) { return root }
    }
    throw NotFound(
      description: "root: found no scenes; go to the package checkout, or give --root or "
        + "CAROM_ROOT: the folder that holds Scenes and Assets")
  }

  /// That there are no scenes where they were looked for.
  public struct NotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it was looked for, and what would be accepted.
    public let description: String
  }

  /// The folder at `path`, if it holds `Scenes`.
  private init?(holding path: String) {
    let standard = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    guard Self.isFolder(standard + "/Scenes") else { return nil }
    self.path = standard
  }

  private static func checkout(around start: String) -> ContentRoot? {
    var folder = URL(fileURLWithPath: start).standardizedFileURL
    while true {
      if FileManager.default.fileExists(atPath: folder.path + "/Package.swift"),
        let root = ContentRoot(holding: folder.path)
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
