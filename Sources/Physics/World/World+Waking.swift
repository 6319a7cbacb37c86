import CaromMaths

extension World {
  /// Puts a body at the end of the list of awake bodies and its contacts among the active ones.
  func appendAwake(_ index: Int) {
    assert(bodies.base[index].awakeIndex < 0)
    bodies.base[index].awakeIndex = Int32(awake.count)
    bodies.base[index].sleepTime = 0
    awake.append(Int32(index))
    updatePose(index)
    if jointCount(of: index) > 0 { isJointPlanStale = true }
    forEachContact(index) { contact, _ in activate(contact) }
  }

  /// Takes a body out of the list of awake bodies, and contacts that nobody awake has.
  func removeAwake(_ index: Int) {
    let slot = Int(bodies.base[index].awakeIndex)
    assert(slot >= 0 && awake.base[slot] == Int32(index))
    let last = awake.base[awake.count - 1]
    awake.base[slot] = last
    bodies.base[Int(last)].awakeIndex = Int32(slot)
    awake.popLast()
    bodies.base[index].awakeIndex = -1
    // What it moved in the last step counts once more, since its pose stands still from now on.
    let displacement: Float = bodies.base[index].motion.length + bodies.base[index].turn
    (bodies.base[index].motion, bodies.base[index].turn) = (.zero, 0)
    updatePose(index)
    if jointCount(of: index) > 0 { isJointPlanStale = true }
    forEachContact(index) { contact, _ in
      contacts.base[contact].moved += displacement
      let c = contacts.base[contact]
      if c.has(ContactRecord.Flag.updateOnce) { return }
      if !bodies.base[Int(c.bodyA)].isAwake && !bodies.base[Int(c.bodyB)].isAwake {
        deactivate(contact)
      }
    }
  }

  /// Wakes a sleeping dynamic body together with its island; restarts the clock of an awake one.
  func wake(_ index: Int) {
    let b = bodies.base[index]
    guard b.isDynamic && b.has(BodyRecord.Flag.enabled) else { return }
    if b.isAwake {
      bodies.base[index].sleepTime = 0
      return
    }
    var member = index
    repeat {
      let next = Int(bodies.base[member].nextInIsland)
      bodies.base[member].nextInIsland = -1
      appendAwake(member)
      pendingSleep.append(SleepEvent(body: handle(member), isAsleep: false))
      if next < 0 { break }
      member = next
    } while member != index
  }

  /// Wakes every sleeping body that touches this one or is joined to it.
  func wakeTouching(_ index: Int) {
    forEachContact(index) { contact, other in
      if contacts.base[contact].has(ContactRecord.Flag.touching) { wake(other) }
    }
    if jointCount(of: index) > 0 { wakeJoined(index) }
  }

  /// Wakes every body.
  func wakeAll() {
    for index in 0..<bodies.count where bodies.base[index].has(BodyRecord.Flag.alive) {
      wake(index)
    }
  }

  /// Wakes a body whose velocity or target was set.
  func startMoving(_ index: Int) {
    let b = bodies.base[index]
    guard b.has(BodyRecord.Flag.enabled) else { return }
    if b.isKinematic && b.isMoving {
      if !b.isAwake { appendAwake(index) }
      wakeTouching(index)
    }
    wake(index)
  }
}
