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
  var speculativeMargin: Float = 0
  /// The place in the solver, or 0 when the body does not move.
  var solverIndex: Int32 = 0
  var flags: UInt32 = 0
  var outerRadius: Float = 0

  enum Flag {
    static let dynamic: UInt32 = 1
    /// Of one shape whose origin is the centre of mass, in its axes.
    static let simple: UInt32 = 2
    /// Dynamic, and an axis is locked or slowed.
    static let hasAxisFactors: UInt32 = 4
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

/// What working out poses reads.
struct PoseContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let poses: UnsafeMutablePointer<BodyPose>
  /// How far ahead contacts are found for slow bodies.
  let speculativeDistance: Float
  /// The length of the step to come.
  let dt: Float

  /// Brings the pose of a body up to date with its record.
  func update(_ index: Int) {
    let b = bodies + index
    var p = BodyPose()
    p.center = F4(b.pointee.center)
    p.orientation = F4(b.pointee.orientation)
    p.outerRadius = b.pointee.outerRadius
    if b.pointee.isDynamic {
      p.flags |= BodyPose.Flag.dynamic
      if b.pointee.velocityFactor != .one || b.pointee.angularVelocityFactor != .one {
        p.flags |= BodyPose.Flag.hasAxisFactors
      }
    }
    let first = Int(b.pointee.firstCollider)
    if first >= 0 && colliders[first].next < 0 && colliders[first].isCentered != 0
      && b.pointee.localCenter == .zero
    {
      p.flags |= BodyPose.Flag.simple
      let isRound = colliders[first].isBall != 0 && !b.pointee.has(BodyRecord.Flag.gyroscopic)
      p.center.w = isRound ? colliders[first].roundRadius : 0
    }
    if b.pointee.isAwake {
      p.solverIndex = b.pointee.awakeIndex + 1
      p.speculativeMargin = World.speculativeMargin(b, dt, speculativeDistance)
      p.motion = F4(b.pointee.motion, b.pointee.turn)
    }
    poses[index] = p
  }
}

extension World {
  private func poseContext(_ dt: Float) -> PoseContext {
    if poses.count < bodies.count { poses.resize(bodies.count) }
    return PoseContext(
      bodies: bodies.base, colliders: colliders.base, poses: poses.base,
      speculativeDistance: settings.speculativeDistance, dt: dt)
  }

  /// Brings the pose of a body up to date with its record.
  func updatePose(_ index: Int) { poseContext(0).update(index) }

  /// Brings the poses of all awake bodies up to date for a step of `dt` seconds.
  func updatePoses(_ dt: Float) {
    let context = poseContext(dt)
    let list = IndexList(awake.base)
    parallelFor(awake.count, chunkSize: 256, minimumCount: 512) { range in
      for slot in range { context.update(Int(list[slot])) }
    }
  }
}

/// A row of indices that threads read, or write each in places of its own.
struct IndexList: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Int32>
  init(_ base: UnsafeMutablePointer<Int32>) { self.base = base }
  @inline(__always) subscript(slot: Int) -> Int32 { base[slot] }
  @inline(__always) func set(_ slot: Int, _ index: Int32) { base[slot] = index }
}
