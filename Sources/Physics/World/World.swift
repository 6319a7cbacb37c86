import CaromCollision
public import CaromMaths
public import CaromWorkers

/// A world of rigid bodies that moves in steps.
///
/// Bodies are created from a ``BodyDefinition``, named by a ``BodyHandle`` and read and changed
/// through a ``Body``. Nothing moves between calls of ``step(_:)``; what happened in a step is data:
/// ``contactEvents``, ``hitEvents``, ``sleepEvents``, ``jointEvents``, ``movedBodies``. The same calls in the
/// same order give the same bits on every machine. A world is not safe to use from two threads at once.
public final class World {
  /// The tuning of the world; a change of gravity wakes every body.
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
  /// The threads that help with a step; nil steps on the caller alone.
  ///
  /// Results are the same bits for any number of threads, and small worlds stay on the caller.
  public var workers: WorkerPool?
  /// Called as each part of a step ends, to measure it.
  package var stageObserver: ((StepStage) -> Void)?
  /// How many steps the world has made.
  public internal(set) var stepCount: UInt64 = 0

  // Accesses to rows are not checked for overlap at run time: none is handed out, and the check costs
  // more than most of what is done with an element.

  // Bodies
  @exclusivity(unchecked) var bodies = Buffer<BodyRecord>()
  var freeBody: Int32 = -1
  var serials: UInt32 = 0
  /// The number of bodies.
  public internal(set) var bodyCount = 0
  /// Dynamic bodies that are awake and kinematic bodies that move, in no order but a repeatable one.
  @exclusivity(unchecked) var awake = Buffer<Int32>()
  /// The substep that the bodies' damping factors are for.
  var dampingStep: Float = 0

  // Colliders
  @exclusivity(unchecked) var colliders = Buffer<ColliderRecord>()
  var shapes: [Shape] = []
  var freeCollider: Int32 = -1
  /// Colliders that look for new pairs in the next step.
  @exclusivity(unchecked) var moved = Buffer<Int32>()
  @exclusivity(unchecked) var broadPhase = BroadPhase()
  var queryTrees = QueryTrees()
  var queryState = QueryState()

  // Contacts
  @exclusivity(unchecked) var contacts = Buffer<ContactRecord>()
  /// Of the contacts that have points.
  @exclusivity(unchecked) var manifolds = Buffer<ManifoldRecord>()
  var freeManifold: Int32 = -1
  /// Four for each manifold.
  @exclusivity(unchecked) var points = Buffer<ContactPoint>()
  @exclusivity(unchecked) var caches = Buffer<ManifoldCache>()
  @exclusivity(unchecked) var triangleCache = TriangleCache()
  var freeContact: Int32 = -1
  /// The contacts of which at least one body is awake.
  @exclusivity(unchecked) var active = Buffer<Int32>()
  @exclusivity(unchecked) var contactMap = PairMap()
  @exclusivity(unchecked) var pairs = Buffer<PairRecord>()
  var freePair: Int32 = -1
  @exclusivity(unchecked) var pairMap = PairMap()

  // Fields
  /// In the order of their creation.
  @exclusivity(unchecked) var fields = Buffer<FieldRecord>()
  var fieldSerials: UInt32 = 0

  // Vehicles
  /// In the order of their creation, as their wheels are.
  @exclusivity(unchecked) var vehicles = Buffer<VehicleRecord>()
  @exclusivity(unchecked) var wheels = Buffer<WheelRecord>()
  var vehicleSerials: UInt32 = 0

  // Joints
  @exclusivity(unchecked) var joints = Buffer<JointRecord>()
  var freeJoint: Int32 = -1
  var jointSerials: UInt32 = 0
  /// The number of joints.
  public internal(set) var jointCount = 0
  /// The joints of each body; shorter than the bodies where the last ones never had any.
  @exclusivity(unchecked) var bodyJoints = Buffer<BodyJoints>()
  /// True when joints or awake bodies changed since the solver's lanes were filled.
  var isJointPlanStale = true
  /// The joints of which at least one body is awake, when the plan was made.
  @exclusivity(unchecked) var activeJoints = Buffer<Int32>()

  // What the last step reported, and what changed since
  /// What happened between bodies in the last step, ordered by the bodies' creation.
  public internal(set) var contactEvents: [ContactEvent] = []
  /// Where bodies struck each other in the last step, ordered by the bodies' creation.
  public internal(set) var hitEvents: [HitEvent] = []
  /// Which bodies fell asleep or woke in the last step or just before it, in order of happening.
  public internal(set) var sleepEvents: [SleepEvent] = []
  /// The joints that broke in the last step, in the order of their creation.
  public internal(set) var jointEvents: [JointEvent] = []
  /// Ends since the last step, delivered with the next.
  var pendingEnds: [ContactEvent] = []
  var pendingSleep: [SleepEvent] = []
  @exclusivity(unchecked) var movedIndices = Buffer<Int32>()

