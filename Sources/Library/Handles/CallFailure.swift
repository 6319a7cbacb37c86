internal import CCarom
import CaromContent

/// The failure of a call: its code and its text.
struct CallFailure: Error {
  /// The codes of `carom.h`.
  enum Code: Int32 {
    case badArgument = 1
    case badSession, busy, tooSmall, notLoaded, refused, different
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    (self.code, self.message) = (code, message)
  }

  /// Creates a failure from the error of a loader.
  init(_ error: LoadError) {
    self.init(error.isWrongUse ? .badArgument : .notLoaded, "\(error)")
  }

  /// Keeps the text for `carom_error` and returns the code.
  func keep() -> carom_status {
    // A text ends at its first zero.
    let text = Array(message.utf8.prefix(16_384).map { $0 == 0 ? UInt8(ascii: " ") : $0 })
    text.withUnsafeBytes { bytes in
      carom_keep_error(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return code.rawValue
  }
}

/// Runs the body of a call; returns its status.
func call(_ body: () throws(CallFailure) -> Void) -> carom_status {
  do throws(CallFailure) {
    try body()
    return 0
  } catch {
    return error.keep()
  }
}
