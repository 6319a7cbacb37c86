import CaromContent
import Foundation

/// Whole files in and out, with failures in this program's words.
enum Files {
  /// The bytes of a file; pipes and devices, which may never end, are refused.
  static func read(_ path: String) throws -> [UInt8] {
    do throws(FileProblem) { return try FileContents.bytes(of: path) } catch {
      throw error.isMissing
        ? CommandFailure.wrongUse("\(error)") : CommandFailure.checkFailed("\(error)")
    }
  }

  /// Writes a file, making its folder; a file that was there is replaced whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard !path.isEmpty else {
      throw CommandFailure.wrongUse("the path of the file to write is empty; a path is accepted")
    }
    let place = URL(fileURLWithPath: path)
    if isFolder(path) {
      throw CommandFailure.checkFailed("\(path): is a folder; the path of a file is accepted")
    }
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: place, options: .atomic)
    } catch {
      throw CommandFailure.checkFailed("\(path): cannot be written: \(FileContents.reason(error))")
    }
  }

  /// Replaces a file that is there, whole or not at all; of a link, the file that it leads to.
  static func replace(_ path: String, with bytes: [UInt8]) throws {
    try write(bytes, to: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
  }

  /// Whether there is a folder at a path.
  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The files named, and of folders named, the files in them that a test takes, sorted by path.
  static func scenes(
    _ paths: [String], _ isScene: (String) -> Bool = { $0.hasSuffix(".json") }
  ) throws -> [String] {
    var files: [String] = []
    for path in paths {
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure.wrongUse("\(path): there is no such file or folder")
      }
      guard isFolder(path) else {
        files.append(path)
        continue
      }
      let base = path.hasSuffix("/") ? String(path.dropLast()) : path
      let found: [String]
      do {
        // Of a link to a folder, what is in the folder.
        let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let inside = try FileManager.default.subpathsOfDirectory(atPath: folder)
        found = inside.filter { isScene($0) && !$0.hasSuffix(".schema.json") }.sorted()
      } catch {
        throw CommandFailure.checkFailed("\(path): cannot be read: \(FileContents.reason(error))")
      }
      // Nothing looked at is nothing checked: a folder mistaken for another must not count as good.
      guard !found.isEmpty else {
        throw CommandFailure.wrongUse(
          "\(path): this folder has no scene files; one that has is accepted")
      }
      files += found.map { base + "/" + $0 }
    }
    return files
  }
}
