import CaromMaths

/// What moving the bodies at the end of a step reads and writes.
struct MoveContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let awake: UnsafeMutablePointer<Int32>
  let solved: UnsafeMutablePointer<SolverBody>
  /// What became of each awake body: ``still``, ``moved`` or ``fast``.
  let moves: UnsafeMutablePointer<UInt8>
  let isContinuous: Bool
  /// How far a body can come in the step, in metres.
  let greatestWay: Float

  static let still: UInt8 = 0
  static let moved: UInt8 = 1
  /// So fast that it might pass something: left where it was, to be swept on one thread.
  static let fast: UInt8 = 2

  /// Copies the outcome of the solver into the body in a place of the list; a fast one only if asked.
  func move(_ place: Int, isLast: Bool) {
    let index = Int(awake[place])
    let b = bodies + index
    let way: Float = solved[place + 1].moved.length
    let isFast = way > 0.25 * b.pointee.innerRadius || Self.isSpinning(solved[place + 1])
    if !isLast && isContinuous && b.pointee.isDynamic && isFast {
      moves[place] = Self.fast
      return
    }
    let before = b.pointee.transform
    let center = b.pointee.center
    b.pointee.force = .zero
    b.pointee.torque = .zero
    if b.pointee.has(BodyRecord.Flag.hasTarget) {
      b.pointee.position = b.pointee.targetPosition
      b.pointee.orientation = b.pointee.targetOrientation
      b.pointee.set(BodyRecord.Flag.hasTarget, false)
      b.pointee.updateCenter()
    } else {
      apply(b, solved[place + 1])
    }
    note(index, before, center)
    let isStill =
      b.pointee.position == before.position && b.pointee.orientation == before.orientation
    moves[place] = isStill ? Self.still : Self.moved
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

  /// Applies the movement of a step to a body.
  ///
  /// Speed and way are cut off at 10 km/s, and a body whose numbers overflowed or that would leave the
  /// world stays where it was at rest, so that absurd masses and forces in a file cannot spread.
  @inline(__always)
  private func apply(_ b: UnsafeMutablePointer<BodyRecord>, _ s: SolverBody) {
    let (velocity, angularVelocity, turned) = (s.linear, s.angular, s.turned)
    let isFinite =
      velocity.isFinite && angularVelocity.isFinite && s.moved.isFinite && turned.isFinite
    let long: Float = s.moved.lengthSquared
    let isCut: Bool = long > greatestWay * greatestWay
    // Its square may be infinite where the way is not.
    let moved: Vector3 = isCut ? (s.moved * (1 / s.moved.magnitudes.greatest)) : s.moved
    let way: Vector3 = isCut ? moved.normalized(or: .zero) * greatestWay : moved
    guard isFinite, BodyChecks.isPlace(b.pointee.center + way) else {
      b.pointee.velocity = .zero
      b.pointee.angularVelocity = .zero
      return
    }
    b.pointee.velocity = velocity
    let greatest: Float = BodyChecks.greatestSpeed
    if velocity.lengthSquared > greatest * greatest {
      b.pointee.velocity = velocity * (greatest / velocity.length)
    }
    b.pointee.angularVelocity = angularVelocity
    b.pointee.center += way
    if turned != .identity {
      b.pointee.orientation = (turned * b.pointee.orientation).normalized
    }
    b.pointee.updatePosition()
  }
}
