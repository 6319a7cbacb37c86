import CaromCollision
import CaromMaths

/// The arrays that moving bodies reads and writes, as pointers for the threads.
struct MoveContext: @unchecked Sendable {
  let continuous: ContinuousCollision
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let poses: UnsafeMutablePointer<BodyPose>
  let awake: UnsafeMutablePointer<Int32>
  let solved: UnsafeMutablePointer<SolverBody>
  let forces: UnsafeMutablePointer<SolverForce>
  /// The result for each awake body: ``still``, ``moved`` with or without ``changed`` and ``fast``,
  /// or ``deferred``.
  let moves: UnsafeMutablePointer<UInt8>
  let shapes: UnsafeBufferPointer<Shape>
  let dynamics: TreeLeaves
  let kinematics: TreeLeaves
  let isContinuous: Bool
  let speculativeDistance: Float
  let dt: Float
  let substeps: Int
  /// Whether the world has bullets.
  let hasBullets: Bool
  /// The maximum distance by which a point of a kinematic body moved in the step, in meters.
  var maxKinematicMotion: Float = 0

  static let still: UInt8 = 0
  static let moved: UInt8 = 1
  /// A collider has a new box.
  static let changed: UInt8 = 2
  /// A bullet, which is moved last.
  static let deferred: UInt8 = 4
  /// A dynamic body that may have run over a bullet.
  static let fast: UInt8 = 8
  /// A body that left the boxes in which the pair search of the step saw it.
  static let stray: UInt8 = 16
  /// A bit of ``ColliderRecord/isMoved``: the collider has a new box that its tree is not refitted
  /// to.
  static let needsRefit: UInt32 = 2

  /// Moves the dynamic body in a slot of the awake list, up to its first impact if it is fast.
  ///
  /// A bullet, which is swept against other dynamic bodies, waits until these have moved.
  func move(_ slot: Int) {
    let index = Int(awake[slot])
    let b = bodies + index
    guard b.pointee.isDynamic else { return }
    let kind = b.pointee.flags & (BodyRecord.Flag.bullet | BodyRecord.Flag.discrete)
    if isContinuous && kind == BodyRecord.Flag.bullet {
      moves[slot] = Self.deferred
      return
    }
    let obstacles = obstacles(slot)
    if obstacles.isEmpty {
      moveWithoutSweep(slot)
    } else {
      sweep(slot, obstacles)
    }
    if hasBullets && isFastObstacle(b) { moves[slot] |= Self.fast }
  }

  /// Moves a bullet, after all other bodies.
  ///
  /// `isAnyFast` tells whether one of them is fast, and `isAnyStray` whether one of them, or a
  /// bullet that has moved, is a stray.
  func moveBullet(_ slot: Int, isAnyFast: Bool, isAnyStray: Bool) {
    var obstacles = obstacles(slot)
    if isAnyFast || obstacles.contains(.statics), isAnyStray || mayMeetDynamic(slot) {
      obstacles.insert(.dynamics)
    }
    if obstacles.isEmpty {
      moveWithoutSweep(slot)
    } else {
      sweep(slot, obstacles)
    }
  }

  /// Whether a bullet may meet a dynamic body, if none of them is a stray.
  ///
  /// While its path is inside its box, it meets only bodies with which it has contacts.
  private func mayMeetDynamic(_ slot: Int) -> Bool {
    let index = Int(awake[slot])
    let b = bodies + index
    let collider = Int(b.pointee.firstCollider)
    if collider < 0 { return false }
    let start = AABB(
      center: b.pointee.center, halfExtents: Vector3(repeating: b.pointee.outerRadius))
    let moved = solved[slot + 1].moved
    let path = start.union(AABB(min: start.min + moved, max: start.max + moved))
    return colliders[collider].next >= 0 || colliders[collider].isMoved != 0
      || !dynamics.contains(colliders[collider].proxy, path)
      || continuous.hasDynamicContact(index)
  }

  /// What a body must be swept against, except dynamic bodies.
  @inline(__always)
  private func obstacles(_ slot: Int) -> Obstacles {
    let index = Int(awake[slot])
    let b = bodies + index
    if !isContinuous || b.pointee.has(BodyRecord.Flag.discrete) { return [] }
    let s = solved + (slot + 1)
    let isFast =
      SweepLimits.isFast(s.pointee.moved, b.pointee.innerRadius)
      || (isSpinning(s) && poses[index].center.w == 0)
    if isFast { return [.statics, .kinematics] }
    return mayBeRunOver(s.pointee.moved, b.pointee.innerRadius) ? .kinematics : []
  }

  /// Whether a body rotates far; whole turns in a step show in its velocity only.
  @inline(__always)
  private func isSpinning(_ s: UnsafeMutablePointer<SolverBody>) -> Bool {
    SweepLimits.isSpinning(s.pointee.turned.vector)
      || s.pointee.angular.lengthSquared * dt * dt > 4
  }

