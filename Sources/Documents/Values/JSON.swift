/// A JSON value that knows where it was written.
///
/// A light view into its document: copying one copies a reference and an index.
public struct JSON: Sendable {
  /// The parsed text that the value is part of.
  public let document: JSONDocument
  let index: Int

  /// What a value is.
  public enum Kind: Sendable {
    /// Nothing, or "back to the default".
    case null
    /// True or false.
    case bool(Bool)
    /// A number, rounded to the nearest Double.
    case number(Double)
    /// A text with its escapes resolved.
    case string(String)
    /// Values in order.
    case array(Elements)
    /// Named values in the order they were written.
    case object(Members)
  }

  /// What the value is, with its content.
  public var kind: Kind {
    let token = token
    switch token.kind {
    case .null: return .null
    case .no: return .bool(false)
    case .yes: return .bool(true)
    case .number: return .number(token.number)
    case .string: return .string(document.string(index))
    case .array: return .array(Elements(document: document, index: index))
    case .object: return .object(Members(document: document, index: index))
    }
  }

  /// Where the value starts, in bytes from the start of its text.
  public var offset: Int { Int(token.offset) }
  /// The value's JSON Pointer (RFC 6901); empty for the outermost value.
  public var pointer: String { document.pointer(to: index) }
  /// What the value is, for messages: `a number`.
  public var noun: String {
    switch token.kind {
    case .null: "null"
    case .no, .yes: "a Boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Describes something wrong with this value.
  public func problem(_ message: String) -> Problem {
    Problem(message, in: document.source, at: offset, pointer: pointer)
  }

  var token: JSONToken { document.tokens[index] }
}

// MARK: Asking for one kind

extension JSON {
  /// Whether the value is null.
  public var isNull: Bool { token.kind == .null }
  /// Whether the value is an object.
  public var isObject: Bool { token.kind == .object }
  /// The truth value; nil for any other kind.
  public var bool: Bool? {
    switch token.kind {
    case .yes: true
    case .no: false
    case .null, .number, .string, .array, .object: nil
    }
  }
  /// The number, correctly rounded; nil for any other kind.
  public var double: Double? { token.kind == .number ? token.number : nil }
  /// The text; nil for any other kind.
  public var string: String? { token.kind == .string ? document.string(index) : nil }
  /// The elements; nil for any other kind.
  public var elements: Elements? {
    token.kind == .array ? Elements(document: document, index: index) : nil
  }
  /// The members; nil for any other kind.
  public var members: Members? {
    token.kind == .object ? Members(document: document, index: index) : nil
  }

  /// The value of a member; nil if this is no object or has no such member.
  public subscript(key: String) -> JSON? { members?.first { $0.isNamed(key) }?.value }

  /// The element at a position; nil if this is no array or is shorter.
  public subscript(position: Int) -> JSON? {
    guard let elements, position >= 0 else { return nil }
    return elements.dropFirst(position).first { _ in true }
  }

  /// The number, rounded once from its decimal digits to the nearest Float; infinite beyond range.
  ///
  /// Rounding first to a Double and then to a Float can end one unit off; this does not.
  public var float: Float? {
    guard let double else { return nil }
    // Only a Double that lies exactly between two Floats can be rounded the wrong way.
    let isHalfway = double.significandBitPattern & 0x1fff_ffff == 0x1000_0000
    let isTiny = double != 0 && abs(double) < 0x1p-125
    return isHalfway || isTiny ? Float(numberText) ?? Float(double) : Float(double)
  }

  /// The number if it is whole and fits, exactly, beyond 2⁵³ as well; nil otherwise.
  public func integer<I: FixedWidthInteger>(_: I.Type = I.self) -> I? {
    guard let double else { return nil }
    if abs(double) < 0x1p53 { return I(exactly: double) }
    return I(numberText) ?? I(exactly: double)
  }

  /// The digits of a number as they were written; empty for any other kind.
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
  /// The values of an array, in order.
  public struct Elements: Sequence, Sendable {
    let document: JSONDocument
    let index: Int

    /// How many there are.
    public var count: Int { document.tokens[index].count }

    /// Walks over the values.
    public func makeIterator() -> Iterator {
      Iterator(document: document, index: index + 1, left: count)
    }

    /// Walks over the values of an array.
    public struct Iterator: IteratorProtocol {
      let document: JSONDocument
      var index: Int
      var left: Int

      /// The next value, nil after the last.
      public mutating func next() -> JSON? {
        guard left > 0 else { return nil }
        left -= 1
        let value = JSON(document: document, index: index)
        index = document.after(index)
        return value
      }
    }
  }

  /// The members of an object, in the order they were written.
  public struct Members: Sequence, Sendable {
    let document: JSONDocument
    let index: Int

    /// How many there are, repeated keys included.
    public var count: Int { document.tokens[index].count }

    /// Walks over the members.
    public func makeIterator() -> Iterator {
      Iterator(document: document, index: index + 1, left: count)
    }

    /// Walks over the members of an object.
    public struct Iterator: IteratorProtocol {
      let document: JSONDocument
      var index: Int
      var left: Int

      /// The next member, nil after the last.
      public mutating func next() -> Member? {
        guard left > 0 else { return nil }
        left -= 1
        let member = Member(document: document, index: index)
        index = document.after(index + 1)
        return member
      }
    }
  }

  /// The members of an object with their places, for asking for them by position.
  public struct MemberIndex: Sendable {
    let document: JSONDocument
    let keys: [Int]

    /// Lists the members of an object.
    public init(_ members: Members) {
      document = members.document
      var keys: [Int] = []
      keys.reserveCapacity(members.count)
      var iterator = members.makeIterator()
      while let member = iterator.next() { keys.append(member.index) }
      self.keys = keys
    }

    /// How many there are, repeated keys included.
    public var count: Int { keys.count }

    /// The member at a position in the order they were written.
    public subscript(position: Int) -> Member { Member(document: document, index: keys[position]) }
  }

  /// A key and its value.
  public struct Member: Sendable {
    let document: JSONDocument
    let index: Int

    /// The key, escapes resolved.
    public var key: String { document.string(index) }
    /// The value.
    public var value: JSON { JSON(document: document, index: index + 1) }
    /// Where the key starts, in bytes from the start of the text.
    public var offset: Int { Int(document.tokens[index].offset) }

    /// Whether this is the key, without making a string of it.
    public func isNamed(_ key: String) -> Bool { document.isString(index, key) }

    /// Describes something wrong with the key.
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

  /// Nothing, so that dumping a value does not dump its document.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
