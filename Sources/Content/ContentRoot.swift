public import CaromRendering
import FoundationEssentials

/// The folder that contains `Scenes` and `Assets`.
public struct ContentRoot: Hashable, Sendable {
  /// The absolute path.
  public let path: String

  /// Whether it is the folder of an installed program, in which users create no files.
  package private(set) var isInstalled = false

  /// The folder of scenes.
  public var scenes: String { path + "/Scenes" }

  /// The folder of assets.
  public var assets: String { path + "/Assets" }

  /// The images and fonts that scenes can name, relative to the folders of textures and fonts.
  public var images: ImageFolders { ImageFolders([assets + "/textures", assets + "/fonts"]) }

  /// The folder of sounds, with one WAV file per sound name.
  public var sounds: String { assets + "/sounds" }

  /// Finds the folder.
  ///
  /// Candidates, in this order: the option, `CAROM_ROOT`, the working directory if it contains
  /// `Scenes` and `Assets`, the package checkout that contains the working directory or the
  /// executable, and `share/carom` next to the executable.
  ///
  /// - Parameter option: The folder from the `--root` option.
  /// - Returns: The first candidate that contains `Scenes`.
  /// - Throws: ``NotFound`` if an explicitly named folder has no `Scenes`, or if no candidate
  ///   exists.
  public static func find(option: String? = nil) throws(NotFound) -> ContentRoot {
    if let root = try named(by: option) { return root }
    let folder = FileManager.default.currentDirectoryPath
    if let root = ContentRoot(holding: folder), isFolder(root.assets) { return root }
    if let root = checkout(around: folder) { return root }
    return try ofExecutable()
  }

  /// Finds the folder that belongs to the running program, from any working directory.
  ///
  /// Candidates, in this order: `CAROM_ROOT`, the package checkout that contains the executable,
  /// and `share/carom` next to the executable.
  ///
  /// - Returns: The first candidate that contains `Scenes`.
  /// - Throws: ``NotFound`` if `CAROM_ROOT` has no `Scenes`, or if no candidate exists.
  package static func ofProgram() throws(NotFound) -> ContentRoot {
    if let root = try named(by: nil) { return root }
    return try ofExecutable()
  }

  /// The folder from the option or the environment variable; nil if there is neither.
  private static func named(by option: String?) throws(NotFound) -> ContentRoot? {
    let environment = ProcessInfo.processInfo.environment["CAROM_ROOT"]
    for (source, value) in [("--root", option), ("CAROM_ROOT", environment)] {
      guard let value else { continue }
      guard let root = ContentRoot(holding: value) else {
        throw NotFound(
          description: "\(source): '\(value)' has no folder 'Scenes'; a folder that contains "
            + "Scenes and Assets is accepted")
      }
      return root
    }
    return nil
  }

  private static func ofExecutable() throws(NotFound) -> ContentRoot {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let executable = program.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    if let executable, let root = checkout(around: executable) { return root }
    for relativePath in ["/share/carom", "/../share/carom"] {
      if let executable, var root = ContentRoot(holding: executable + relativePath) {
        root.isInstalled = true
        return root
      }
    }
    throw NotFound(
      description:
        "root: no folder of scenes was found; run in a folder that contains Scenes and Assets or in "
        + "the package checkout, or set --root or CAROM_ROOT to such a folder")
  }

  /// The error of a missing folder of scenes.
  public struct NotFound: Error, Hashable, Sendable, CustomStringConvertible {
    /// The location that was searched and the accepted input.
    public let description: String
  }

  /// Creates a root at `path` if it contains `Scenes`.
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
      // A relative path, that of a working directory which was deleted, has endless parents.
      guard parent.path != folder.path, folder.path != "/", folder.path.hasPrefix("/") else {
        return nil
      }
      folder = parent
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder
  }
}
