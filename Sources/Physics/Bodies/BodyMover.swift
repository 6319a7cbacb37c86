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
    continuous.begin(dt, speculativeDistance: settings.speculativeDistance)
    var context = MoveContext(
      continuous: continuous, bodies: bodies.base, colliders: colliders.base,
      poses: bodies.poses.base, awake: bodies.awake.base, solved: solver.bodies.base,
      forces: solver.forces.base,
      moves: moves.base,
      // The stage does not change shapes, so the pointer stays valid beyond the call.
      shapes: colliders.shapes.withUnsafeBufferPointer { $0 },
      dynamics: broadPhase.dynamics.leaves, kinematics: broadPhase.kinematics.leaves,
      isContinuous: settings.isContinuous, speculativeDistance: settings.speculativeDistance,
      dt: dt, substeps: settings.substeps, hasBullets: bodies.bulletCount > 0)
    if broadPhase.kinematics.count > 0 { moveKinematics(&context, count) }
    let moving = context
    threads.parallelFor(count, chunkSize: 64, minimumCount: 192) { range in
      for slot in range { moving.move(slot) }
    }
    profiler.end(.moving)
    // One thread changes the trees and sweeps bodies against others that move freely.
    recordMoves(0..<count, ofKind: .dynamic)
    var isAnyFast = false
    if bodies.bulletCount > 0 && settings.isContinuous {
      let all = moves.elements.reduce(0) { $0 | $1 }
      isAnyFast = all & MoveContext.fast != 0
      var isAnyStray: Bool = all & MoveContext.stray != 0
      for slot in 0..<count where moves.base[slot] == MoveContext.deferred {
        context.moveBullet(slot, isAnyFast: isAnyFast, isAnyStray: isAnyStray)
        isAnyStray = isAnyStray || moves.base[slot] & MoveContext.stray != 0
        recordMoves(slot..<slot + 1, ofKind: .dynamic)
      }
    }
    if settings.isContinuous && context.maxKinematicMotion > settings.speculativeDistance {
      sweepSleepingBodies(context, count, .kinematics)
    }
    if isAnyFast { sweepSleepingBodies(context, count, .dynamics) }
    if !report.movedBodies.isEmpty {
      queries.state.invalidate(BodyKind.kinematic.code)
      queries.state.invalidate(BodyKind.dynamic.code)
    }
    profiler.end(.trees)
  }

  /// Moves the kinematic bodies, whose motion does not depend on others, before those that may be
  /// swept against them.
  private func moveKinematics(_ context: inout MoveContext, _ count: Int) {
    for slot in 0..<count {
      let index = Int(bodies.awake.base[slot])
      let b = bodies.base + index
      guard b.pointee.isKinematic else { continue }
      context.moveKinematic(slot)
      continuous.addKinematic(index, awakeCount: count)
      // Whole turns in a step show in its velocity only.
      let isSpinning = b.pointee.angularVelocity.length * context.dt > 2
      let turn: Float = isSpinning ? 2 * b.pointee.outerRadius : b.pointee.turn
      context.maxKinematicMotion = max(
        context.maxKinematicMotion, b.pointee.motion.length + turn)
    }
    recordMoves(0..<count, ofKind: .kinematic)
  }

  /// Reports the moved bodies of a kind among some awake bodies, and refits the trees.
  private func recordMoves(_ slots: Range<Int>, ofKind kind: BodyKind) {
    changedDynamics.removeAll()
    changedKinematics.removeAll()
    let (moves, colliderRecords, records) = (moves.base, colliders.base, bodies.base)
    for slot in slots where moves[slot] & MoveContext.moved != 0 {
      let index = Int(bodies.awake.base[slot])
      if records[index].kind != kind.code { continue }
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
    if !changedDynamics.isEmpty || !changedKinematics.isEmpty { continuous.refreshTrees() }
  }

  /// Sweeps the sleeping bodies in the way of kinematic bodies, or the sleeping bullets in the way
  /// of fast dynamic ones, and wakes those that are hit.
  ///
  /// `count` is the number of bodies that were awake in the step.
  private func sweepSleepingBodies(_ context: MoveContext, _ count: Int, _ obstacles: Obstacles) {
    var found: [Int32] = []
    let isDynamic = obstacles.contains(.dynamics)
    let tree = isDynamic ? broadPhase.dynamics : broadPhase.kinematics
    let sought = isDynamic ? BodyRecord.Flag.bullet : 0
    for slot in 0..<count {
      let o = bodies.base + Int(bodies.awake.base[slot])
      guard isDynamic ? moves.base[slot] & MoveContext.fast != 0 : o.pointee.isKinematic,
        !o.pointee.has(BodyRecord.Flag.sensor)
      else { continue }
      var collider = o.pointee.firstCollider
      while collider >= 0 {
        let c = colliders.base + Int(collider)
        broadPhase.dynamics.query(tree.box(of: c.pointee.proxy)) { _, other in
          let body = colliders.base[Int(other)].body
          let b = bodies.base + Int(body)
          if !b.pointee.isAwake
            && b.pointee.flags & (BodyRecord.Flag.discrete | sought) == sought
          {
            found.append(body)
          }
          return true
        }
        collider = c.pointee.next
      }
    }
    found.sort()
    var last: Int32 = -1
    for body in found where body != last {
      last = body
      let motion = continuous.sweep(of: Int(body))
      let center = bodies.base[Int(body)].center
      if continuous.stopAtImpact(Int(body), motion, obstacles) != nil {
        recordSweptBody(Int(body), motion.before, center, context)
      }
    }
  }

  /// Records the new transform of a sleeping body that a kinematic body hit, and wakes it.
  private func recordSweptBody(
    _ index: Int, _ before: Transform, _ center: Vector3, _ context: MoveContext
  ) {
    context.recordMotion(index, before, center)
    activation.wake(index)
    report.movedBodies.append(Int32(index))
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
    continuous.refreshTrees()
  }
}
