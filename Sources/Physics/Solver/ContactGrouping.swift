import CPrefetch
import CaromMaths

/// The contacts of a step, grouped by color and class, and split into blocks for the threads.
///
/// Contacts are counted, then written to their lanes. Several threads can count and write parts of
/// the active list; within a group, contacts keep the order of the list.
struct ContactGrouping: ~Copyable {
  /// The groups in the order in which they are solved: the overflow, then color by color.
  var groups = Buffer<ContactGroup>()
  var blocks = Buffer<ContactBlock>()
  /// The blocks of each color.
  var colors = Buffer<ColorBlocks>()
  /// The blocks in the order in which they are prepared and stored: those of all colors that the
  /// first thread solves, then those of the second, and so on, so that threads find the rows in
  /// their caches.
  var order = Buffer<Int32>()
  /// The manifold of each lane, four for each row; -1 for an unused lane.
  var lanes = Buffer<Int32>()
  /// The rows of all groups, one after the other, in units of 16 bytes.
  var rows = Buffer<F4>()
  /// For each part of the active list, the number of contacts of each key, then their next lanes.
  private var counts = Buffer<Int32>()
  /// For each part of the active list, a bit for each color of its contacts.
  private var usedColors = Buffer<UInt64>()
  /// The contacts without a color, with their layers and classes.
  private var overflow = Buffer<OverflowContact>()
  /// The layer after the last one of each body, while the overflow is sorted.
  private var nextLayer = Buffer<Int32>()

  /// Groups the active contacts whose class is not 0.
  mutating func update(
    _ bodies: BodyStore, _ contacts: ContactStore, _ solver: SolverStore, _ threads: StepThreads
  ) {
    groups.removeAll()
    blocks.removeAll()
    colors.removeAll()
    lanes.removeAll()
    let parts = contacts.active.count < 4096 ? 1 : 8
    counts.resize(GroupContext.keyCount * parts)
    usedColors.resize(parts)
    let context = GroupContext(
      contacts: contacts.base, classes: contacts.classes.base, active: contacts.active.base,
      count: contacts.active.count, parts: parts, counts: counts.base,
      usedColors: usedColors.base)
    threads.parallelFor(parts, chunkSize: 1, minimumCount: 2) { range in
      for part in range { context.count(part) }
    }
    // Most colors are unused in most steps: a small scene has five of the 64.
    var used: UInt64 = 0
    for part in 0..<parts { used |= usedColors.base[part] }
    let overflowBit: UInt64 = 1 << UInt64(ConstraintGraph.overflow)
    if used & overflowBit != 0 { addOverflow(context, bodies, contacts, solver) }
    used &= ~overflowBit
    while used != 0 {
      let firstKey = used.trailingZeroBitCount * ContactClass.count
      for key in firstKey..<firstKey + ContactClass.count { addGroup(key, context) }
      used &= used - 1
    }
    rows.resize(groups.isEmpty ? 0 : rowsEnd())
    orderBlocks(threads.pool?.threads ?? 1)
    let list = IndexList(lanes.base)
    threads.parallelFor(parts, chunkSize: 1, minimumCount: 2) { range in
      for part in range { context.fill(part, list) }
    }
  }

  private mutating func orderBlocks(_ threads: Int) {
    order.removeAll()
    for share in 0..<threads {
      for color in colors.elements {
        // The caller solves a small color alone.
        let (first, end) =
          color.isShared
          ? (Int(color.count) * share / threads, Int(color.count) * (share + 1) / threads)
          : (0, share == 0 ? Int(color.count) : 0)
        for block in first..<end { order.append(color.first + Int32(block)) }
      }
    }
  }

  private func rowsEnd() -> Int {
    let last = groups.base[groups.count - 1]
    return Int(last.start) + Int(last.count) * ContactLayout.of(Int(last.kind)).stride / 16
  }

