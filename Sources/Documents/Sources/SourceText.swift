/// The bytes of a text and its name in messages.
///
/// The text may be part of a binary file. It then holds all bytes of the file, and locations are
/// byte offsets.
///
/// Offsets are counted in bytes from zero. Lines end at `\n`, `\r\n` or a single `\r`. Lines and
/// columns are counted from one, columns in characters (grapheme clusters).
public final class SourceText: Sendable {
  /// The name in messages, usually a path relative to the scene root.
  public let name: String
  /// The bytes of the text.
  public let bytes: [UInt8]
  /// Whether the text is part of a binary file, which has no lines.
  public let isBinary: Bool

  /// Creates a text from bytes.
  public init(name: String, bytes: [UInt8], isBinary: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.isBinary = isBinary
  }

  /// Creates a text from a string.
  public convenience init(name: String = "text", _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// A line and a column.
  public struct Position: Equatable, Sendable, CustomStringConvertible {
    /// The line, counted from one.
    public var line: Int
    /// The character in the line, counted from one.
    public var column: Int

    /// Creates a position from a line and a column, both counted from one.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// The position as `line:column`.
    public var description: String { "\(line):\(column)" }
  }

  /// Returns the location of an offset for messages: `line:column`, or `byte n` in a binary file.
  public func location(of offset: Int) -> String {
    isBinary ? "byte \(max(0, min(offset, bytes.count)))" : "\(position(of: offset))"
  }

  /// Converts a byte offset to a line and a column.
  ///
  /// Offsets outside of the text are clamped. Each replacement of bytes that are not valid UTF-8 is
  /// counted as one character.
  ///
  /// - Complexity: O(`offset`).
  public func position(of offset: Int) -> Position {
    let end = max(0, min(offset, bytes.count))
    var line = 1
    var lineStart = 0
    bytes.withUnsafeBufferPointer { bytes in
      var i = 0
      while i < end {
        let byte = bytes[i]
        i += 1
        if byte == 10 || (byte == 13 && !(i < bytes.count && bytes[i] == 10)) {
          line += 1
          lineStart = i
        }
      }
    }
    // A byte order mark is not a character of the text.
    if lineStart == 0, bytes.starts(with: JSONParser.byteOrderMark) {
      lineStart = min(JSONParser.byteOrderMark.count, end)
    }
    // Limits the cost of counting characters in very long lines.
    let start = max(lineStart, end - 100_000)
    let column = (start - lineStart) + String(decoding: bytes[start..<end], as: UTF8.self).count
    return Position(line: line, column: column + 1)
  }
}

extension SourceText: CustomReflectable, CustomStringConvertible {
  /// The name and the size, without the content.
  public var description: String { "\(name) (\(bytes.count) bytes)" }
  /// The name only.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