  /// Whether a dynamic body moved so far in the step that it may have run over a bullet.
  @inline(__always)
  private func isFastObstacle(_ b: UnsafeMutablePointer<BodyRecord>) -> Bool {
    b.pointee.motion.length + b.pointee.turn > 0.25 * b.pointee.innerRadius
  }

  /// Whether a kinematic body moves so far that a body may be fast relative to it.
  @inline(__always)
  private func mayBeRunOver(_ moved: Vector3, _ innerRadius: Float) -> Bool {
    guard isContinuous, maxKinematicMotion > 0 else { return false }
    return moved.length + maxKinematicMotion > 0.25 * innerRadius
  }

  /// Moves the kinematic body in a slot of the awake list.
  func moveKinematic(_ slot: Int) { moveWithoutSweep(slot) }

  /// Moves a body up to its first impact.
  func sweep(_ slot: Int, _ obstacles: Obstacles) {
    let index = Int(awake[slot])
    let b = bodies + index
    let (before, center) = (b.pointee.transform, b.pointee.center)
    let (velocity, angularVelocity) = (b.pointee.velocity, b.pointee.angularVelocity)
    applyMotion(slot)
    let turn: Vector3 = (angularVelocity + b.pointee.angularVelocity) * (0.5 * dt)
    if !isFree(index, before, center, turn, obstacles) {
      let gained: Vector3 = b.pointee.velocity - velocity
      let motion = BodySweep(
        from: before, to: b.pointee.transform, localCenter: b.pointee.localCenter,
        outerRadius: b.pointee.outerRadius, turn: turn, isBall: poses[index].center.w > 0)
      if let fraction = continuous.stopAtImpact(index, motion, obstacles) {
        if b.pointee.has(BodyRecord.Flag.jointed) {
          let energy: Float = b.pointee.kineticEnergy(
            velocity, angularVelocity, before.orientation)
          removeUndoneWork(b, energy, fraction)
        } else {
          removeUnfallenSpeed(slot, gained, fraction)
        }
      }
    }
    finish(slot, before, center)
  }

  /// Whether a body surely has no impact on its path; most that are swept have none.
  @inline(__always)
  private func isFree(
    _ index: Int, _ before: Transform, _ center: Vector3, _ turn: Vector3, _ obstacles: Obstacles
  ) -> Bool {
    let b = bodies + index
    let radius: Float = poses[index].center.w
    if radius > 0 && obstacles.contains(.statics) {
      return continuous.isFree(ball: index, radius: radius, from: center, obstacles)
    }
    let angle: Float =
      radius > 0
      ? 0 : BodySweep.angle(from: before.orientation, to: b.pointee.orientation, turn: turn)
    return continuous.meetsNothing(
      index, from: center, to: b.pointee.center, outerRadius: b.pointee.outerRadius, angle: angle,
      obstacles)
  }

  /// Removes the part of the speed gained in the step that a falling body would gain after its
  /// impact at a fraction of the step.
  ///
  /// It ends where the impact is, and bounces in the next step. With the speed of the end of this
  /// step, a ball that falls at 10 m/s would gain up to g·v·h = 1.6 J/kg, 3 % of its energy. A body
  /// falls if it has no contact, or if none resisted its acceleration.
  private func removeUnfallenSpeed(_ slot: Int, _ gained: Vector3, _ fraction: Float) {
    let f = forces + (slot + 1)
    let acceleration = Vector3(f.pointee.acceleration)
    let whole: Float = acceleration.lengthSquared * dt
    let isFalling = f.pointee.isFree != 0 || abs(gained.dot(acceleration) - whole) <= 0.01 * whole
    guard isFalling else { return }
    bodies[Int(awake[slot])].velocity -= acceleration * ((1 - fraction) * dt)
  }

  /// Removes the work that the joints of a body did on the part of its path that is undone.
  ///
  /// Their springs have that energy again, and would do the same work in each step in which the
  /// body is stopped. On the fraction f of the path, a steady force does the fraction f of the work
  /// K − K₀:
  ///
  ///     K ← K₀ + f·(K − K₀)
  private func removeUndoneWork(
    _ b: UnsafeMutablePointer<BodyRecord>, _ start: Float, _ fraction: Float
  ) {
    let end: Float = b.pointee.kineticEnergy(
      b.pointee.velocity, b.pointee.angularVelocity, b.pointee.orientation)
    guard end > start else { return }
    let scale: Float = ((start + fraction * (end - start)) / end).squareRoot()
    b.pointee.velocity *= scale
    b.pointee.angularVelocity *= scale
  }

  private func moveWithoutSweep(_ slot: Int) {
    let b = bodies + Int(awake[slot])
    let (before, center) = (b.pointee.transform, b.pointee.center)
    applyMotion(slot)
    finish(slot, before, center)
  }

