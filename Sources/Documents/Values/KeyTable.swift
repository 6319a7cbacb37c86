/// A hash table of known keys, for matching the members of an object.
///
/// A lookup costs one pass over the bytes of a key, independent of the number of known keys, so
/// reading an object is proportional to its size. The hash function is fixed: FNV-1a of the UTF-8
/// bytes (Fowler, Noll, Vo).
public struct KeyTable: Sendable {
  private let keys: [String]
  /// Open addressing: the index of a key, or −1; a power of two slots, at most half full.
  private let slots: [Int32]

  /// Creates a table of keys; the first of equal keys is used.
  public init(_ keys: [String]) {
    self.keys = keys
    var size = 8
    while size < keys.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (position, key) in keys.enumerated() {
      var slot = Int(truncatingIfNeeded: Self.hash(key.utf8)) & (size - 1)
      while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot + 1) & (size - 1) }
      if slots[slot] < 0 { slots[slot] = Int32(position) }
    }
    self.slots = slots
  }

  /// Returns the index of the key of a member, or nil if it is unknown.
  public func position(of member: JSON.Member) -> Int? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: member.document.keyHash(member.index)) & mask
    while slots[slot] >= 0 {
      let position = Int(slots[slot])
      if member.isNamed(keys[position]) { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The hash of a text's UTF-8 bytes.
  public static func hash(of text: String) -> UInt32 { hash(text.utf8) }

  static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }
}

extension JSONDocument {
  /// Returns the ``KeyTable`` hash of a key, with escapes resolved.
  fileprivate func keyHash(_ index: Int) -> UInt32 {
    let token = tokens[index]
    if token.isEscaped { return KeyTable.hash(string(index).utf8) }
    let start = Int(token.offset) + 1
    return source.bytes.withUnsafeBufferPointer { bytes in
      KeyTable.hash(UnsafeBufferPointer(rebasing: bytes[start..<(start + token.length)]))
    }
  }
}
