import CaromCollision
import CaromMaths

/// The data of a body that collision and contact preparation read, derived from its record.
///
/// Every enabled body has a pose at its index, also while it sleeps. It is updated when the body is
/// enabled, moved or put to sleep, and at the beginning of each step while it is awake.
struct BodyPose: BitwiseCopyable {
  /// The center of mass; the fourth lane is the radius of a sphere, 0 for other shapes.
  var center = F4()
  /// The orientation, as x y z w.
  var orientation = F4(0, 0, 0, 1)
  /// The displacement of the center in the last step; the fourth lane is the motion of the surface
  /// by rotation.
  var motion = F4()
  /// Axis and angle of the rotation in the last step, in radians; the fourth lane is the speed by
  /// which the angular velocity brings the surface closer to others, 0 for a sphere.
  var rotation = F4()
  /// The velocity, 0 for a body that does not move; the fourth lane is the inner radius.
  var velocity = F4()
  /// The distance within which contacts are created ahead of time, in meters.
  var speculativeMargin: Float = 0
  /// The index in the solver, or 0 if the body does not move.
  var solverIndex: Int32 = 0
  var flags: UInt32 = 0
  var outerRadius: Float = 0

  enum Flag {
    static let dynamic: UInt32 = 1
    /// The body has one collider, at its origin and center of mass.
    static let simple: UInt32 = 2
    /// The body is dynamic and has a velocity factor other than 1.
    static let hasAxisFactors: UInt32 = 4
    /// A surface of the body moves along itself.
    static let hasSurfaceMotion: UInt32 = 8
    /// Impulses can move the body in this step.
    static let movable: UInt32 = 16
    /// The body is ``simple``, and its collider is round about its y axis only, as a cylinder is.
    static let axial: UInt32 = 32
    /// The contacts of the body are of ``ContactClass/extended``.
    static let extends: UInt32 = hasAxisFactors | hasSurfaceMotion
  }

  @inline(__always)
  func has(_ flag: UInt32) -> Bool { flags & flag != 0 }

  /// The radius of the largest sphere inside the shape.
  @inline(__always)
  var innerRadius: Float { velocity.w }

  /// Whether impulses can move the body in this step.
  @inline(__always)
  var isMovable: Bool { has(Flag.movable) }

  /// Whether the body moves or can be pushed.
  @inline(__always)
  var isMobile: Bool { solverIndex > 0 || has(Flag.dynamic) }

  /// Whether the body is dynamic and asleep.
  @inline(__always)
  var isSleeping: Bool { solverIndex == 0 && has(Flag.dynamic) }

  @inline(__always)
  var transform: Transform {
    Transform(position: Vector3(center), orientation: Quaternion(orientation))
  }
}

/// The arrays that computing poses reads and writes, as pointers for the threads.
struct PoseContext: @unchecked Sendable {
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let poses: UnsafeMutablePointer<BodyPose>
  /// The speculative distance for slow bodies, in meters.
  let speculativeDistance: Float
  /// The length of the coming step in seconds.
  let dt: Float
  /// Whether bodies or colliders may have moving surfaces.
  let hasExtras: Bool

  /// Derives the pose of a body from its record.
  func update(_ index: Int) {
    let b = bodies + index
    var p = BodyPose()
    p.center = F4(b.pointee.center)
    p.orientation = F4(b.pointee.orientation)
    p.outerRadius = b.pointee.outerRadius
    p.velocity.w = b.pointee.innerRadius
    if b.pointee.isDynamic {
      p.flags |= BodyPose.Flag.dynamic
      if b.pointee.velocityFactor != .one || b.pointee.angularVelocityFactor != .one {
        p.flags |= BodyPose.Flag.hasAxisFactors
      }
    }
    if hasExtras && b.pointee.has(BodyRecord.Flag.surfaceMotion) {
      p.flags |= BodyPose.Flag.hasSurfaceMotion
    }
    let first = Int(b.pointee.firstCollider)
    if first >= 0 && colliders[first].next < 0 && colliders[first].isCentered != 0
      && b.pointee.localCenter == .zero
    {
      p.flags |= BodyPose.Flag.simple
      let isRound = colliders[first].isBall != 0 && !b.pointee.has(BodyRecord.Flag.gyroscopic)
      p.center.w = isRound ? colliders[first].roundRadius : 0
      if colliders[first].rolling != ColliderRecord.Rolling.everywhere {
        p.flags |= BodyPose.Flag.axial
      }
    }
    if b.pointee.isAwake {
      p.solverIndex = b.pointee.awakeIndex + 1
      if b.pointee.isDynamic { p.flags |= BodyPose.Flag.movable }
      let spin: Float =
        p.center.w > 0 ? 0 : b.pointee.angularVelocity.length * b.pointee.outerRadius
      p.speculativeMargin = b.pointee.speculativeMargin(dt, speculativeDistance, spin: spin)
      p.motion = F4(b.pointee.motion, b.pointee.turn)
      p.rotation = F4(b.pointee.rotation, spin)
      p.velocity = F4(b.pointee.velocity, b.pointee.innerRadius)
    }
    poses[index] = p
  }
}

extension World {
  /// Derives the poses of all awake bodies for a step of `dt` seconds.
  func updatePoses(_ dt: Float) {
    if bodies.poses.count < bodies.count { bodies.poses.resize(bodies.count) }
    let context = PoseContext(
      bodies: bodies.base, colliders: colliders.base, poses: bodies.poses.base,
      speculativeDistance: settings.speculativeDistance, dt: dt,
      hasExtras: !bodies.extras.isEmpty || !colliders.extras.isEmpty)
    let list = IndexList(bodies.awake.base)
    threads.parallelFor(bodies.awake.count, chunkSize: 256, minimumCount: 512) { range in
      for slot in range { context.update(Int(list[slot])) }
    }
  }
}

/// A list of indices that threads read, or write at different positions.
struct IndexList: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Int32>
  init(_ base: UnsafeMutablePointer<Int32>) { self.base = base }
  @inline(__always) subscript(slot: Int) -> Int32 { base[slot] }
  @inline(__always) func set(_ slot: Int, _ index: Int32) { base[slot] = index }
}
