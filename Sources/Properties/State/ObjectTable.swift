/// The shared objects that a snapshot refers to, numbered in order of first reference.
///
/// The table uses open addressing over object addresses. An address only selects the slot where the
/// search starts, never the number of an object, so no random value reaches the state.
@usableFromInline struct ObjectTable {
  /// The addresses of the objects, which are compared without counting references.
  @usableFromInline private(set) var addresses: [UnsafeRawPointer] = []
  /// What keeps the objects: themselves, or the saved state that refers to several.
  private var owners: [AnyObject] = []
  @usableFromInline var slots: [UInt32]
  /// The number of ``SavedState`` being written; references are recorded while there is one.
  var recordings = 0
  /// The references recorded so far.
  var references: [Reference] = []

  /// A reference in state that is being written.
  struct Reference {
    let object: AnyObject
    let index: Int
    let isFirst: Bool

    init(_ object: AnyObject, _ index: Int, isFirst: Bool) {
      (self.object, self.index, self.isFirst) = (object, index, isFirst)
    }

    init(_ saved: SavedReference) {
      self.init(saved.object.takeUnretainedValue(), saved.index, isFirst: saved.isFirst)
    }
  }

  /// Creates an empty table for some objects; it grows as needed.
  @usableFromInline init(capacity: Int = 32) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = Array(repeating: 0, count: size)
  }

  @usableFromInline mutating func removeAll() {
    addresses.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    for i in slots.indices { slots[i] = 0 }
    recordings = 0
    references = []
  }

  /// Forgets all objects but the first ones.
  mutating func keep(_ count: Int) {
    addresses.removeLast(addresses.count - count)
    fillSlots(slots.count)
  }

  /// The number of objects.
  @usableFromInline var count: Int { addresses.count }

  /// The objects in order.
  var objects: [AnyObject] { addresses.indices.map { self[$0] } }

  /// The object with a number.
  @usableFromInline subscript(index: Int) -> AnyObject {
    Unmanaged<AnyObject>.fromOpaque(addresses[index]).takeUnretainedValue()
  }

  /// The number of an object; a new number is assigned at the first reference.
  @usableFromInline mutating func index(of object: AnyObject) -> (index: Int, isNew: Bool) {
    let address = Self.address(of: object)
    let slot = slot(of: address)
    let known = Int(slots[slot]) &- 1
    let index = known >= 0 ? known : addresses.count
    if known < 0 {
      owners.append(object)
      add(address, at: slot)
    }
    if recordings > 0 { references.append(Reference(object, index, isFirst: known < 0)) }
    return (index, known < 0)
  }

  /// Whether an object has a number.
  func contains(_ address: UnsafeRawPointer) -> Bool { slots[slot(of: address)] != 0 }

  /// Assigns the next numbers to the objects that saved state refers to first, which it keeps.
  mutating func number(firstOf saved: SavedState) {
    owners.append(saved)
    for reference in saved.references where reference.isFirst {
      let address = UnsafeRawPointer(reference.object.toOpaque())
      add(address, at: slot(of: address))
    }
  }

  private static func address(of object: AnyObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }

  /// The slot of an object, or the empty slot that it gets.
  private func slot(of address: UnsafeRawPointer) -> Int {
    let mask = slots.count &- 1
    let hash = UInt64(UInt(bitPattern: address)) &* 0x9e37_79b9_7f4a_7c15
    var slot = Int(truncatingIfNeeded: hash >> 40) & mask
    while slots[slot] != 0, addresses[Int(slots[slot]) &- 1] != address {
      slot = (slot &+ 1) & mask
    }
    return slot
  }

  private mutating func add(_ address: UnsafeRawPointer, at slot: Int) {
    addresses.append(address)
    slots[slot] = UInt32(addresses.count)
    if addresses.count * 2 > slots.count { fillSlots(slots.count * 2) }
  }

  /// Finds the slot of each object again.
  private mutating func fillSlots(_ size: Int) {
    slots = Array(repeating: 0, count: size)
    for (index, address) in addresses.enumerated() {
      slots[slot(of: address)] = UInt32(index + 1)
    }
  }

  /// Saved state with the references recorded from an index on; nil if changes of the content of
  /// one of them are not noticed.
  func saved(_ bytes: UnsafeRawBufferPointer, from start: Int) -> SavedState? {
    var (saved, owned): ([SavedReference], [AnyObject]) = ([], [])
    for reference in references[start...] {
      var content: Unmanaged<ContentMark>?
      if reference.isFirst {
        guard let mark = (reference.object as? any ContentTracking)?.contentMark else { return nil }
        content = Unmanaged.passUnretained(mark)
        owned.append(mark)
      }
      owned.append(reference.object)
      saved.append(
        SavedReference(
          object: Unmanaged.passUnretained(reference.object), index: reference.index,
          content: content))
    }
    return SavedState(bytes, saved, owned)
  }
}
