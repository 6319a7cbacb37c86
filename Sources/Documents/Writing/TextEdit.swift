/// Bytes of a text and what to put in their place.
public struct TextEdit: Equatable, Sendable {
  /// The bytes to take out, counted from the start of the text; empty to put something in.
  public var range: Range<Int>
  /// What to put there.
  public var replacement: String

  /// Describes a replacement.
  public init(_ range: Range<Int>, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Makes all replacements at once; ranges count in the old text.
  ///
  /// - Precondition: The ranges are inside the text and do not overlap.
  public static func apply(_ edits: [TextEdit], to source: SourceText) -> SourceText {
    var bytes: [UInt8] = []
    var at = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      precondition(edit.range.lowerBound >= at, "Replacements of a text do not overlap")
      bytes += source.bytes[at..<edit.range.lowerBound]
      bytes += edit.replacement.utf8
      at = edit.range.upperBound
    }
    bytes += source.bytes[at...]
    return SourceText(name: source.name, bytes: bytes)
  }
}

extension JSON {
  /// The bytes that the value takes in its text, quotes and brackets included.
  ///
  /// - Complexity: linear in the number of elements of a container.
  public var range: Range<Int> { offset..<document.end(of: index) }

  /// Whether both are written with the same letters, comments and spaces included.
  ///
  /// - Complexity: linear in the length of the text.
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
  /// The bytes that the key takes in its text, quotes included.
  public var keyRange: Range<Int> { offset..<document.end(of: index) }
}

extension JSONDocument {
  /// Where the value or key at `index` ends, in bytes from the start of the text.
  func end(of index: Int) -> Int {
    let token = tokens[index]
    let start = Int(token.offset)
    switch token.kind {
    case .null, .yes: return start + 4
    case .no: return start + 5
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
    // Only spaces, comments and a comma stand before the closing bracket.
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