  // What follows from the above
  /// The colours that the constraints of each body have.
  @exclusivity(unchecked) var graph = ConstraintGraph()
  /// Where the bodies are, by their index.
  @exclusivity(unchecked) var poses = Buffer<BodyPose>()

  // Scratch of the step
  /// What has to be done about each active contact; see ``CollideOutcome``.
  @exclusivity(unchecked) var outcomes = Buffer<UInt8>()
  /// What kind of constraint each active contact makes; see ``ContactClass``.
  @exclusivity(unchecked) var classes = Buffer<UInt8>()
  @exclusivity(unchecked) var ordering = Buffer<Int32>()
  /// The places of contacts that begin to have points.
  @exclusivity(unchecked) var begun = Buffer<Int32>()
  @exclusivity(unchecked) var pairSearch = PairSearch()
  @exclusivity(unchecked) var solver = SolverStorage()
  @exclusivity(unchecked) var jointSolver = JointStorage()
  @exclusivity(unchecked) var energies = EnergyStorage()
  @exclusivity(unchecked) var jointRuns = Buffer<JointRun>()
  @exclusivity(unchecked) var broken = Buffer<Int32>()
  @exclusivity(unchecked) var seenPairs = Buffer<Int32>()
  /// What became of each awake body; see ``MoveContext``.
  @exclusivity(unchecked) var moves = Buffer<UInt8>()
  /// The kinematic bodies that move far in the step; of no use after it.
  @exclusivity(unchecked) var fastKinematics = Buffer<FastKinematic>()
  /// Proxies with new boxes.
  @exclusivity(unchecked) var changedDynamics = Buffer<Int32>()
  @exclusivity(unchecked) var changedKinematics = Buffer<Int32>()
  @exclusivity(unchecked) var parents = Buffer<Int32>()
  /// Dynamic bodies that touch what no force moves in this step, once for each such contact.
  @exclusivity(unchecked) var staticContactBodies = Buffer<Int32>()
  /// How often each awake body is in ``leaning``, by its place in ``awake``.
  @exclusivity(unchecked) var staticContactCounts = Buffer<Int32>()
  /// The contacts of one body that a neighbour might cover, by collider.
  @exclusivity(unchecked) var ghostCandidates = Buffer<UInt64>()
  /// The hardest blow of each pair that reports, while a step is reported.
  @exclusivity(unchecked) var peakImpacts = Buffer<PeakImpact>()
  @exclusivity(unchecked) var wheelRows = Buffer<WheelRow>()
  @exclusivity(unchecked) var groundSlots = Buffer<GroundSlot>()
  /// By body; written in each step for those that are awake.
  @exclusivity(unchecked) var preSolveVelocities = Buffer<PreSolveVelocity>()

  /// Makes an empty world.
  public init(_ settings: WorldSettings = WorldSettings()) {
    Self.check(settings)
    storedSettings = settings
  }

  private static func check(_ settings: WorldSettings) {
    if let problem = settings.problem { preconditionFailure(problem) }
  }

  /// Replaces the settings without waking anybody, as restoring does.
  func replaceSettings(_ settings: WorldSettings) { storedSettings = settings }

  /// The acceleration of every body that is affected by gravity, in metres a second squared.
  public var gravity: Vector3 {
    get { settings.gravity }
    set { settings.gravity = newValue }
  }

  /// The body that a handle names, or nil when it is gone.
  public func body(_ handle: BodyHandle) -> Body? {
    contains(handle) ? Body(world: self, handle: handle) : nil
  }

  /// Whether a handle names a body of this world.
  public func contains(_ handle: BodyHandle) -> Bool {
    let index = Int(handle.index)
    guard index < bodies.count else { return false }
    return bodies.base[index].generation == handle.generation
      && bodies.base[index].has(BodyRecord.Flag.alive)
  }

  /// The handles of all bodies, ascending.
  public var handles: [BodyHandle] {
    (0..<bodies.count).filter { bodies.base[$0].has(BodyRecord.Flag.alive) }.map(handle)
  }

  /// The bodies whose place changed in the last step, ascending.
  public var movedBodies: [BodyHandle] {
    movedIndices.elements.filter { bodies.base[Int($0)].has(BodyRecord.Flag.alive) }.sorted()
      .map { handle(Int($0)) }
  }

  /// How many bodies are awake: dynamic ones that do not sleep and kinematic ones that move.
  public var awakeCount: Int { awake.count }

  /// How many pairs of colliders are close enough to be watched.
  public var contactCount: Int { contactMap.count }

  func handle(_ index: Int) -> BodyHandle {
    BodyHandle(index: UInt32(index), generation: bodies.base[index].generation)
  }

  func index(of handle: BodyHandle) -> Int {
    precondition(contains(handle), "The body has been destroyed")
    return Int(handle.index)
  }
}
