import CaromContent
import CaromSceneFiles
import Foundation

/// Reads and writes whole files and converts their errors to command failures.
enum Files {
  /// Reads a file; pipes and devices, which may never end, are rejected.
  static func read(_ path: String) throws -> [UInt8] {
    do throws(FileProblem) { return try FileContents.bytes(of: path) } catch {
      throw error.isMissing
        ? CommandFailure.wrongUse("\(error)") : CommandFailure.checkFailed("\(error)")
    }
  }

  /// Writes a file atomically, creating its folder.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard !path.isEmpty else {
      throw CommandFailure.wrongUse("the path of the file to write is empty")
    }
    let url = URL(fileURLWithPath: path)
    if isFolder(path) {
      throw CommandFailure.checkFailed("\(path): is a folder; expected a file")
    }
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url, options: .atomic)
    } catch {
      throw CommandFailure.checkFailed("\(path): cannot be written: \(FileContents.reason(error))")
    }
  }

  /// Replaces an existing file atomically; for a symbolic link, its target.
  static func replace(_ path: String, with bytes: [UInt8]) throws {
    try write(bytes, to: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  /// Whether a path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The given files, and the matching files in the given folders, sorted by path.
  static func scenes(
    _ paths: [String], _ isScene: (String) -> Bool = SceneReader.isSceneFile
  ) throws -> [String] {
    var files: [String] = []
    for path in paths {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure.wrongUse("\(path): no such file or folder")
      }
      guard isFolder(path) else {
        files.append(path)
        continue
      }
      let base = path.hasSuffix("/") ? String(path.dropLast()) : path
      let found: [String]
      do {
        // For a link to a folder, the contents of the folder.
        let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let inside = try FileManager.default.subpathsOfDirectory(atPath: folder)
        found = inside.filter { isScene($0) && !$0.hasSuffix(".schema.json") }.sorted()
      } catch {
        throw CommandFailure.checkFailed("\(path): cannot be read: \(FileContents.reason(error))")
      }
      // An empty result would count as success: report a mistaken folder instead.
      guard !found.isEmpty else {
        throw CommandFailure.wrongUse(
          "\(path): the folder contains no scene files")
      }
      files += found.map { base + "/" + $0 }
    }
    return files
  }
}