  /// Moves a body to its kinematic target or by the motion that the solver computed.
  private func applyMotion(_ slot: Int) {
    let b = bodies + Int(awake[slot])
    b.pointee.force = .zero
    b.pointee.torque = .zero
    if b.pointee.has(BodyRecord.Flag.hasTarget) {
      b.pointee.position = b.pointee.targetPosition
      b.pointee.orientation = b.pointee.targetOrientation
      b.pointee.flags &= ~(BodyRecord.Flag.hasTarget | BodyRecord.Flag.givenVelocity)
      b.pointee.updateCenter()
    } else {
      apply(b, solved[slot + 1], forces + (slot + 1))
    }
  }

  /// Records the motion of a body, and updates the boxes of its colliders.
  private func finish(_ slot: Int, _ before: Transform, _ center: Vector3) {
    let index = Int(awake[slot])
    let b = bodies + index
    recordMotion(index, before, center)
    let isStill =
      b.pointee.position == before.position && b.pointee.orientation == before.orientation
    moves[slot] = isStill ? Self.still : Self.moved | updateBoxes(index, before)
  }

  /// Records how far the center and the surface of a body moved in this step.
  func recordMotion(_ index: Int, _ before: Transform, _ center: Vector3) {
    let b = bodies + index
    b.pointee.motion = b.pointee.center - center
    b.pointee.turn = 0
    b.pointee.rotation = .zero
    if b.pointee.orientation != before.orientation {
      let turn = Quaternion(
        F4.product(F4(b.pointee.orientation), F4(before.orientation.inverse)))
      b.pointee.turn = 2 * b.pointee.outerRadius * turn.vector.length
      // Of the two quaternions of a rotation, that of the shorter one.
      b.pointee.rotation = turn.vector * (turn.w < 0 ? -2 : 2)
    }
  }

  /// Assigns new boxes to colliders that left their boxes; returns ``changed`` if there are any,
  /// and ``stray``, which is only known if there are bullets.
  ///
  /// A box must contain the shape and the body's share of the contact distance: half of the
  /// speculative distance, or its own speculative margin. A new box contains the motion of two more
  /// steps, or of three if bullets must find it, and ``BroadPhaseMargin``.
  ///
  /// The box of a kinematic body contains its motion in the step, so that sweeps find it, and where
  /// there are bullets also that of any other fast body, and that of the coming step, so that the
  /// contacts of a bullet tell what it may meet.
  private func updateBoxes(_ index: Int, _ before: Transform) -> UInt8 {
    let b = bodies + index
    let transform = b.pointee.transform
    let leaves = b.pointee.isDynamic ? dynamics : kinematics
    let isBall: Bool = poses[index].center.w > 0
    let spin: Float = isBall ? 0 : b.pointee.angularVelocity.length * b.pointee.outerRadius
    let slack = max(
      0.5 * speculativeDistance,
      b.pointee.speculativeMargin(dt, speculativeDistance, spin: spin))
    let margin: Float = BroadPhaseMargin.ofMovingBody(outerRadius: b.pointee.outerRadius)
    let next: Vector3 = b.pointee.velocity * dt
    let mayMeetBullet: Bool = hasBullets && b.pointee.isDynamic && isFastObstacle(b)
    let containsMotion: Bool = mayMeetBullet || b.pointee.isKinematic
    let ahead: Vector3 = next * (mayMeetBullet ? 3 : 2)
    var change: UInt8 = 0
    var collider = b.pointee.firstCollider
    while collider >= 0 {
      let c = colliders + Int(collider)
      var path = bounds(Int(collider), in: transform)
      var tight = path.expanded(by: slack)
      if containsMotion {
        let start = bounds(Int(collider), in: before).expanded(by: isBall ? 0 : rise(of: b))
        path = path.union(start)
        tight = tight.union(start)
      }
      if mayMeetBullet {
        tight = tight.union(AABB(min: tight.min + next, max: tight.max + next))
      }
      if hasBullets && !leaves.contains(c.pointee.proxy, path) { change |= Self.stray }
      if leaves.update(c.pointee.proxy, tight: tight, margin: margin, ahead: ahead) {
        c.pointee.isMoved |= Self.needsRefit
        change |= Self.changed
      }
      collider = c.pointee.next
    }
    return change
  }

  /// The box of a collider.
  @inline(__always)
  private func bounds(_ collider: Int, in transform: Transform) -> AABB {
    let c = colliders + collider
    let placed = c.pointee.transform(in: transform)
    if c.pointee.isBall != 0 {
      return AABB(
        center: placed.position, halfExtents: Vector3(repeating: c.pointee.roundRadius))
    }
    return shapes[collider].bounds(at: placed)
  }

  /// The maximum distance by which the arcs of a body's points rise above their chords.
  private func rise(of b: UnsafeMutablePointer<BodyRecord>) -> Float {
    let diameter: Float = 2 * b.pointee.outerRadius
    if b.pointee.angularVelocity.length * dt > 2 { return diameter }
    // The sine of half the angle.
    let sine: Float = diameter > 0 ? min(b.pointee.turn / diameter, 1) : 0
    return 0.5 * diameter * (1 - (1 - sine * sine).squareRoot())
  }
}
