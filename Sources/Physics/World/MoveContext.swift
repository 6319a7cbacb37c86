import CaromCollision
import CaromMaths

/// What moving the bodies at the end of a step reads and writes.
struct MoveContext: @unchecked Sendable {
  /// Only asked what stands in the way of fast bodies.
  let world: World
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let awake: UnsafeMutablePointer<Int32>
  let solved: UnsafeMutablePointer<SolverBody>
  /// What became of each awake body: ``still``, ``moved``, with or without ``changed``, or ``late``.
  let moves: UnsafeMutablePointer<UInt8>
  let shapes: UnsafeBufferPointer<Shape>
  let dynamics: TreeLeaves
  let kinematics: TreeLeaves
  let isContinuous: Bool
  let hasKinematics: Bool
  /// How far ahead contacts are found for slow bodies.
  let speculativeDistance: Float
  let dt: Float

  /// How far a body can come in the step, in metres.
  private var maxDisplacement: Float { BodyLimits.maxSpeed * dt }

  static let still: UInt8 = 0
  static let moved: UInt8 = 1
  /// A collider has a new box.
  static let changed: UInt8 = 2
  /// So fast that it might pass what moves: left where it was, to be swept on one thread.
  static let deferred: UInt8 = 4
  /// In ``ColliderRecord/isMoved``: has a new box that the tree does not know of yet.
  static let needsRefit: UInt32 = 2

  /// Moves the body in a place of the list as the solver says, but for fast ones that others may meet.
  ///
  /// All others are only swept against what is static, so any thread may move them. Fast bullets, and
  /// fast bodies in a world that has kinematic ones, wait until those have moved.
  func move(_ slot: Int) {
    let b = bodies + Int(awake[slot])
    guard isContinuous && b.pointee.isDynamic else { return moveAlong(slot) }
    let displacement: Float = solved[slot + 1].moved.length
    let isSpinning = Self.isSpinning(solved[slot + 1])
    if displacement <= 0.25 * b.pointee.innerRadius && !isSpinning { return moveAlong(slot) }
    if b.pointee.has(BodyRecord.Flag.bullet) || hasKinematics {
      moves[slot] = Self.deferred
    } else {
      sweep(slot, .statics)
    }
  }

  /// Moves a fast body that waited until all others had moved.
  func moveDeferred(_ slot: Int) {
    let isBullet = bodies[Int(awake[slot])].has(BodyRecord.Flag.bullet)
    sweep(slot, isBullet ? .all : .staticsAndKinematics)
  }

  /// Moves a fast body up to what stands in its way.
  private func sweep(_ slot: Int, _ obstacles: Obstacles) {
    let index = Int(awake[slot])
    let b = bodies + index
    let (before, center) = (b.pointee.transform, b.pointee.center)
    let spin = b.pointee.angularVelocity
    apply(slot)
    let displacement = BodySweep(
      from: before, to: b.pointee.transform, localCenter: b.pointee.localCenter,
      outerRadius: b.pointee.outerRadius, turn: (spin + b.pointee.angularVelocity) * (0.5 * dt))
    _ = world.stopAtImpact(index, displacement, obstacles)
    finish(slot, before, center)
  }

  private func moveAlong(_ slot: Int) {
    let b = bodies + Int(awake[slot])
    let (before, center) = (b.pointee.transform, b.pointee.center)
    apply(slot)
    finish(slot, before, center)
  }

  /// Puts a body where the solver or its target says.
  private func apply(_ slot: Int) {
    let b = bodies + Int(awake[slot])
    b.pointee.force = .zero
    b.pointee.torque = .zero
    if b.pointee.has(BodyRecord.Flag.hasTarget) {
      b.pointee.position = b.pointee.targetPosition
      b.pointee.orientation = b.pointee.targetOrientation
      b.pointee.set(BodyRecord.Flag.hasTarget, false)
      b.pointee.updateCenter()
    } else {
      apply(b, solved[slot + 1])
    }
  }

  /// Notes how a body moved, and gives its colliders boxes that they fit in.
  private func finish(_ slot: Int, _ before: Transform, _ center: Vector3) {
    let index = Int(awake[slot])
    let b = bodies + index
    note(index, before, center)
    let isStill =
      b.pointee.position == before.position && b.pointee.orientation == before.orientation
    moves[slot] = isStill ? Self.still : Self.moved | updateBoxes(b)
  }

