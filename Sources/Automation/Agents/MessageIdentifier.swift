/// Finds the identifier of a message that is too long or too deep to be parsed.
///
/// A client waits for the response to its request, so an error without the identifier would let it
/// wait forever.
enum MessageIdentifier {
  /// The value of the member `id` of the outermost object, a number or a string; nil if there is
  /// none.
  ///
  /// - Complexity: One pass over the message.
  static func find(in message: String) -> String? {
    let bytes = Array(message.utf8)
    var depth = 0
    var index = 0
    /// The last string of the outermost object.
    var last: Range<Int> = 0..<0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        let end = self.end(ofStringAt: index, bytes)
        if depth == 1 { last = index..<end }
        index = end
        continue
      case UInt8(ascii: ":") where depth == 1 && bytes[last].elementsEqual("\"id\"".utf8):
        return value(at: index + 1, bytes)
      default: break
      }
      index += 1
    }
    return nil
  }

  /// The index after the string that begins at an index.
  private static func end(ofStringAt start: Int, _ bytes: [UInt8]) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  /// The number or the plain string at an index, after spaces.
  private static func value(at start: Int, _ bytes: [UInt8]) -> String? {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    guard index < bytes.count else { return nil }
    var end = index
    if bytes[index] == UInt8(ascii: "\"") {
      end = self.end(ofStringAt: index, bytes)
    } else {
      while end < bytes.count, (48...57).contains(bytes[end]) || bytes[end] == UInt8(ascii: "-") {
        end += 1
      }
    }
    // An identifier that is repeated in the response must not break it.
    guard end > index, end - index <= 64, bytes[index..<end].allSatisfy({ 32...126 ~= $0 })
    else { return nil }
    return String(decoding: bytes[index..<end], as: UTF8.self)
  }
}
