import CaromCollision
public import CaromMaths
public import CaromWorkers

/// A world of rigid bodies that is simulated in steps.
///
/// A body is created from a ``BodyDefinition``, identified by a ``BodyHandle``, and read and
/// changed through a ``Body``. Bodies only move during ``step(_:)``. The results of a step are
/// data: ``contactEvents``, ``hitEvents``, ``sleepEvents``, ``jointEvents`` and ``movedBodies``.
/// The same calls in the same order produce the same bits on every machine. A world must not be
/// used by two threads at the same time.
public final class World {
  /// The settings of the world; a change of gravity wakes every body.
  public var settings: WorldSettings {
    get { storedSettings }
    set {
      Self.check(newValue)
      let old = storedSettings
      storedSettings = newValue
      if newValue.gravity != old.gravity || newValue.allowsSleep != old.allowsSleep { wakeAll() }
    }
  }
  private var storedSettings: WorldSettings
  /// The threads that help with a step; nil runs every step on the calling thread.
  ///
  /// Results have the same bits for any number of threads. Small worlds run on the calling thread.
  public var workers: WorkerPool? {
    get { threads.pool }
    set { threads.pool = newValue }
  }
  /// Called at the end of each phase of a step, for profiling.
  package var stageObserver: ((StepStage) -> Void)? {
    get { profiler.observer }
    set { profiler.observer = newValue }
  }
  /// The number of steps that the world has made.
  public internal(set) var stepCount: UInt64 = 0

  // MARK: Stores

  let bodies: BodyStore
  let colliders: ColliderStore
  let broadPhase: BroadPhase
  let contacts: ContactStore
  let joints: JointStore
  let fields: FieldStore
  let vehicles: VehicleStore
  let solver: SolverStore
  let queries: QueryStore
  let report: StepReport

  // MARK: Operations that change several stores

  let rules: CollisionRules
  let activation: BodyActivator
  let lifecycle: ContactLifecycle
  let jointLifecycle: JointLifecycle

  // MARK: Stages of a step

  let threads: StepThreads
  let profiler: StepProfiler
  let kinematicDriver: KinematicDriver
  let pairFinder: PairFinder
  let narrowPhase: NarrowPhase
  let ghostFilter: GhostContactFilter
  let fieldEvaluator: FieldEvaluator
  let vehicleDriver: VehicleDriver
  let contactSolver: ContactSolver
  let jointSolver: JointSolver
  let energyLimiter: EnergyLimiter
  let bodyMover: BodyMover
  let contactReporter: ContactReporter
  let islandSleeper: IslandSleeper

  /// Creates an empty world.
  public init(_ settings: WorldSettings = WorldSettings()) {
    Self.check(settings)
    storedSettings = settings
    let (bodies, colliders, broadPhase) = (BodyStore(), ColliderStore(), BroadPhase())
    let (contacts, joints, vehicles) = (ContactStore(), JointStore(), VehicleStore())
    let (solver, queries, report) = (SolverStore(), QueryStore(), StepReport())
    let fields = FieldStore()
    let (threads, profiler) = (StepThreads(), StepProfiler())
    let rules = CollisionRules(bodies, colliders, joints)
    let activation = BodyActivator(bodies, colliders, contacts, joints, solver, report)
    let lifecycle = ContactLifecycle(
      bodies, colliders, broadPhase, contacts, rules, activation, report)
    let flush = FlushNeighborTest(bodies, colliders, contacts)
    (self.bodies, self.colliders, self.broadPhase) = (bodies, colliders, broadPhase)
    (self.contacts, self.joints, self.vehicles) = (contacts, joints, vehicles)
    self.fields = fields
    (self.solver, self.queries, self.report) = (solver, queries, report)
    (self.threads, self.profiler) = (threads, profiler)
    (self.rules, self.activation, self.lifecycle) = (rules, activation, lifecycle)
    kinematicDriver = KinematicDriver(bodies, broadPhase, activation)
    pairFinder = PairFinder(
      bodies, colliders, broadPhase, contacts, rules, lifecycle, threads, profiler)
    narrowPhase = NarrowPhase(
      bodies, colliders, broadPhase, contacts, solver, lifecycle, activation, threads, profiler)
    ghostFilter = GhostContactFilter(bodies, contacts, flush)
    fieldEvaluator = FieldEvaluator(bodies, colliders, fields)
    vehicleDriver = VehicleDriver(bodies, vehicles)
    contactSolver = ContactSolver(bodies, colliders, contacts, joints, solver, threads)
    let jointSolver = JointSolver(bodies, joints, solver, threads)
    self.jointSolver = jointSolver
    energyLimiter = EnergyLimiter(bodies, colliders, contacts, joints, solver, jointSolver)
    jointLifecycle = JointLifecycle(bodies, contacts, joints, activation, lifecycle)
    let continuous = ContinuousCollision(
      bodies, colliders, broadPhase, contacts, rules, flush)
    bodyMover = BodyMover(
      bodies, colliders, broadPhase, solver, queries, report, activation, continuous, threads,
      profiler)
    contactReporter = ContactReporter(
      bodies, colliders, contacts, rules, activation, report, threads)
    islandSleeper = IslandSleeper(bodies, contacts, joints, vehicles, activation, report)
  }

