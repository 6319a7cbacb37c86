import Foundation

/// What the program says: answers on stdout, complaints and progress on stderr.
enum Terminal {
  /// Writes a line to stdout.
  static func print(_ text: String) { write(text + "\n", to: 1) }

  /// Writes a line to stderr.
  static func complain(_ text: String) { write(text + "\n", to: 2) }

  /// Whether a person watches stderr, so that progress is of use.
  static var isWatched: Bool { isatty(2) == 1 }

  /// Overwrites the current line of stderr, if a person watches it.
  static func showProgress(_ text: String) {
    if isWatched { write("\r\u{1B}[K" + text, to: 2) }
  }

  private static func write(_ text: String, to file: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if written < 0 && errno == EINTR { continue }
      // A reader that went away (`carom … | head`) is no error of ours.
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  }
}
