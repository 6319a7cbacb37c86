import CaromCollision
import CaromMaths

extension World {
  /// Moves the world on by `dt` seconds.
  ///
  /// Finds contacts, solves them in substeps, moves the bodies, then writes ``contactEvents``,
  /// ``hitEvents``, ``sleepEvents``, ``jointEvents`` and ``movedBodies``. Forces that were applied since the last step act now.
  /// - Precondition: `dt` is above 0 and finite.
  /// - Complexity: What is awake and what touches it; sleeping and static bodies cost nothing.
  public func step(_ dt: Float) {
    precondition(dt > 0 && dt.isFinite, "A step takes more than 0 seconds")
    stepCount += 1
    updateDamping(dt / Float(settings.substeps))
    startKinematics(dt)
    findWheelContacts()
    endStage(.start)
    findPairs()
    updatePoses(dt)
    collideContacts(dt)
    removeGhostContacts()
    applyFields(dt)
    driveVehicles(dt)
    recordPreSolveVelocities()
    endStage(.forces)
    solve(dt)
    moveBodies(dt)
    storeJoints(dt)
    reportContacts()
    if settings.allowsSleep { putToSleep(dt) }
    endStage(.reporting)
    sleepEvents.removeAll(keepingCapacity: true)
    swap(&sleepEvents, &pendingSleep)
  }

  /// Gives kinematic bodies the velocity that their target asks for, and lets others come to rest.
  private func startKinematics(_ dt: Float) {
    guard broadPhase.kinematics.count > 0 else { return }
    var slot = 0
    while slot < awake.count {
      let index = Int(awake.base[slot])
      let b = bodies.base + index
      if b.pointee.isKinematic {
        if b.pointee.has(BodyRecord.Flag.hasTarget) {
          b.pointee.velocity = (b.pointee.targetPosition - b.pointee.position) / dt
          b.pointee.angularVelocity = Self.angularVelocity(
            from: b.pointee.orientation, to: b.pointee.targetOrientation, in: dt)
          b.pointee.set(BodyRecord.Flag.targetVelocity, true)
        } else if b.pointee.has(BodyRecord.Flag.targetVelocity) {
          b.pointee.velocity = .zero
          b.pointee.angularVelocity = .zero
          b.pointee.set(BodyRecord.Flag.targetVelocity, false)
        }
        if !b.pointee.isMoving {
          removeAwake(index)
          // Where it came to in the last step has not been looked at yet.
          updateContactsOnce(index)
          continue
        }
      }
      slot += 1
    }
  }

  /// The constant angular velocity that turns `a` into `b` the short way in `dt` seconds.
  static func angularVelocity(from a: Quaternion, to b: Quaternion, in dt: Float) -> Vector3 {
    if a == b { return .zero }
    var q = b * a.inverse
    if q.w < 0 { q = Quaternion(-q.x, -q.y, -q.z, -q.w) }
    let sine = q.vector.length
    if sine < 1e-9 { return q.vector * (2 / dt) }
    return q.vector * (2 * Portable.atan2(sine, q.w) / (sine * dt))
  }

  /// How far ahead contacts of a body are looked for: what it may move in a step, within its size.
  static func speculativeMargin(
    _ b: UnsafeMutablePointer<BodyRecord>, _ dt: Float, _ speculativeDistance: Float
  ) -> Float {
    let speed: Float =
      b.pointee.velocity.length + b.pointee.angularVelocity.length * b.pointee.outerRadius
    return min(speed * dt, max(speculativeDistance, 0.5 * b.pointee.innerRadius))
  }
}
