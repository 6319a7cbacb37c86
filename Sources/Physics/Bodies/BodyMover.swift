import CaromCollision
import CaromMaths

/// The stage that moves the awake bodies and updates their boxes in the trees.
///
/// Input: the motion computed by the solver, kinematic targets. Output: transforms and velocities,
/// trees, ``BroadPhase/moved``, ``StepReport/movedBodies``. Fast bodies are swept; see
/// ``ContinuousCollision``.
final class BodyMover {
  private let bodies: BodyStore
  private let colliders: ColliderStore
  private let broadPhase: BroadPhase
  private let solver: SolverStore
  private let queries: QueryStore
  private let report: StepReport
  private let activation: BodyActivator
  private let continuous: ContinuousCollision
  private let threads: StepThreads
  private let profiler: StepProfiler

  // Scratch
  /// The result for each awake body; see ``MoveContext``.
  @exclusivity(unchecked) private var moves = Buffer<UInt8>()
  /// Proxies with new boxes.
  @exclusivity(unchecked) private var changedDynamics = Buffer<Int32>()
  @exclusivity(unchecked) private var changedKinematics = Buffer<Int32>()

  init(
    _ bodies: BodyStore, _ colliders: ColliderStore, _ broadPhase: BroadPhase,
    _ solver: SolverStore, _ queries: QueryStore, _ report: StepReport, _ activation: BodyActivator,
    _ continuous: ContinuousCollision, _ threads: StepThreads, _ profiler: StepProfiler
  ) {
    self.bodies = bodies
    self.colliders = colliders
    self.broadPhase = broadPhase
    self.solver = solver
    self.queries = queries
    self.report = report
    self.activation = activation
    self.continuous = continuous
    self.threads = threads
    self.profiler = profiler
  }

  /// Moves the awake bodies by the motion of a step of `dt` seconds.
  func run(_ dt: Float, _ settings: WorldSettings) {
    report.movedBodies.removeAll()
    let count = bodies.awake.count
    moves.resize(count)
    continuous.begin(speculativeDistance: settings.speculativeDistance)
    let context = MoveContext(
      continuous: continuous, bodies: bodies.base, colliders: colliders.base,
      awake: bodies.awake.base, solved: solver.bodies.base, moves: moves.base,
      // The stage does not change shapes, so the pointer stays valid beyond the call.
      shapes: colliders.shapes.withUnsafeBufferPointer { $0 },
      dynamics: broadPhase.dynamics.leaves, kinematics: broadPhase.kinematics.leaves,
      isContinuous: settings.isContinuous, hasKinematics: broadPhase.kinematics.count > 0,
      speculativeDistance: settings.speculativeDistance, dt: dt)
    threads.parallelFor(count, chunkSize: 64, minimumCount: 192) { range in
      for slot in range { context.move(slot) }
    }
    profiler.end(.moving)
    // One thread changes the trees and sweeps bodies against others that move.
    recordMoves(0..<count)
    if settings.isContinuous { continuous.findFastKinematics(count) }
    for slot in 0..<count where moves.base[slot] == MoveContext.deferred {
      context.moveDeferred(slot)
      recordMoves(slot..<slot + 1)
    }
    if settings.isContinuous {
      continuous.sweepKinematics { body, before, center in
        recordSweptBody(body, before, center, context, count)
      }
    }
    if !report.movedBodies.isEmpty {
      queries.state.invalidate(BodyKind.kinematic.code)
      queries.state.invalidate(BodyKind.dynamic.code)
    }
    profiler.end(.trees)
  }

  /// Reports the moved bodies among some awake bodies, and refits the trees to their new boxes.
  private func recordMoves(_ slots: Range<Int>) {
    changedDynamics.removeAll()
    changedKinematics.removeAll()
    let (moves, colliderRecords, records) = (moves.base, colliders.base, bodies.base)
    for slot in slots where moves[slot] & MoveContext.moved != 0 {
      let index = Int(bodies.awake.base[slot])
      report.movedBodies.append(Int32(index))
      if moves[slot] & MoveContext.changed == 0 { continue }
      var collider = records[index].firstCollider
      while collider >= 0 {
        let c = colliderRecords + Int(collider)
        if c.pointee.isMoved & MoveContext.needsRefit != 0 {
          c.pointee.isMoved &= ~MoveContext.needsRefit
          broadPhase.markMoved(collider, in: colliders)
          if records[index].isDynamic {
            changedDynamics.append(c.pointee.proxy)
          } else {
            changedKinematics.append(c.pointee.proxy)
          }
        }
        collider = c.pointee.next
      }
    }
    if !changedDynamics.isEmpty {
      broadPhase.dynamics.refit(above: UnsafeBufferPointer(changedDynamics.elements))
    }
    if !changedKinematics.isEmpty {
      broadPhase.kinematics.refit(above: UnsafeBufferPointer(changedKinematics.elements))
    }
  }

