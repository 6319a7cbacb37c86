public import CaromDocuments
import FoundationEssentials
import Glibc

/// The folder that scenes are read from; no file outside it is ever opened.
///
/// Paths use `/` and are relative to this folder. A path may contain `..` as long as it stays
/// inside the folder. Absolute paths and symbolic links that lead out of the folder are rejected.
public struct SceneRoot: Sendable {
  /// The absolute path of the folder, with symbolic links resolved.
  public let folder: String
  /// The prefix of file paths in messages, such as `Scenes/`; empty, or ends in `/`.
  public let prefix: String

  /// Opens a folder as the scene root.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - prefix: The prefix of file paths in messages, so that an editor finds the files from the
  ///     working folder. If it is empty, paths are relative to the root.
  /// - Throws: A problem if the folder does not exist.
  public init(_ folder: String, prefix: String = "") throws(Problem) {
    guard let real = Self.realPath(folder), Self.isFolder(real) else {
      throw Problem("\(folder) is not a folder; the folder that holds the scenes is accepted")
    }
    self.folder = real
    self.prefix = prefix
  }

  /// A root from which no file is read, for scenes that exist only in memory.
  package static let nowhere = SceneRoot(real: "/")

  private init(real folder: String) { (self.folder, prefix) = (folder, "") }

  /// The name in messages of the file at a path relative to the root.
  public func name(of path: String) -> String { prefix + path }

  /// Resolves a path against the folder of the file that contains it, and removes `.` and `..`.
  ///
  /// - Parameters:
  ///   - path: The path as written in the file.
  ///   - file: The path of that file, relative to the root; empty to resolve against the root.
  /// - Returns: The path relative to the root.
  /// - Throws: The reason why the path is rejected, phrased as the end of a sentence.
  func resolve(_ path: String, from file: String = "") throws(PathError) -> String {
    try Self.join(path, from: file)
  }

  /// Resolves a path without a root; see ``resolve(_:from:)``.
  static func join(_ path: String, from file: String) throws(PathError) -> String {
    if path.isEmpty { throw PathError("the path is empty; the path of a scene file is accepted") }
    // In references, a colon is that of a URL; the file of a command can have one in its name.
    if path.hasPrefix("/") || path.contains("\\") || (!file.isEmpty && path.contains(":")) {
      throw PathError(
        "\"\(path)\" is not a relative path; a path relative to this file's folder, with '/', is accepted"
      )
    }
    if path.utf8.contains(where: { $0 < 32 || $0 == 127 }) || path.utf8.count > 1_000 {
      throw PathError("the path is longer than 1000 bytes or contains control characters")
    }
    var parts = file.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "." || part.isEmpty { continue }
      guard part == ".." else {
        parts.append(String(part))
        continue
      }
      guard !parts.isEmpty else {
        throw PathError("\"\(path)\" leads out of the scene root; files inside it are accepted")
      }
      parts.removeLast()
    }
    if parts.isEmpty { throw PathError("\"\(path)\" is a folder; a scene file is accepted") }
    return parts.joined(separator: "/")
  }

  /// Reads a file of at most `limit` bytes.
  ///
  /// - Throws: The reason why the file cannot be read, phrased as the end of a sentence.
  func read(_ path: String, limit: Int) throws(PathError) -> [UInt8] {
    guard let real = Self.realPath(folder + "/" + path) else {
      throw PathError("there is no file \(name(of: path))" + nearMiss(path))
    }
    guard real.hasPrefix(folder == "/" ? "/" : folder + "/") else {
      throw PathError(
        "\(name(of: path)) is a link that leads out of the scene root; files inside it are accepted"
      )
    }
    // Without O_NONBLOCK, opening a named pipe would block until a writer opens it.
    let descriptor = open(real, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PathError("\(name(of: path)) cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PathError("\(name(of: path)) is not a regular file; a scene file is accepted")
    }
    guard status.st_size <= limit else {
      throw PathError(
        "\(name(of: path)) has \(status.st_size) bytes; at most \(limit) are accepted")
    }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        if got <= 0 { break }
        count += got
      }
    }
  }

  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  static func isFolder(_ path: String) -> Bool {
    var isDirectory = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory
  }
}

/// The reason why a path or a file is rejected.
struct PathError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
