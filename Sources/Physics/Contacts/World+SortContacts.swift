import CaromMaths

extension World {
  /// Puts the active contacts into the order of their bodies, for the processors' caches.
  ///
  /// Threads begin with the same part of every list. When the contacts of a part are those of the bodies
  /// of the same part, most of what a thread writes it reads again itself. Contacts come and go, so this
  /// is done now and then, as the state says: never by the number of threads.
  func sortActiveContacts() {
    let count = active.count
    let parts = 1024
    if count < 512 { return }
    let (records, contacts) = (bodies.base, contacts.base)
    let list = active.base
    // Each contact goes with the first of its bodies that is awake.
    func part(_ contact: Int32) -> Int {
      let c = contacts + Int(contact)
      let (a, b) = (
        records[Int(c.pointee.bodyA)].awakeIndex, records[Int(c.pointee.bodyB)].awakeIndex
      )
      let first = a < 0 || (b >= 0 && b < a) ? b : a
      return first < 0 ? 0 : Int(first) * parts / awake.count
    }
    ordering.resize(parts + 2 * count)
    let next = ordering.base
    let keys = next + parts
    let ordered = keys + count
    next.update(repeating: 0, count: parts)
    for slot in 0..<count {
      let key = part(list[slot])
      keys[slot] = Int32(key)
      next[key] += 1
    }
    var sum: Int32 = 0
    for key in 0..<parts {
      let held = next[key]
      next[key] = sum
      sum += held
    }
    for slot in 0..<count {
      let key = Int(keys[slot])
      ordered[Int(next[key])] = list[slot]
      next[key] += 1
    }
    for slot in 0..<count {
      list[slot] = ordered[slot]
      contacts[Int(ordered[slot])].activeIndex = Int32(slot)
    }
  }
}
