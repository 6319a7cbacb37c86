/// The shared objects that a snapshot refers to, numbered in order of first reference.
///
/// The table uses open addressing over object addresses. An address only selects the slot where the
/// search starts, never the number of an object, so no random value reaches the state.
@usableFromInline struct ObjectTable {
  /// The objects with the first numbers; nil if all are in this table.
  private var base: SavedSequence?
  private var baseCount = 0
  /// The addresses of the other objects, which are compared without counting references.
  private(set) var addresses: [UnsafeRawPointer] = []
  /// What keeps the objects: themselves, or the saved state that refers to several.
  private var owners: [AnyObject] = []
  private var slots: [UInt32] = []
  /// The number of ``SavedState`` being written; references are recorded while there is one.
  var recordings = 0
  /// The references recorded so far.
  var references: [Reference] = []
  /// The references that must follow; nil if any can.
  var expected: ExpectedReferences?

  /// A reference in state that is being written.
  struct Reference {
    let object: AnyObject
    let index: Int
    let isFirst: Bool
    /// The end of the content of a first reference: the offset in the buffer, and the number of
    /// references before it.
    var end = (offset: 0, references: 0)

    init(_ object: AnyObject, _ index: Int, isFirst: Bool) {
      (self.object, self.index, self.isFirst) = (object, index, isFirst)
    }

    /// A reference in saved state at an offset and after some other references.
    init(_ saved: SavedReference, at offset: Int, after references: Int) {
      self.init(saved.object.takeUnretainedValue(), saved.index, isFirst: saved.isFirst)
      end = (offset + Int(saved.contentEnd), references + Int(saved.nextReference))
    }
  }

  /// Creates an empty table.
  @usableFromInline init() {}

  @usableFromInline mutating func removeAll() {
    if base != nil { base = nil }
    baseCount = 0
    if !addresses.isEmpty {
      addresses.removeAll(keepingCapacity: true)
      owners.removeAll(keepingCapacity: true)
      for i in slots.indices { slots[i] = 0 }
    }
    recordings = 0
    references = []
    expected = nil
  }

  /// Forgets all objects but the first ones, which are not those of a sequence.
  mutating func keep(_ count: Int) {
    precondition(baseCount == 0 || count == self.count, "a sequence keeps its objects")
    if count == self.count { return }
    addresses.removeLast(addresses.count - count)
    fillSlots(slots.count)
  }

  /// Numbers all objects as a sequence does, which begins with the objects of this table.
  mutating func adopt(_ sequence: SavedSequence) {
    removeAll()
    (base, baseCount) = (sequence, sequence.objects.count)
  }

  /// The number of objects.
  @usableFromInline var count: Int { baseCount &+ addresses.count }

  /// The objects in order.
  var objects: [AnyObject] { (0..<count).map { self[$0] } }

  /// The object with a number.
  @usableFromInline subscript(index: Int) -> AnyObject {
    Unmanaged<AnyObject>.fromOpaque(address(of: index)).takeUnretainedValue()
  }

  /// The address of the object with a number.
  func address(of index: Int) -> UnsafeRawPointer {
    if index < baseCount, let base { return base.objects.addresses[index] }
    return addresses[index - baseCount]
  }

  /// The number of an object; a new number is assigned at the first reference.
  @usableFromInline mutating func index(of object: AnyObject) -> (index: Int, isNew: Bool) {
    if expected != nil { return expectedIndex(of: object) }
    let address = Self.address(of: object)
    var index = number(of: address) ?? -1
    let isNew = index < 0
    if isNew {
      index = count
      owners.append(object)
      add(address)
    }
    if recordings > 0 { references.append(Reference(object, index, isFirst: isNew)) }
    return (index, isNew)
  }

  private mutating func expectedIndex(of object: AnyObject) -> (index: Int, isNew: Bool) {
    guard let next = expected?.take(Self.address(of: object)) else { return (0, false) }
    if recordings > 0 {
      references.append(Reference(object, next.index, isFirst: next.isFirst))
    }
    return (next.index, next.isFirst)
  }

  /// Expects the references of a state next, or none.
  mutating func expect(_ state: SavedState?, isRefused: Bool = false) {
    expected = expected?.followed(by: state)
    if isRefused { expected?.isRefused = true }
  }

  /// Whether all objects are in this table.
  var isWhole: Bool { base == nil }

  /// The position of the reference that was recorded last; negative if none is recorded.
  @usableFromInline var lastReference: Int { recordings > 0 ? references.count - 1 : -1 }

  /// Records that the content of a first reference ends at an offset in the buffer.
  @usableFromInline mutating func endContent(of reference: Int, at offset: Int) {
    if reference >= 0 { references[reference].end = (offset, references.count) }
  }

  /// Whether an object has a number.
  func contains(_ address: UnsafeRawPointer) -> Bool { number(of: address) != nil }

  func number(of address: UnsafeRawPointer) -> Int? {
    if let base, let known = base.objects.number(of: address) { return known }
    if slots.isEmpty { return nil }
    let known = Int(slots[slot(of: address)])
    return known == 0 ? nil : baseCount + known - 1
  }

  /// Assigns the next numbers to the objects that saved state refers to first, which it keeps.
  mutating func number(firstOf saved: SavedState) {
    owners.append(saved)
    for reference in saved.references where reference.isFirst {
      add(UnsafeRawPointer(reference.object.toOpaque()))
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

  private mutating func add(_ address: UnsafeRawPointer) {
    if slots.isEmpty { slots = Array(repeating: 0, count: 64) }
    let slot = slot(of: address)
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
  func saved(_ bytes: UnsafeRawBufferPointer, at offset: Int, from start: Int) -> SavedState? {
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
          content: content, contentEnd: Int32(truncatingIfNeeded: reference.end.offset - offset),
          nextReference: Int32(truncatingIfNeeded: reference.end.references - start)))
    }
    return SavedState(bytes, saved, owned)
  }
}
