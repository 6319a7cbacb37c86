import Foundation

/// Files that are read whole, refused where that would not end.
public enum FileContents {
  /// The bytes of a file; pipes and devices, which may never end, are refused.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - accepted: What is accepted there, for the message, such as `a feature file or a folder`.
  ///   - mostBytes: How long it may be.
  /// - Returns: Its bytes.
  /// - Throws: ``FileProblem`` with the path, what is wrong and what is accepted.
  public static func bytes(
    of path: String, accepted: String = "the path of a file", atMost mostBytes: Int = 1 << 30
  ) throws(FileProblem) -> [UInt8] {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileProblem("\(path): is no file; \(accepted) is accepted")
      }
      guard status.st_size <= mostBytes else {
        throw FileProblem(
          "\(path): has \(status.st_size) bytes; up to \(mostBytes) are read")
      }
    } else if errno == ENOENT || errno == ENOTDIR {
      throw FileProblem("\(path): there is no such file; \(accepted) is accepted", isMissing: true)
    }
    do { return Array(try Data(contentsOf: URL(fileURLWithPath: path))) } catch {
      throw FileProblem("\(path): cannot be read: \(reason(error))")
    }
  }

  /// Why a file could not be read or written, in the system's words.
  public static func reason(_ error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let underlying, underlying.domain == NSPOSIXErrorDomain else {
      return error.localizedDescription
    }
    return String(cString: strerror(Int32(underlying.code)))
  }
}

/// What is wrong with a file as such: it is not there, is none, or cannot be read or made.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what is accepted.
  public let description: String
  /// True when there is nothing of that name.
  public let isMissing: Bool

  init(_ description: String, isMissing: Bool = false) {
    self.description = description
    self.isMissing = isMissing
  }
}