  /// Gives the colliders of a body new boxes where they have left theirs.
  ///
  /// A box must hold the shape and its share of the distance at which contacts are looked for: half of
  /// what slow bodies look ahead, or all that its own speed asks for. What it has beyond is a bargain:
  /// a larger box is changed less often, and watches more pairs that never touch.
  private func updateBoxes(_ b: UnsafeMutablePointer<BodyRecord>) -> UInt8 {
    let transform = b.pointee.transform
    let leaves = b.pointee.isDynamic ? dynamics : kinematics
    let slack = max(0.5 * speculativeDistance, World.speculativeMargin(b, dt, speculativeDistance))
    let margin: Float = min(0.05, 0.08 * b.pointee.outerRadius)
    let ahead = b.pointee.velocity * (2 * dt)
    var change: UInt8 = 0
    var collider = b.pointee.firstCollider
    while collider >= 0 {
      let c = colliders + Int(collider)
      let placed = c.pointee.transform(in: transform)
      let tight: AABB
      if c.pointee.isBall != 0 {
        tight = AABB(
          center: placed.position, halfExtents: Vector3(repeating: c.pointee.roundRadius + slack))
      } else {
        tight = shapes[Int(collider)].bounds(at: placed).expanded(by: slack)
      }
      if leaves.update(c.pointee.proxy, tight: tight, margin: margin, ahead: ahead) {
        c.pointee.isMoved |= Self.needsRefit
        change = Self.changed
      }
      collider = c.pointee.next
    }
    return change
  }

  /// Whether a body turned by more than half a radian in the step: sin² ¼ is 0.0612.
  @inline(__always)
  static func isSpinning(_ s: SolverBody) -> Bool { s.turned.vector.lengthSquared > 0.0612 }

  /// Notes how far the surface of a body came in this step.
  func note(_ index: Int, _ before: Transform, _ center: Vector3) {
    let b = bodies + index
    b.pointee.motion = b.pointee.center - center
    b.pointee.turn = 0
    if b.pointee.orientation != before.orientation {
      let turn = b.pointee.orientation * before.orientation.inverse
      b.pointee.turn = 2 * b.pointee.outerRadius * turn.vector.length
    }
  }

  /// The angular velocity of a body that turned far in a step, without energy from nowhere.
  ///
  /// Contacts push a body as its inertia lies when the step begins. When a plate or a rod has turned
  /// by an angle since, the same change of angular velocity means another change of energy, up to
  /// twenty times as much: it keeps no more than it had and what the impulses meant to add,
  ///
  ///     ω₀·I₀·Δω + ½ Δω·I₀·Δω        Δω = ω₁ − I₁⁻¹·I₀·ω₀
  private func clampRotationalEnergy(
    _ b: UnsafeMutablePointer<BodyRecord>, _ before: Vector3, _ after: Vector3, _ end: Quaternion
  ) -> Vector3 {
    let start = b.pointee.orientation
    let (inertia, inverse) = (b.pointee.inertia, b.pointee.inverseInertia)
    let momentum: Vector3 = start.rotate(inertia * start.unrotate(before))
    let free: Vector3 = end.rotate(inverse * end.unrotate(momentum))
    let change: Vector3 = after - free
    let meant: Float =
      momentum.dot(change) + 0.5 * change.dot(start.rotate(inertia * start.unrotate(change)))
    let allowed: Float = 0.5 * before.dot(momentum) + max(meant, 0)
    let energy: Float = 0.5 * after.dot(end.rotate(inertia * end.unrotate(after)))
    if !(energy > 1.02 * allowed) { return after }
    return after * (allowed / energy).squareRoot()
  }

  /// Applies the movement of a step to a body.
  ///
  /// Speed, that of a surface that turns and way are cut off at 10 km/s, and a body whose numbers
  /// overflowed or that would leave the world stays where it was at rest, so that absurd masses and
  /// forces in a file cannot spread.
  @inline(__always)
  private func apply(_ b: UnsafeMutablePointer<BodyRecord>, _ s: SolverBody) {
    let (velocity, angularVelocity, turned) = (s.linear, s.angular, s.turned)
    let isFinite =
      velocity.isFinite && angularVelocity.isFinite && s.moved.isFinite && turned.isFinite
    let long: Float = s.moved.lengthSquared
    let isCut: Bool = long > maxDisplacement * maxDisplacement
    // Its square may be infinite where the way is not.
    let moved: Vector3 = isCut ? (s.moved * (1 / s.moved.magnitudes.greatest)) : s.moved
    let displacement: Vector3 = isCut ? moved.normalized(or: .zero) * maxDisplacement : moved
    guard isFinite, BodyLimits.isInWorld(b.pointee.center + displacement) else {
      b.pointee.velocity = .zero
      b.pointee.angularVelocity = .zero
      return
    }
    b.pointee.velocity = velocity
    let greatest: Float = BodyLimits.maxSpeed
    if velocity.lengthSquared > greatest * greatest {
      b.pointee.velocity = velocity * (greatest / velocity.length)
    }
    let spin = b.pointee.angularVelocity
    b.pointee.angularVelocity = angularVelocity
    let turning: Float = angularVelocity.magnitudes.greatest * b.pointee.outerRadius
    if turning > greatest { b.pointee.angularVelocity = angularVelocity * (greatest / turning) }
    b.pointee.center += displacement
    if turned != .identity {
      let end = (turned * b.pointee.orientation).normalized
      if Self.isSpinning(s) && b.pointee.has(BodyRecord.Flag.gyroscopic) {
        b.pointee.angularVelocity = clampRotationalEnergy(b, spin, b.pointee.angularVelocity, end)
      }
      b.pointee.orientation = end
    }
    b.pointee.updatePosition()
  }
}