  /// Records the new transform of a body that a fast kinematic body hit, and wakes it.
  ///
  /// `count` is the number of bodies that were awake in the step.
  private func recordSweptBody(
    _ index: Int, _ before: Transform, _ center: Vector3, _ context: MoveContext, _ count: Int
  ) {
    let slot = Int(bodies.base[index].awakeIndex)
    let wasAwake = slot >= 0 && slot < count
    let isReported = wasAwake && moves.base[slot] & MoveContext.moved != 0
    context.recordMotion(index, before, center)
    activation.wake(index)
    if !isReported {
      report.movedBodies.append(Int32(index))
      if wasAwake { moves.base[slot] |= MoveContext.moved }
    }
    let b = bodies.base + index
    let margin: Float = context.speculativeDistance + b.pointee.innerRadius
    var collider = b.pointee.firstCollider
    while collider >= 0 {
      let c = colliders.base + Int(collider)
      let box = colliders.shapes[Int(collider)].bounds(
        at: c.pointee.transform(in: b.pointee.transform))
      broadPhase.move(c.pointee.proxy, to: box.expanded(by: margin), kind: b.pointee.kind)
      broadPhase.markMoved(collider, in: colliders)
      collider = c.pointee.next
    }
  }
}

/// The arrays that moving bodies reads and writes, as pointers for the threads.
private struct MoveContext: @unchecked Sendable {
  let continuous: ContinuousCollision
  let bodies: UnsafeMutablePointer<BodyRecord>
  let colliders: UnsafeMutablePointer<ColliderRecord>
  let awake: UnsafeMutablePointer<Int32>
  let solved: UnsafeMutablePointer<SolverBody>
  /// The result for each awake body: ``still``, ``moved`` with or without ``changed``, or
  /// ``deferred``.
  let moves: UnsafeMutablePointer<UInt8>
  let shapes: UnsafeBufferPointer<Shape>
  let dynamics: TreeLeaves
  let kinematics: TreeLeaves
  let isContinuous: Bool
  let hasKinematics: Bool
  let speculativeDistance: Float
  let dt: Float

  static let still: UInt8 = 0
  static let moved: UInt8 = 1
  /// A collider has a new box.
  static let changed: UInt8 = 2
  /// A fast body that must be swept against moving bodies; not moved yet.
  static let deferred: UInt8 = 4
  /// A bit of ``ColliderRecord/isMoved``: the collider has a new box that its tree is not refitted
  /// to.
  static let needsRefit: UInt32 = 2

  /// The maximum displacement of a body in the step, in meters.
  private var maxDisplacement: Float { BodyLimits.maxSpeed * dt }

  /// Moves the body in a slot of the awake list, unless it must be swept against moving bodies.
  ///
  /// Any thread can move a body that is only swept against static ones. Fast bullets, and fast
  /// bodies in a world with kinematic bodies, are deferred until the others have moved.
  func move(_ slot: Int) {
    let b = bodies + Int(awake[slot])
    guard isContinuous && b.pointee.isDynamic else { return moveWithoutSweep(slot) }
    let distance: Float = solved[slot + 1].moved.length
    let isSpinning = Self.isSpinning(solved[slot + 1])
    if distance <= 0.25 * b.pointee.innerRadius && !isSpinning { return moveWithoutSweep(slot) }
    if b.pointee.has(BodyRecord.Flag.bullet) || hasKinematics {
      moves[slot] = Self.deferred
    } else {
      sweep(slot, .statics)
    }
  }

  /// Moves a deferred body.
  func moveDeferred(_ slot: Int) {
    let isBullet = bodies[Int(awake[slot])].has(BodyRecord.Flag.bullet)
    sweep(slot, isBullet ? .all : .staticsAndKinematics)
  }