  /// Adds the groups of the contacts without a color.
  ///
  /// In the order of the records, each contact is assigned the first layer after those of its
  /// bodies, so that the contacts of a layer share no movable body and fill the lanes of rows. A
  /// body that touches a thousand others has a thousand layers; of a thousand bodies that all
  /// overlap, most layers have hundreds of contacts.
  private mutating func addOverflow(
    _ context: GroupContext, _ bodies: BodyStore, _ contacts: ContactStore, _ solver: SolverStore
  ) {
    overflow.removeAll()
    for slot in 0..<contacts.active.count where context.classes[slot] != 0 {
      let contact = contacts.active.base[slot]
      if contacts.base[Int(contact)].color == ConstraintGraph.overflow {
        overflow.append(OverflowContact(contact: contact, kind: Int32(context.classes[slot])))
      }
    }
    var list = overflow.elements
    list.sort { $0.contact < $1.contact }
    nextLayer.resize(bodies.count)
    nextLayer.base.update(repeating: 0, count: bodies.count)
    for slot in list.indices {
      let held = contacts.base[Int(list[slot].contact)].held
      var layer: Int32 = 0
      for body in [held.a, held.b] where body >= 0 {
        layer = max(layer, nextLayer.base[Int(body)])
        // The colors of the bodies do not include the overflow.
        let index = Int(bodies.poses.base[Int(body)].solverIndex)
        solver.forces.base[index].isFree = 0
      }
      for body in [held.a, held.b] where body >= 0 { nextLayer.base[Int(body)] = layer + 1 }
      list[slot].layer = layer
    }
    list.sort { ($0.layer, $0.kind, $0.contact) < ($1.layer, $1.kind, $1.contact) }
    var first = 0
    while first < list.count {
      let (layer, kind) = (list[first].layer, list[first].kind)
      let end = list[first...].firstIndex { $0.layer != layer || $0.kind != kind } ?? list.count
      let lane = add(Int(kind), ConstraintGraph.count + Int(layer), end - first)
      for slot in first..<end {
        lanes.base[lane + slot - first] = contacts.base[Int(list[slot].contact)].manifold
      }
      first = end
    }
  }

  /// Adds the group of a color and class, unless it is empty.
  private mutating func addGroup(_ key: Int, _ context: GroupContext) {
    let count = context.total(key)
    if count == 0 { return }
    let kinds = ContactClass.count
    context.setFirstLane(add(key % kinds, key / kinds, count), of: key)
  }

  /// Adds a group of `count` contacts and returns its first lane; excess lanes are unused.
  private mutating func add(_ kind: Int, _ color: Int, _ count: Int) -> Int {
    let rowCount = (count + 3) / 4
    let lane = lanes.count
    let start = groups.isEmpty ? 0 : rowsEnd()
    groups.append(
      ContactGroup(
        kind: Int32(kind), color: Int32(color), count: Int32(rowCount), firstLane: Int32(lane),
        start: Int32(start)))
    lanes.resize(lane + rowCount * 4)
    for unused in lane + count..<lane + rowCount * 4 { lanes.base[unused] = -1 }
    addBlocks(kind, color, Int32(rowCount))
    return lane
  }

  /// Splits the last group into blocks and adds them to its color.
  ///
  /// Within a color, the blocks of all classes are sorted by body, so that threads reuse cached
  /// data.
  private mutating func addBlocks(_ kind: Int, _ color: Int, _ rowCount: Int32) {
    let group = groups.count - 1
    let weight = Int32(ContactGroup.weight(kind))
    let isSame = group > 0 && groups.base[group - 1].color == color
    if !isSame { colors.append(ColorBlocks(first: Int32(blocks.count))) }
    let last = colors.base + (colors.count - 1)
    let size = max(1, Int32(ContactBlock.maxWeight) / weight)
    var first: Int32 = 0
    while first < rowCount {
      let count = min(size, rowCount - first)
      let block = ContactBlock(
        group: Int32(group), first: first, count: count,
        position: Float(first) / Float(rowCount))
      blocks.append(block)
      var slot = blocks.count - 1
      let base = blocks.base
      while slot > Int(last.pointee.first) && base[slot - 1].position > block.position {
        base[slot] = base[slot - 1]
        slot -= 1
      }
      base[slot] = block
      first += count
    }
    last.pointee.count = Int32(blocks.count) - last.pointee.first
    last.pointee.weight += rowCount * weight
  }
}

