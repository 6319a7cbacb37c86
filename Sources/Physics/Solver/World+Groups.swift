import CaromMaths

// The contacts of a step by colour and class: counted, given their places, and put there. Threads count
// and put some of the active contacts each; the order within a group is that of the list all the same.

extension World {
  /// Sorts the contacts that are to be solved by colour and class.
  func groupContacts() {
    solver.groups.removeAll()
    solver.blocks.removeAll()
    solver.colors.removeAll()
    solver.lanes.removeAll()
    let parts = active.count < 4096 ? 1 : 8
    solver.counts.resize(GroupContext.keyCount * parts)
    let context = GroupContext(
      contacts: contacts.base, classes: classes.base, active: active.base, count: active.count,
      parts: parts, counts: solver.counts.base)
    parallelFor(parts, chunkSize: 1, minimumCount: 2) { range in
      for part in range { context.count(part) }
    }
    addOverflow(context)
    for key in 0..<GroupContext.overflowKey { addGroup(key, context) }
    solver.rows.resize(solver.groups.isEmpty ? 0 : rowsEnd())
    let lanes = IndexList(solver.lanes.base)
    parallelFor(parts, chunkSize: 1, minimumCount: 2) { range in
      for part in range { context.put(part, lanes) }
    }
  }

  private func rowsEnd() -> Int {
    let last = solver.groups.base[solver.groups.count - 1]
    return Int(last.start) + Int(last.count) * ContactLayout.of(Int(last.kind)).stride / 16
  }

  /// Makes a group of each contact that found no colour, in the order of the records.
  private func addOverflow(_ context: GroupContext) {
    var count = 0
    for key in GroupContext.overflowKey..<GroupContext.keyCount { count += context.total(key) }
    solver.overflow.removeAll()
    if count == 0 { return }
    for slot in 0..<active.count where context.classes[slot] != 0 {
      let contact = active.base[slot]
      if contacts.base[Int(contact)].color == ConstraintGraph.overflow {
        solver.overflow.append(contact)
      }
    }
    var overflow = solver.overflow.elements
    overflow.sort()
    for slot in 0..<solver.overflow.count {
      let c = contacts.base[Int(solver.overflow.base[slot])]
      let kind = Int(classes.base[Int(c.activeIndex)])
      let lane = add(kind, Int(ConstraintGraph.overflow), 1)
      solver.lanes.base[lane] = c.manifold
      // The colours of its bodies do not show it.
      if c.held.a >= 0 { setTouched(c.held.a) }
      if c.held.b >= 0 { setTouched(c.held.b) }
    }
  }

  /// Notes that a body does not fly free.
  private func setTouched(_ body: Int32) {
    solver.forces.base[Int(poses.base[Int(body)].solverIndex)].isFree = 0
  }

  /// Makes the group of a colour and class, if it has any contacts.
  private func addGroup(_ key: Int, _ context: GroupContext) {
    let count = context.total(key)
    if count == 0 { return }
    let kinds = ContactClass.count
    context.slot(key, from: add(key % kinds, key / kinds, count))
  }

  /// Adds a group of `count` contacts and returns its first lane; those beyond its contacts are unused.
  private func add(_ kind: Int, _ color: Int, _ count: Int) -> Int {
    let rows = (count + 3) / 4
    let lane = solver.lanes.count
    let start = solver.groups.isEmpty ? 0 : rowsEnd()
    solver.groups.append(
      ContactGroup(
        kind: Int32(kind), color: Int32(color), count: Int32(rows), firstLane: Int32(lane),
        start: Int32(start)))
    solver.lanes.resize(lane + rows * 4)
    for unused in lane + count..<lane + rows * 4 { solver.lanes.base[unused] = -1 }
    addBlocks(kind, color, Int32(rows))
    return lane
  }

  /// Cuts the group that was added last into blocks, and adds them to its colour.
  ///
  /// Contacts without a colour may share bodies: each is as a colour of its own. Within a colour, blocks
  /// of all classes lie in the order of the bodies, so that threads find what they had before.
  private func addBlocks(_ kind: Int, _ color: Int, _ rows: Int32) {
    let group = solver.groups.count - 1
    let weight = Int32(ContactGroup.weight(kind))
    let isSame =
      group > 0 && color != ConstraintGraph.overflow
      && solver.groups.base[group - 1].color == color
    if !isSame { solver.colors.append(ColorBlocks(first: Int32(solver.blocks.count))) }
    let last = solver.colors.base + (solver.colors.count - 1)
    let size = max(1, Int32(ContactBlock.weight) / weight)
    var first: Int32 = 0
    while first < rows {
      let count = min(size, rows - first)
      let block = ContactBlock(
        group: Int32(group), first: first, count: count,
        position: Float(first) / Float(rows))
      solver.blocks.append(block)
      var slot = solver.blocks.count - 1
      let blocks = solver.blocks.base
      while slot > Int(last.pointee.first) && blocks[slot - 1].position > block.position {
        blocks[slot] = blocks[slot - 1]
        slot -= 1
      }
      blocks[slot] = block
      first += count
    }
    last.pointee.count = Int32(solver.blocks.count) - last.pointee.first
    last.pointee.weight += rows * weight
  }
}

/// What sorting contacts into groups reads and writes.
struct GroupContext: @unchecked Sendable {
  let contacts: UnsafeMutablePointer<ContactRecord>
  let classes: UnsafeMutablePointer<UInt8>
  let active: UnsafeMutablePointer<Int32>
  let count: Int
  /// How many parts the list is cut into.
  let parts: Int
  /// For each part, how many contacts each colour and class has, then where its lanes go on.
  let counts: UnsafeMutablePointer<Int32>

  static var keyCount: Int { ConstraintGraph.count * ContactClass.count }
  /// The first key of contacts without a colour.
  static var overflowKey: Int { Int(ConstraintGraph.overflow) * ContactClass.count }

  private func range(_ part: Int) -> Range<Int> {
    count * part / parts..<count * (part + 1) / parts
  }

  @inline(__always)
  private func key(_ slot: Int) -> Int {
    Int(contacts[Int(active[slot])].color) * ContactClass.count + Int(classes[slot])
  }

  func count(_ part: Int) {
    let counts = counts + part * Self.keyCount
    counts.update(repeating: 0, count: Self.keyCount)
    for slot in range(part) where classes[slot] != 0 { counts[key(slot)] += 1 }
  }

  func total(_ key: Int) -> Int {
    var sum: Int32 = 0
    for part in 0..<parts { sum += counts[part * Self.keyCount + key] }
    return Int(sum)
  }

  /// Says where the lanes of each part begin.
  func slot(_ key: Int, from first: Int) {
    var next = Int32(first)
    for part in 0..<parts {
      let held = counts[part * Self.keyCount + key]
      counts[part * Self.keyCount + key] = next
      next += held
    }
  }

  func put(_ part: Int, _ lanes: IndexList) {
    let counts = counts + part * Self.keyCount
    for slot in range(part) where classes[slot] != 0 {
      let key = key(slot)
      if key >= Self.overflowKey { continue }
      lanes.set(Int(counts[key]), contacts[Int(active[slot])].manifold)
      counts[key] += 1
    }
  }
}

/// The blocks of a step, for threads to run.
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