  /// Moves a fast body up to its first impact.
  private func sweep(_ slot: Int, _ obstacles: Obstacles) {
    let index = Int(awake[slot])
    let b = bodies + index
    let (before, center) = (b.pointee.transform, b.pointee.center)
    let angularVelocity = b.pointee.angularVelocity
    applyMotion(slot)
    let sweep = BodySweep(
      from: before, to: b.pointee.transform, localCenter: b.pointee.localCenter,
      outerRadius: b.pointee.outerRadius,
      turn: (angularVelocity + b.pointee.angularVelocity) * (0.5 * dt))
    _ = continuous.stopAtImpact(index, sweep, obstacles)
    finish(slot, before, center)
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
      apply(b, solved[slot + 1])
    }
  }

  /// Records the motion of a body, and updates the boxes of its colliders.
  private func finish(_ slot: Int, _ before: Transform, _ center: Vector3) {
    let index = Int(awake[slot])
    let b = bodies + index
    recordMotion(index, before, center)
    let isStill =
      b.pointee.position == before.position && b.pointee.orientation == before.orientation
    moves[slot] = isStill ? Self.still : Self.moved | updateBoxes(b)
  }

  /// Records how far the center and the surface of a body moved in this step.
  func recordMotion(_ index: Int, _ before: Transform, _ center: Vector3) {
    let b = bodies + index
    b.pointee.motion = b.pointee.center - center
    b.pointee.turn = 0
    if b.pointee.orientation != before.orientation {
      let turn = b.pointee.orientation * before.orientation.inverse
      b.pointee.turn = 2 * b.pointee.outerRadius * turn.vector.length
    }
  }

  /// Assigns new boxes to colliders that left their boxes; returns ``changed`` if there are any.
  ///
  /// A box must contain the shape and the body's share of the contact distance: half of the
  /// speculative distance, or its own speculative margin. See ``BroadPhaseMargin`` for the rest.
  private func updateBoxes(_ b: UnsafeMutablePointer<BodyRecord>) -> UInt8 {
    let transform = b.pointee.transform
    let leaves = b.pointee.isDynamic ? dynamics : kinematics
    let slack = max(
      0.5 * speculativeDistance, b.pointee.speculativeMargin(dt, speculativeDistance))
    let margin: Float = BroadPhaseMargin.ofMovingBody(outerRadius: b.pointee.outerRadius)
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

  /// Whether a body rotated by more than half a radian in the step: sin² ¼ is 0.0612.
  @inline(__always)
  private static func isSpinning(_ s: SolverBody) -> Bool {
    s.turned.vector.lengthSquared > 0.0612
  }

  /// Applies the motion of the step to a body.
  ///
  /// Linear speed, surface speed and displacement are limited to 10 km/s. A body whose state
  /// overflowed, or that would leave the world, stays where it is without velocity, so that an
  /// overflow by extreme masses and forces in a file does not affect other bodies.
  @inline(__always)
  private func apply(_ b: UnsafeMutablePointer<BodyRecord>, _ s: SolverBody) {
    let (velocity, angularVelocity, turned) = (s.linear, s.angular, s.turned)
    let isFinite =
      velocity.isFinite && angularVelocity.isFinite && s.moved.isFinite && turned.isFinite
    let squared: Float = s.moved.lengthSquared
    let isLimited: Bool = squared > maxDisplacement * maxDisplacement
    // The square may overflow where the displacement does not.
    let moved: Vector3 = isLimited ? (s.moved * (1 / s.moved.magnitudes.greatest)) : s.moved
    let displacement: Vector3 =
      isLimited ? moved.normalized(or: .zero) * maxDisplacement : moved
    guard isFinite, BodyLimits.isInWorld(b.pointee.center + displacement) else {
      b.pointee.velocity = .zero
      b.pointee.angularVelocity = .zero
      return
    }
    b.pointee.velocity = velocity
    let maxSpeed: Float = BodyLimits.maxSpeed
    if velocity.lengthSquared > maxSpeed * maxSpeed {
      b.pointee.velocity = velocity * (maxSpeed / velocity.length)
    }
    let previous = b.pointee.angularVelocity
    b.pointee.angularVelocity = angularVelocity
    let surfaceSpeed: Float = angularVelocity.magnitudes.greatest * b.pointee.outerRadius
    if surfaceSpeed > maxSpeed {
      b.pointee.angularVelocity = angularVelocity * (maxSpeed / surfaceSpeed)
    }
    b.pointee.center += displacement
    if turned != .identity {
      let end = (turned * b.pointee.orientation).normalized
      if Self.isSpinning(s) && b.pointee.has(BodyRecord.Flag.gyroscopic) {
        b.pointee.angularVelocity = clampRotationalEnergy(
          b, previous, b.pointee.angularVelocity, end)
      }
      b.pointee.orientation = end
    }
    b.pointee.updatePosition()
  }

  /// The angular velocity of a body that rotated far in a step, limited so that it gains no
  /// spurious energy.
  ///
  /// Contacts act on the inertia of the beginning of the step. After a plate or a rod has rotated,
  /// the same change of angular velocity corresponds to another change of energy, up to twenty
  /// times as much. So the energy is limited to the initial energy plus the work of the impulses,
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
    let work: Float =
      momentum.dot(change) + 0.5 * change.dot(start.rotate(inertia * start.unrotate(change)))
    let allowed: Float = 0.5 * before.dot(momentum) + max(work, 0)
    let energy: Float = 0.5 * after.dot(end.rotate(inertia * end.unrotate(after)))
    if !(energy > 1.02 * allowed) { return after }
    return after * (allowed / energy).squareRoot()
  }
}
