import CaromContent
import Foundation
import Synchronization

/// The error number of the first failed write to stdout; 0 if there is none.
private let outputFailure = Atomic<Int32>(0)
/// Whether an output option writes to stdout.
private let isOutputReserved = Atomic<Bool>(false)

/// Terminal output: results on stdout, errors and progress on stderr.
package enum Terminal {
  /// Writes a line to stdout; to stderr if an output option such as `-o -` writes to stdout.
  package static func print(_ text: String) {
    write(
      escapingControls(text) + "\n", to: isOutputReserved.load(ordering: .relaxed) ? 2 : 1)
  }

  /// Leaves stdout to an output option.
  static func reserveOutput() { isOutputReserved.store(true, ordering: .relaxed) }

  /// The reason why results are missing from stdout, such as a full disk; nil if there is none.
  static var outputProblem: String? {
    let failure = outputFailure.load(ordering: .relaxed)
    guard failure != 0 else { return nil }
    return "standard output: cannot be written: \(String(cString: strerror(failure)))"
  }

  /// Writes a line to stderr.
  package static func printError(_ text: String) { write(escapingControls(text) + "\n", to: 2) }

  /// Escapes control characters, such as `\u001B`.
  ///
  /// Names, notes and messages come from files and could otherwise control the terminal. Escaped
  /// JSON keeps its meaning.
  static func escapingControls(_ text: String) -> String {
    if !text.unicodeScalars.contains(where: isTerminalControl) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isTerminalControl(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Whether a scalar is a control character other than line feed and tab, or changes the text
  /// direction.
  private static func isTerminalControl(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0a: false
    case 0x00...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether stderr is a terminal.
  static var isInteractive: Bool { isatty(2) == 1 }

  /// Overwrites the current line of stderr, if it is a terminal.
  static func showProgress(_ text: String) {
    if isInteractive { write("\r\u{1B}[K" + text, to: 2) }
  }

  private static func write(_ text: String, to file: Int32) {
    let failure = OutputFile.write(Array(text.utf8), to: file)
    // A reader that has seen enough (`carom … | head`) is not an error.
    guard failure != 0, failure != EPIPE, file == 1 else { return }
    _ = outputFailure.compareExchange(expected: 0, desired: failure, ordering: .relaxed)
  }
}