/// A contact without a color.
private struct OverflowContact: BitwiseCopyable {
  var contact: Int32
  /// Contacts of one layer share no movable body.
  var layer: Int32 = 0
  /// The class; see ``ContactClass``.
  var kind: Int32
}

/// The arrays that grouping reads and writes, as pointers for the threads.
///
/// The key of a contact is its color times the number of classes, plus its class.
private struct GroupContext: @unchecked Sendable {
  let contacts: UnsafeMutablePointer<ContactRecord>
  let classes: UnsafeMutablePointer<UInt8>
  let active: UnsafeMutablePointer<Int32>
  let count: Int
  /// The number of parts of the active list.
  let parts: Int
  /// For each part, the number of contacts of each key, then their next lanes.
  let counts: UnsafeMutablePointer<Int32>
  /// For each part, a bit for each color of its contacts.
  let usedColors: UnsafeMutablePointer<UInt64>

  static var keyCount: Int { ConstraintGraph.count * ContactClass.count }
  /// The first key of contacts without a color.
  static var overflowKey: Int { Int(ConstraintGraph.overflow) * ContactClass.count }

  private func range(_ part: Int) -> Range<Int> {
    count * part / parts..<count * (part + 1) / parts
  }

  @inline(__always)
  private func key(_ slot: Int) -> Int {
    Int(contacts[Int(active[slot])].color) * ContactClass.count + Int(classes[slot])
  }

  /// Counts the contacts of each key in a part and collects their colors.
  func count(_ part: Int) {
    let counts = counts + part * Self.keyCount
    counts.update(repeating: 0, count: Self.keyCount)
    var used: UInt64 = 0
    let last = range(part).upperBound &- 1
    for slot in range(part) {
      carom_prefetch(contacts + Int(active[min(slot &+ 16, last)]))
      if classes[slot] == 0 { continue }
      counts[key(slot)] += 1
      used |= 1 << UInt64(contacts[Int(active[slot])].color)
    }
    usedColors[part] = used
  }

  func total(_ key: Int) -> Int {
    var sum: Int32 = 0
    for part in 0..<parts { sum += counts[part * Self.keyCount + key] }
    return Int(sum)
  }

  /// Replaces the counts of a key by the first lane of each part.
  func setFirstLane(_ first: Int, of key: Int) {
    var next = Int32(first)
    for part in 0..<parts {
      let partCount = counts[part * Self.keyCount + key]
      counts[part * Self.keyCount + key] = next
      next += partCount
    }
  }

  /// Writes the manifolds of a part to their lanes.
  func fill(_ part: Int, _ lanes: IndexList) {
    let counts = counts + part * Self.keyCount
    for slot in range(part) where classes[slot] != 0 {
      let key = key(slot)
      if key >= Self.overflowKey { continue }
      lanes.set(Int(counts[key]), contacts[Int(active[slot])].manifold)
      counts[key] += 1
    }
  }
}

/// The blocks of a step, as pointers for the threads.
struct BlockContext: @unchecked Sendable {
  let groups: UnsafeMutablePointer<ContactGroup>
  let blocks: UnsafeMutablePointer<ContactBlock>

  @inline(__always)
  func run(_ block: Int, _ body: (ContactGroup, Range<Int>) -> Void) {
    let b = blocks[block]
    let first = Int(b.first)
    body(groups[Int(b.group)], first..<first + Int(b.count))
  }
}
