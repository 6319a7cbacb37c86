/// A replacement of a range of bytes in a text.
public struct TextEdit: Equatable, Sendable {
  /// The byte range to replace; empty to insert.
  public var range: Range<Int>
  /// The replacement.
  public var replacement: String

  /// Creates a replacement.
  public init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Applies replacements, whose ranges refer to the original text.
  ///
  /// - Precondition: The ranges are within the text and do not overlap.
  public static func apply(_ edits: [TextEdit], to source: SourceText) -> SourceText {
    var bytes: [UInt8] = []
    var at = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      precondition(edit.range.lowerBound >= at, "Replacements must not overlap")
      bytes += source.bytes[at..<edit.range.lowerBound]
      bytes += edit.replacement.utf8
      at = edit.range.upperBound
    }
    bytes += source.bytes[at...]
    return SourceText(name: source.name, bytes: bytes)
  }
}

extension JSON {
  /// The byte range of the value in its text, including quotes and brackets.
  ///
  /// - Complexity: O(n) in the number of elements of a container.
  public var range: Range<Int> { offset..<document.end(of: index) }

  /// Returns whether both values have the same source text, including comments and white space.
  ///
  /// - Complexity: O(n) in the length of the text.
  public func hasSameText(as other: JSON) -> Bool {
    let (own, others) = (range, other.range)
    guard own.count == others.count else { return false }
    return document.source.bytes.withUnsafeBytes { bytes in
      other.document.source.bytes.withUnsafeBytes { otherBytes in
        bytes[own].elementsEqual(otherBytes[others])
      }
    }
  }
}

extension JSON.Member {
  /// The byte range of the key in its text, including quotes.
  public var keyRange: Range<Int> { offset..<document.end(of: index) }
}

extension JSONDocument {
  /// Returns the byte offset at which the value or key at `index` ends.
  func end(of index: Int) -> Int {
    let token = tokens[index]
    let start = Int(token.offset)
    switch token.kind {
    case .null, .true: return start + 4
    case .false: return start + 5
    case .string: return start + token.length + 2
    case .number: return start + JSON(document: self, index: index).numberText.utf8.count
    case .array, .object: break
    }
    var at = start + 1
    var child = index + 1
    for _ in 0..<token.count {
      let value = token.kind == .object ? child + 1 : child
      if after(value) >= token.next { at = end(of: value) }
      child = after(value)
    }
    // Only white space, comments and a comma precede the closing bracket.
    let bytes = source.bytes
    while bytes[at] != UInt8(ascii: "}"), bytes[at] != UInt8(ascii: "]") {
      if bytes[at] != UInt8(ascii: "/") {
        at += 1
      } else if bytes[at + 1] == UInt8(ascii: "/") {
        while bytes[at] != 10, bytes[at] != 13 { at += 1 }
      } else {
        at += 2
        while bytes[at] != UInt8(ascii: "*") || bytes[at + 1] != UInt8(ascii: "/") { at += 1 }
        at += 2
      }
    }
    return at + 1
  }
}