  private static func check(_ settings: WorldSettings) {
    if let problem = settings.problem { preconditionFailure(problem) }
  }

  /// Replaces the settings without waking bodies, for restoring a snapshot.
  func replaceSettings(_ settings: WorldSettings) { storedSettings = settings }

  /// The acceleration of every body that is affected by gravity, in meters per second squared.
  public var gravity: Vector3 {
    get { settings.gravity }
    set { settings.gravity = newValue }
  }

  /// The number of bodies.
  public var bodyCount: Int { bodies.aliveCount }

  /// The number of joints.
  public var jointCount: Int { joints.aliveCount }

  /// The contacts that began, continued or ended in the last step, in the order in which their
  /// bodies were created.
  public var contactEvents: [ContactEvent] { report.contactEvents }

  /// The impacts of the last step above ``WorldSettings/hitSpeed``, in the order in which their
  /// bodies were created.
  public var hitEvents: [HitEvent] { report.hitEvents }

  /// The bodies that fell asleep or woke in the last step or just before it, in chronological
  /// order.
  public var sleepEvents: [SleepEvent] { report.sleepEvents }

  /// The joints that broke in the last step, in the order of their creation.
  public var jointEvents: [JointEvent] { report.jointEvents }

  /// The body with a handle, or nil if it has been destroyed.
  public func body(_ handle: BodyHandle) -> Body? {
    contains(handle) ? Body(world: self, handle: handle) : nil
  }

  /// Whether a handle belongs to a body of this world.
  public func contains(_ handle: BodyHandle) -> Bool {
    let index = Int(handle.index)
    guard index < bodies.count else { return false }
    return bodies.base[index].generation == handle.generation
      && bodies.base[index].has(BodyRecord.Flag.alive)
  }

  /// The handles of all bodies, in ascending order.
  public var handles: [BodyHandle] {
    (0..<bodies.count).filter { bodies.base[$0].has(BodyRecord.Flag.alive) }.map(handle)
  }

  /// The bodies whose transform changed in the last step, in ascending order.
  public var movedBodies: [BodyHandle] {
    report.movedBodies.elements.filter { bodies.base[Int($0)].has(BodyRecord.Flag.alive) }.sorted()
      .map { handle(Int($0)) }
  }

  /// The number of awake bodies: dynamic bodies that do not sleep, and kinematic bodies that move.
  public var awakeCount: Int { bodies.awake.count }

  /// The number of pairs of colliders whose fat boxes overlap.
  public var contactCount: Int { contacts.map.count }

  func handle(_ index: Int) -> BodyHandle { bodies.handle(index) }

  func index(of handle: BodyHandle) -> Int {
    precondition(contains(handle), "The body has been destroyed")
    return Int(handle.index)
  }
}
