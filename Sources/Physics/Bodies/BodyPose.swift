import CaromCollision
import CaromMaths

/// What colliding and preparing contacts need of a body, in one cache line; follows from its record.
///
/// Every body in the simulation has one at its index, also while it rests: written when it enters,
/// is put somewhere else or falls asleep, and at the start of each step while it is awake.
struct BodyPose: BitwiseCopyable {
  /// Where the centre of mass is; the fourth lane is the radius of a ball, 0 for all else.
  var center = F4()
  /// The orientation, as x y z w.
  var orientation = F4(0, 0, 0, 1)
  /// How the centre moved in the last step; the fourth lane is how far turning moved the surface.
  var motion = F4()
  /// How far ahead contacts are looked for, in metres; see ``World/reach(_:_:_:)``.
  var reach: Float = 0
  /// The place in the solver, or 0 when the body does not move.
  var solverIndex: Int32 = 0
  var flags: UInt32 = 0
  var outerRadius: Float = 0

  enum Flag {
    static let dynamic: UInt32 = 1
    /// Of one shape whose origin is the centre of mass, in its axes.
    static let simple: UInt32 = 2
    /// An axis is locked or slowed.
    static let bound: UInt32 = 4
  }

  @inline(__always)
  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }

  /// True when impulses can move the body in this step.
  @inline(__always)
  var isMovable: Bool { solverIndex > 0 && has(Flag.dynamic) }

  /// True for a dynamic body that sleeps.
  @inline(__always)
  var sleeps: Bool { solverIndex == 0 && has(Flag.dynamic) }

  @inline(__always)
  var transform: Transform {
    Transform(position: Vector3(center), orientation: Quaternion(orientation))
  }
}

extension World {
  /// Brings the pose of a body up to date with its record.
  func updatePose(_ index: Int, _ dt: Float = 0) {
    if poses.count < bodies.count { poses.resize(bodies.count) }
    poses.base[index] = pose(index, dt)
  }

  /// The pose that follows from a body's record; `dt` is the length of the step to come.
  func pose(_ index: Int, _ dt: Float) -> BodyPose {
    let b = bodies.base + index
    var p = BodyPose()
    p.center = F4(b.pointee.center)
    p.orientation = F4(b.pointee.orientation)
    p.outerRadius = b.pointee.outerRadius
    if b.pointee.isDynamic { p.flags |= BodyPose.Flag.dynamic }
    if b.pointee.velocityFactor != .one || b.pointee.angularVelocityFactor != .one {
      p.flags |= BodyPose.Flag.bound
    }
    let first = Int(b.pointee.firstCollider)
    if first >= 0 && colliders.base[first].next < 0 && colliders.base[first].isCentered != 0
      && b.pointee.localCenter == .zero
    {
      p.flags |= BodyPose.Flag.simple
      let isRound = colliders.base[first].isBall != 0 && !b.pointee.has(BodyRecord.Flag.gyroscopic)
      p.center.w = isRound ? colliders.base[first].roundRadius : 0
    }
    if b.pointee.isAwake {
      p.solverIndex = b.pointee.awakeIndex + 1
      p.reach = Self.reach(b, dt, settings.speculativeDistance)
      p.motion = F4(b.pointee.motion, b.pointee.turn)
    }
    return p
  }

  /// Brings the poses of all awake bodies up to date for a step of `dt` seconds.
  func updatePoses(_ dt: Float) {
    if poses.count < bodies.count { poses.resize(bodies.count) }
    for place in 0..<awake.count {
      let index = Int(awake.base[place])
      poses.base[index] = pose(index, dt)
    }
  }
}
