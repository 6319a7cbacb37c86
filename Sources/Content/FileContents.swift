import FoundationEssentials
import Glibc

/// Reading of complete files, with a size limit.
public enum FileContents {
  /// The bytes of a regular file; pipes and devices, which can be endless, are rejected.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - accepted: The accepted input, for the message, such as `a feature file or a folder`.
  ///   - sizeLimit: The maximum size, in bytes.
  /// - Returns: The bytes of the file.
  /// - Throws: ``FileProblem`` with the path, the problem and the accepted values.
  public static func bytes(
    of path: String, accepted: String = "the path of a file", atMost sizeLimit: Int = 1 << 30
  ) throws(FileProblem) -> [UInt8] {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw FileProblem(
          "\(path): is not a regular file; \(accepted) is accepted", isWrongUse: true)
      }
      guard status.st_size <= sizeLimit else {
        throw FileProblem(
          "\(path): has \(status.st_size) bytes; at most \(sizeLimit) are accepted")
      }
    } else if errno == ENOENT || errno == ENOTDIR {
      throw FileProblem("\(path): there is no such file; \(accepted) is accepted", isMissing: true)
    } else {
      let code = errno
      throw FileProblem(
        "\(path): cannot be read: \(String(cString: strerror(code)))",
        isWrongUse: code == ELOOP || code == ENAMETOOLONG)
    }
    do { return Array(try Data(contentsOf: URL(fileURLWithPath: path))) } catch {
      throw FileProblem("\(path): cannot be read: \(reason(error))")
    }
  }

  /// The system's description of a file error.
  public static func reason(_ error: any Error) -> String {
    guard let system = (error as? CocoaError)?.underlying as? POSIXError else { return "\(error)" }
    return String(cString: strerror(system.code.rawValue))
  }
}

/// A problem with a file: it is missing, not a regular file, or cannot be read or created.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem and the accepted values.
  public let description: String
  /// Whether the file does not exist.
  public let isMissing: Bool
  /// Whether the path cannot be right: the file does not exist, is a folder, or is not a file.
  public let isWrongUse: Bool

  init(_ description: String, isMissing: Bool = false, isWrongUse: Bool = false) {
    self.description = description
    self.isMissing = isMissing
    self.isWrongUse = isWrongUse || isMissing
  }
}
