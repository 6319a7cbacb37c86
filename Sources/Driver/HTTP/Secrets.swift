import Foundation

/// Names that cannot be guessed.
enum Secrets {
  /// Returns 128 bits of the system's random numbers as 32 hexadecimal digits.
  ///
  /// They name sessions and protect the server; no game sees them.
  ///
  /// - Throws: An error if the system has none.
  static func make() throws -> String {
    guard let file = FileHandle(forReadingAtPath: "/dev/urandom"),
      let bytes = try file.read(upToCount: 16), bytes.count == 16
    else { throw CocoaError(.fileReadUnknown) }
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
