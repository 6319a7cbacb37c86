/// The bytes of one text and the name it goes by in messages.
///
/// A text may be part of a binary file, whose bytes are then all here and where places are offsets.
///
/// Offsets count bytes from zero. Lines end at `\n`, `\r\n` or a lone `\r`; lines and columns count
/// from one, columns in characters as a reader sees them.
public final class SourceText: Sendable {
  /// What messages call the text: usually a path relative to the scene root.
  public let name: String
  /// The whole text, as it was read.
  public let bytes: [UInt8]
  /// Whether the text is part of a binary file, in which lines mean nothing.
  public let isBinary: Bool

  /// Wraps bytes that were read from somewhere.
  public init(name: String, bytes: [UInt8], isBinary: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.isBinary = isBinary
  }

  /// Wraps text that is in memory.
  public convenience init(name: String = "text", _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// A place as an editor shows it.
  public struct Position: Equatable, Sendable, CustomStringConvertible {
    /// The line, from one.
    public var line: Int
    /// The character in its line, from one.
    public var column: Int

    /// Makes a position from a line and a column, both from one.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// The position as `line:column`.
    public var description: String { "\(line):\(column)" }
  }

  /// The place of an offset for messages: `line:column`, or `byte n` in a binary file.
  public func location(of offset: Int) -> String {
    isBinary ? "byte \(max(0, min(offset, bytes.count)))" : "\(position(of: offset))"
  }

  /// Converts a byte offset to a line and a column.
  ///
  /// Offsets outside the text answer with its nearest end. Bytes that are not UTF-8 count as one
  /// character for each replacement.
  ///
  /// - Complexity: linear in `offset`.
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
    // A line of megabytes would cost its length in characters for each problem.
    let start = max(lineStart, end - 100_000)
    let column = (start - lineStart) + String(decoding: bytes[start..<end], as: UTF8.self).count
    return Position(line: line, column: column + 1)
  }
}

extension SourceText: CustomReflectable, CustomStringConvertible {
  /// The name and the size; megabytes of bytes help nobody who dumps or compares a value.
  public var description: String { "\(name) (\(bytes.count) bytes)" }
  /// The name alone.
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
