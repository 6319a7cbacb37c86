/// Why a command cannot go on: what is said on stderr, and the exit code.
struct CommandFailure: Error {
  /// How a command ends when it does not succeed.
  enum Code: Int32 {
    /// What was looked at is wrong: a scene with mistakes, a file that cannot be written.
    case checkFailed = 1
    /// The command was filters for something that does not exist.
    case wrongUse = 2
  }

  /// *Where: what is wrong; what is accepted.*
  var message: String
  var code: Code

  /// The command line asks for something that does not exist.
  static func wrongUse(_ message: String) -> CommandFailure {
    CommandFailure(message: message, code: .wrongUse)
  }

  /// What was looked at is wrong.
  static func checkFailed(_ message: String) -> CommandFailure {
    CommandFailure(message: message, code: .checkFailed)
  }

  /// A name that is none of those known: says the nearest ones first, then all.
  static func unknown(_ kind: String, _ name: String, known: [String]) -> CommandFailure {
    let list = known.isEmpty ? "there are none" : "known: " + known.joined(separator: ", ")
    return .wrongUse("\(kind): no \(kind) is named '\(name)'; \(list)")
  }
}
