import Foundation

/// Base64 as in RFC 4648.
enum Base64 {
  /// The bytes of a text, or nil if it is not Base64.
  static func decode(_ text: String) -> [UInt8]? {
    Data(base64Encoded: text).map { [UInt8]($0) }
  }

  /// The text of bytes.
  static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
}
