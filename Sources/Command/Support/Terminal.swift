import Foundation

/// Terminal output: results on stdout, errors and progress on stderr.
enum Terminal {
  /// Writes a line to stdout.
  static func print(_ text: String) { write(escapingControls(text) + "\n", to: 1) }

  /// Writes a line to stderr.
  static func printError(_ text: String) { write(escapingControls(text) + "\n", to: 2) }

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
    case 0x00...0x1f, 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069: true
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
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      // A closed reader (`carom … | head`) is not an error.
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
