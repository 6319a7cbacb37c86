import CaromContent
import Foundation

/// A file that is written in pieces, for results that are too long to be collected.
struct OutputFile {
  private let path: String
  private let handle: FileHandle

  /// Creates the file and its folder, or empties the file.
  init(_ path: String) throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure.checkFailed("\(path): cannot be written: \(FileContents.reason(error))")
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw CommandFailure.checkFailed("\(path): cannot be written: \(reason)")
    }
    self.path = path
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Appends bytes.
  func append(_ bytes: [UInt8]) throws {
    do { try handle.write(contentsOf: bytes) } catch {
      throw CommandFailure.checkFailed("\(path): cannot be written: \(FileContents.reason(error))")
    }
  }
}
