/// The shared objects that a snapshot refers to, numbered in order of first reference.
///
/// The table uses open addressing over object addresses. An address only selects the slot where the
/// search starts, never the number of an object, so no random value reaches the state.
@usableFromInline struct ObjectTable {
  @usableFromInline private(set) var objects: [AnyObject] = []
  @usableFromInline var slots: [UInt32] = Array(repeating: 0, count: 64)

  @usableFromInline init() {}

  @usableFromInline mutating func removeAll() {
    objects.removeAll(keepingCapacity: true)
    for i in slots.indices { slots[i] = 0 }
  }

  /// The number of an object; a new number is assigned at the first reference.
  @usableFromInline mutating func index(of object: AnyObject) -> (index: Int, isNew: Bool) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: (UInt64(address) &* 0x9e37_79b9_7f4a_7c15) >> 40) & mask
    while slots[slot] != 0 {
      let index = Int(slots[slot]) &- 1
      if objects[index] === object { return (index, false) }
      slot = (slot &+ 1) & mask
    }
    let index = objects.count
    objects.append(object)
    slots[slot] = UInt32(index + 1)
    if objects.count * 2 > slots.count { grow() }
    return (index, true)
  }

  private mutating func grow() {
    let known = objects
    slots = Array(repeating: 0, count: slots.count * 2)
    objects = []
    for object in known { _ = index(of: object) }
  }
}
