/// The failure of a command: the message for stderr and the exit code.
package struct CommandFailure: Error {
  /// The exit codes of failures.
  enum Code: Int32 {
    /// A check failed: a scene has errors, or a file cannot be written.
    case checkFailed = 1
    /// Incorrect use: the request refers to something that does not exist.
    case wrongUse = 2
  }

  /// The message: *where: what is wrong; what is expected.*
  package var message: String
  var code: Code

  /// Creates a failure for incorrect use.
  package static func wrongUse(_ message: String) -> CommandFailure {
    CommandFailure(message: message, code: .wrongUse)
  }

  /// Creates a failure of a check.
  package static func checkFailed(_ message: String) -> CommandFailure {
    CommandFailure(message: message, code: .checkFailed)
  }

  /// Creates a failure for an unknown name, with the known names.
  package static func unknown(_ kind: String, _ name: String, known: [String]) -> CommandFailure {
    let list = known.isEmpty ? "there are none" : "known: " + known.joined(separator: ", ")
    return .wrongUse("\(kind): no \(kind) is named '\(name)'; \(list)")
  }
}
