public import CaromDocuments
import Foundation

/// The folder that scenes are read from; nothing outside of it is ever opened.
///
/// Paths are written with `/`, relative to this folder. A path may go up by `..` as long as it stays
/// inside; absolute paths, and links that lead out, are refused.
public struct SceneRoot: Sendable {
  /// The folder, all links resolved.
  public let folder: String

  /// Opens a folder as root.
  ///
  /// - Throws: a problem if there is no such folder.
  public init(_ folder: String) throws(Problem) {
    guard let real = Self.realPath(folder), Self.isFolder(real) else {
      throw Problem("\(folder) is no folder; the folder of the scenes is accepted")
    }
    self.folder = real
  }

  /// A root that no file is ever read from.
  static let nowhere = SceneRoot(real: "/")

  private init(real folder: String) { self.folder = folder }

  /// Joins a path to the folder of the file that mentions it and takes out `.` and `..`.
  ///
  /// - Parameters:
  ///   - path: What the file says.
  ///   - file: The file, relative to the root; empty for paths relative to the root itself.
  /// - Returns: The path relative to the root.
  /// - Throws: why the path cannot be inside the root, as the end of a sentence.
  func resolve(_ path: String, from file: String = "") throws(PathFault) -> String {
    try Self.join(path, from: file)
  }

  /// As ``resolve(_:from:)``, for files that are inside of any root.
  static func join(_ path: String, from file: String) throws(PathFault) -> String {
    if path.isEmpty { throw PathFault("the path is empty; the path of a scene file is accepted") }
    if path.hasPrefix("/") || path.contains("\\") || path.contains(":") {
      throw PathFault(
        "\"\(path)\" is not a relative path; one with '/' from this file's folder is accepted")
    }
    if path.utf8.contains(where: { $0 < 32 || $0 == 127 }) || path.utf8.count > 1_000 {
      throw PathFault("the path is too long or has control characters")
    }
    var parts = file.split(separator: "/").dropLast().map(String.init)
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "." || part.isEmpty { continue }
      guard part == ".." else {
        parts.append(String(part))
        continue
      }
      guard !parts.isEmpty else {
        throw PathFault("\"\(path)\" leads out of the scene root; files inside are accepted")
      }
      parts.removeLast()
    }
    if parts.isEmpty { throw PathFault("\"\(path)\" is a folder; a scene file is accepted") }
    return parts.joined(separator: "/")
  }

  /// Reads a file, at most `limit` bytes of it.
  ///
  /// - Throws: what is wrong with the file, as the end of a sentence.
  func read(_ path: String, limit: Int) throws(PathFault) -> [UInt8] {
    guard let real = Self.realPath(folder + "/" + path) else {
      throw PathFault("there is no file \(path)" + nearMiss(path))
    }
    guard real.hasPrefix(folder == "/" ? "/" : folder + "/") else {
      throw PathFault(
        "\(path) is a link that leads out of the scene root; files inside are accepted")
    }
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    let descriptor = open(real, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw PathFault("\(path) cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw PathFault("\(path) is no file; a scene file is accepted")
    }
    guard status.st_size <= limit else {
      throw PathFault("\(path) has \(status.st_size) bytes; at most \(limit) are accepted")
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

  /// Suggests a file of the same folder with a similar name.
  private func nearMiss(_ path: String) -> String {
    let parts = path.split(separator: "/")
    let parent = ([folder] + parts.dropLast().map(String.init)).joined(separator: "/")
    guard let real = Self.realPath(parent), real == folder || real.hasPrefix(folder + "/") else {
      return ""
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: real)) ?? []
    guard let last = parts.last, let near = nearest(String(last), in: names.sorted()) else {
      return ""
    }
    return "; did you mean \"\(near)\"?"
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}

/// Why a path or its file is refused.
struct PathFault: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
