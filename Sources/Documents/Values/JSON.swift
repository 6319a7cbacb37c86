/// A JSON value with its source position.
///
/// A lightweight view into a document: a reference and an index.
public struct JSON: Sendable {
  /// The document that contains the value.
  public let document: JSONDocument
  let index: Int

  /// The kind of a value.
  public enum Kind: Sendable {
    /// Null; in overrides, a reset to the default.
    case null
    /// A Boolean.
    case bool(Bool)
    /// A number, rounded to the nearest Double.
    case number(Double)
    /// A string with escapes resolved.
    case string(String)
    /// An array.
    case array(Elements)
    /// An object, with its members in source order.
    case object(Members)
  }

  /// The kind of the value with its content.
  public var kind: Kind {
    let token = token
    switch token.kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .number: return .number(token.number)
    case .string: return .string(document.string(index))
    case .array: return .array(Elements(document: document, index: index))
    case .object: return .object(Members(document: document, index: index))
    }
  }

  /// The byte offset at which the value starts in its text.
  public var offset: Int { Int(token.offset) }
  /// The number of values and keys in the value, including the value itself.
  public var valueCount: Int { document.after(index) - index }
  /// The JSON Pointer (RFC 6901) of the value; empty for the outermost value.
  public var pointer: String { document.pointer(to: index) }
  /// The kind of the value for messages, such as `a number`.
  public var noun: String {
    switch token.kind {
    case .null: "null"
    case .false, .true: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Returns a problem with this value.
  public func problem(_ message: String) -> Problem {
    Problem(message, in: document.source, at: offset, pointer: pointer)
  }

  var token: JSONToken { document.tokens[index] }
}

// MARK: Typed access

extension JSON {
  /// Whether the value is null.
  public var isNull: Bool { token.kind == .null }
  /// Whether the value is an object.
  public var isObject: Bool { token.kind == .object }
  /// The Boolean; nil for any other kind.
  public var bool: Bool? {
    switch token.kind {
    case .true: true
    case .false: false
    case .null, .number, .string, .array, .object: nil
    }
  }
  /// The number, correctly rounded; nil for any other kind.
  public var double: Double? { token.kind == .number ? token.number : nil }
  /// The string; nil for any other kind.
  public var string: String? { token.kind == .string ? document.string(index) : nil }
  /// The elements; nil for any other kind.
  public var elements: Elements? {
    token.kind == .array ? Elements(document: document, index: index) : nil
  }
  /// The members; nil for any other kind.
  public var members: Members? {
    token.kind == .object ? Members(document: document, index: index) : nil
  }

  /// The value of a member; nil if the value is not an object or has no such member.
  public subscript(key: String) -> JSON? { members?.first { $0.isNamed(key) }?.value }

  /// The element at an index; nil if the value is not an array or the index is out of bounds.
  public subscript(position: Int) -> JSON? {
    guard let elements, position >= 0 else { return nil }
    return elements.dropFirst(position).first { _ in true }
  }

  /// The number, rounded directly from its decimal digits to the nearest Float; infinite on
  /// overflow.
  ///
  /// Rounding via Double could be off by one unit in the last place (double rounding).
  public var float: Float? {
    guard let double else { return nil }
    // Double rounding is only possible if the Double is exactly halfway between two Floats.
    let isHalfway = double.significandBitPattern & 0x1fff_ffff == 0x1000_0000
    let isTiny = double != 0 && abs(double) < 0x1p-125
    return isHalfway || isTiny ? Float(numberText) ?? Float(double) : Float(double)
  }

  /// Returns the number as an integer if it is exactly representable, also beyond 2⁵³; nil
  /// otherwise.
  public func integer<I: FixedWidthInteger>(_: I.Type = I.self) -> I? {
    guard let double else { return nil }
    if abs(double) < 0x1p53 { return I(exactly: double) }
    return I(numberText) ?? I(exactly: double)
  }

  /// The source text of a number; empty for any other kind.
  public var numberText: String {
    guard token.kind == .number else { return "" }
    let text = document.source.bytes[offset...].prefix { byte in
      (48...57).contains(byte) || byte == 43 || byte == 45 || byte == 46 || byte | 32 == 101
    }
    return String(decoding: text, as: UTF8.self)
  }
}

// MARK: Containers

extension JSON {
  /// The elements of an array.
  public struct Elements: Sequence, Sendable {
    let document: JSONDocument
    let index: Int

    /// The number of elements.
    public var count: Int { document.tokens[index].count }

    /// Returns an iterator over the elements.
    public func makeIterator() -> Iterator {
      Iterator(document: document, index: index + 1, left: count)
    }

    /// An iterator over the elements of an array.
    public struct Iterator: IteratorProtocol {
      let document: JSONDocument
      var index: Int
      var left: Int

      /// Returns the next element, or nil after the last.
      public mutating func next() -> JSON? {
        guard left > 0 else { return nil }
        left -= 1
        let value = JSON(document: document, index: index)
        index = document.after(index)
        return value
      }
    }
  }

  /// The members of an object, in source order.
  public struct Members: Sequence, Sendable {
    let document: JSONDocument
    let index: Int

    /// The number of members, including duplicate keys.
    public var count: Int { document.tokens[index].count }

    /// Returns an iterator over the members.
    public func makeIterator() -> Iterator {
      Iterator(document: document, index: index + 1, left: count)
    }

    /// An iterator over the members of an object.
    public struct Iterator: IteratorProtocol {
      let document: JSONDocument
      var index: Int
      var left: Int

      /// Returns the next member, or nil after the last.
      public mutating func next() -> Member? {
        guard left > 0 else { return nil }
        left -= 1
        let member = Member(document: document, index: index)
        index = document.after(index + 1)
        return member
      }
    }
  }

  /// An index of the members of an object, for random access.
  public struct MemberIndex: Sendable {
    let document: JSONDocument
    let keys: [Int]

    /// Creates an index of the members of an object.
    public init(_ members: Members) {
      document = members.document
      var keys: [Int] = []
      keys.reserveCapacity(members.count)
      var iterator = members.makeIterator()
      while let member = iterator.next() { keys.append(member.index) }
      self.keys = keys
    }

    /// The number of members, including duplicate keys.
    public var count: Int { keys.count }

    /// The member at a position in source order.
    public subscript(position: Int) -> Member { Member(document: document, index: keys[position]) }
  }

  /// A member of an object: a key and a value.
  public struct Member: Sendable {
    let document: JSONDocument
    let index: Int

    /// The key, with escapes resolved.
    public var key: String { document.string(index) }
    /// The value.
    public var value: JSON { JSON(document: document, index: index + 1) }
    /// The byte offset at which the key starts in the text.
    public var offset: Int { Int(document.tokens[index].offset) }

    /// Returns whether the key equals a string, without allocating.
    public func isNamed(_ key: String) -> Bool { document.isString(index, key) }

    /// Returns a problem with the key.
    public func problem(_ message: String) -> Problem {
      Problem(
        message, in: document.source, at: offset, pointer: document.pointer(to: index))
    }
  }
}

extension JSON: CustomStringConvertible, CustomReflectable {
  /// The value as compact JSON.
  public var description: String {
    var writer = JSONWriter()
    writer.value(self)
    return writer.text
  }

  /// An empty mirror, so that dumping a value does not dump its document.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
