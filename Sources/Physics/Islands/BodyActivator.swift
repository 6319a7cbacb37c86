import CaromMaths

/// Wakes bodies and puts them to sleep, and keeps the lists of awake bodies and active contacts
/// consistent.
final class BodyActivator {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let contacts: ContactStore
  private let joints: JointStore
  private let solver: SolverStore
  private let report: StepReport

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ contacts: ContactStore, _ joints: JointStore,
    _ solver: SolverStore, _ report: StepReport
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.contacts = contacts
    self.joints = joints
    self.solver = solver
    self.report = report
  }

  // MARK: Bodies

  /// Wakes a sleeping dynamic body together with its island; resets the sleep timer of an awake
  /// one.
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
      report.pendingSleep.append(SleepEvent(body: bodies.handle(member), isAsleep: false))
      if next < 0 { break }
      member = next
    } while member != index
  }

  /// Wakes every sleeping body that touches this one or is joined to it.
  func wakeTouching(_ index: Int) {
    contacts.forEachContact(of: index, in: bodies) { contact, other in
      if contacts.base[contact].has(ContactRecord.Flag.touching) { wake(other) }
    }
    joints.forEachJoint(of: index) { joint, other in
      if other >= 0 && joints.base[joint].has(JointRecord.Flag.attached) { wake(other) }
    }
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

  /// Appends a body to the awake list and activates its contacts.
  func appendAwake(_ index: Int) {
    assert(bodies.base[index].awakeIndex < 0)
    bodies.base[index].awakeIndex = Int32(bodies.awake.count)
    bodies.base[index].sleepTime = 0
    bodies.awake.append(Int32(index))
    updatePose(index)
    if joints.jointCount(of: index) > 0 { joints.isPlanStale = true }
    contacts.forEachContact(of: index, in: bodies) { contact, _ in activate(contact) }
  }

  /// Removes a body from the awake list and deactivates contacts without an awake body.
  func removeAwake(_ index: Int) {
    let slot = Int(bodies.base[index].awakeIndex)
    assert(slot >= 0 && bodies.awake.base[slot] == Int32(index))
    let last = bodies.awake.base[bodies.awake.count - 1]
    bodies.awake.base[slot] = last
    bodies.base[Int(last)].awakeIndex = Int32(slot)
    bodies.awake.popLast()
    bodies.base[index].awakeIndex = -1
    // Its contacts still have to account for its motion in the last step, since its pose no longer
    // moves.
    let distance: Float = bodies.base[index].motion.length + bodies.base[index].turn
    (bodies.base[index].motion, bodies.base[index].turn) = (.zero, 0)
    bodies.base[index].rotation = .zero
    updatePose(index)
    if joints.jointCount(of: index) > 0 { joints.isPlanStale = true }
    contacts.forEachContact(of: index, in: bodies) { contact, _ in
      contacts.base[contact].moved += distance
      let c = contacts.base[contact]
      if !c.has(ContactRecord.Flag.updateOnce) && !hasAwakeBody(c) { deactivate(contact) }
    }
  }

  /// Derives the pose of a body that does not step now from its record.
  func updatePose(_ index: Int) {
    if bodies.poses.count < bodies.count { bodies.poses.resize(bodies.count) }
    // A margin for 0 seconds is 0, regardless of the speculative distance.
    PoseContext(
      bodies: bodies.base, colliders: colliders.base, poses: bodies.poses.base,
      speculativeDistance: 0, dt: 0, hasExtras: true
    ).update(index)
  }

  // MARK: Contacts

  private func hasAwakeBody(_ c: ContactRecord) -> Bool {
    bodies.base[Int(c.bodyA)].isAwake || bodies.base[Int(c.bodyB)].isAwake
  }

  /// Adds a contact to those that the step updates.
  func activate(_ contact: Int) {
    guard contacts.base[contact].activeIndex < 0 else { return }
    contacts.base[contact].activeIndex = Int32(contacts.active.count)
    contacts.active.append(Int32(contact))
  }

  func deactivate(_ contact: Int) {
    releaseColor(contact)
    let slot = Int(contacts.base[contact].activeIndex)
    guard slot >= 0 else { return }
    let last = contacts.active.base[contacts.active.count - 1]
    contacts.active.base[slot] = last
    contacts.base[Int(last)].activeIndex = Int32(slot)
    contacts.active.popLast()
    contacts.base[contact].activeIndex = -1
  }

  /// Releases the color of a contact, if it has one.
  func releaseColor(_ contact: Int) {
    let c = contacts.base + contact
    guard c.pointee.color >= 0 else { return }
    solver.graph.release(c.pointee.held.a, c.pointee.held.b, color: c.pointee.color)
    c.pointee.color = -1
    c.pointee.flags &= ~(ContactRecord.Flag.holdsA | ContactRecord.Flag.holdsB)
  }

  /// Makes the next step update the contacts of a sleeping or static body once, even if no body is
  /// awake.
  func updateContactsOnce(_ index: Int) {
    if bodies.base[index].isAwake { return }
    contacts.forEachContact(of: index, in: bodies) { contact, other in
      if bodies.base[other].isAwake { return }
      contacts.base[contact].set(ContactRecord.Flag.updateOnce, true)
      activate(contact)
    }
  }

  /// Deactivates the contacts that the step had to update once.
  func clearUpdateOnce() {
    // Backwards, since the last contact moves into the slot of a removed one.
    for slot in (0..<contacts.active.count).reversed() {
      let contact = Int(contacts.active.base[slot])
      let c = contacts.base[contact]
      guard c.has(ContactRecord.Flag.updateOnce) else { continue }
      contacts.base[contact].set(ContactRecord.Flag.updateOnce, false)
      if !hasAwakeBody(c) { deactivate(contact) }
    }
  }
}
