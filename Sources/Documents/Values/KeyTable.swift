/// Known keys with their positions, for asking what the members of an object name.
///
/// Finding a key costs one walk over its bytes however many are known, so that an object is read in
/// proportion to what it says, not to what it could say. The hash is fixed: FNV-1a of the UTF-8 bytes
/// (Fowler, Noll, Vo).
public struct KeyTable: Sendable {
  private let keys: [String]
  /// Positions of keys, −1 where nothing is; a power of two of them, at least half empty.
  private let slots: [Int32]

  /// Knows some keys; of repeated ones the first.
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

  /// The position of the key of a member; nil if it is not known.
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

  static func hash(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }
}

extension JSONDocument {
  /// The hash of a key, escapes resolved, as ``KeyTable`` has it.
  fileprivate func keyHash(_ index: Int) -> UInt32 {
    let token = tokens[index]
    if token.isEscaped { return KeyTable.hash(string(index).utf8) }
    let start = Int(token.offset) + 1
    return source.bytes.withUnsafeBufferPointer { bytes in
      KeyTable.hash(UnsafeBufferPointer(rebasing: bytes[start..<(start + token.length)]))
    }
  }
}
