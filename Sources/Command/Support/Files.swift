import Foundation

/// Whole files in and out, with failures in this program's words.
enum Files {
  /// The bytes of a file.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw CommandFailure.checkFailed("\(path): cannot be read: \(reason(error))")
    }
  }

  /// Writes a file, making its folder; a file that was there is replaced whole or not at all.
  static func write(_ bytes: [UInt8], to path: String) throws {
    guard !path.isEmpty else {
      throw CommandFailure.wrongUse("the path of the file to write is empty; a path is accepted")
    }
    let place = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw CommandFailure.checkFailed("\(path): is a folder; the path of a file is accepted")
    }
    do {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: place, options: .atomic)
    } catch {
      throw CommandFailure.checkFailed("\(path): cannot be written: \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let underlying, underlying.domain == NSPOSIXErrorDomain else {
      return error.localizedDescription
    }
    return String(cString: strerror(Int32(underlying.code)))
  }
}
