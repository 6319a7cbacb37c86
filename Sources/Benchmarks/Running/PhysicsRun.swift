import CaromCollision
import CaromMaths
import CaromPhysics
import CaromWorkers

/// A running benchmark: the world with the bodies that currently exist.
struct PhysicsRun {
  let scene: PhysicsScene
  let world: World
  /// The handles of the bodies in the scene's order; nil for bodies that do not exist at present.
  private(set) var handles: [BodyHandle?]
  private var births: Schedule
  private var deaths: Schedule

  /// Creates the world with the bodies and joints of the start.
  init(_ scene: PhysicsScene, threads: Int) throws(PhysicsError) {
    var settings = WorldSettings()
    settings.gravity = PhysicsScene.gravity
    settings.allowsSleep = scene.allowsSleep
    world = World(settings)
    if threads > 1 { world.workers = WorkerPool(threads: threads) }
    self.scene = scene
    handles = Array(repeating: nil, count: scene.bodies.count)
    births = Schedule(scene.bodies.map(\.birth))
    deaths = Schedule(scene.bodies.map(\.death))
    try createBodies(at: 0)
    for joint in scene.joints {
      guard let a = body(joint.a), let b = body(joint.b) else {
        throw .invalidProperty("bodyA", problem: "a joint connects bodies of the start")
      }
      _ = try world.createJoint(JointDefinition(joint, a, b))
    }
  }

  /// Creates and destroys the bodies that are due before a step; steps are counted from 0.
  mutating func prepareStep(_ step: Int) throws(PhysicsError) {
    try createBodies(at: step)
    while let index = deaths.next(at: step) {
      guard let handle = handles[index] else { continue }
      world.destroyBody(handle)
      handles[index] = nil
    }
  }

  private mutating func createBodies(at step: Int) throws(PhysicsError) {
    while let index = births.next(at: step) {
      handles[index] = try world.createBody(scene.definition(of: scene.bodies[index]))
    }
  }

  /// The body with an index in the scene, if it exists at present.
  func body(_ index: Int) -> Body? { handles[index].flatMap(world.body) }

  /// The positions of all bodies; nil for bodies that do not exist at present.
  var positions: [Vector3?] { handles.indices.map { body($0)?.position } }

  /// The poses of the existing bodies; velocities are derived from the positions one step earlier.
  ///
  /// The velocity of a body that was created in this step is the body's own velocity.
  func poses(since before: [Vector3?]) -> [PhysicsReport.Pose] {
    zip(handles.indices, before).compactMap { index, before in
      body(index).map { body in
        PhysicsReport.Pose(
          position: body.position, orientation: body.orientation,
          velocity: before.map { (body.position - $0) / PhysicsScene.timeStep } ?? body.velocity)
      }
    }
  }
}

extension PhysicsRun {
  /// A queue of bodies, sorted by the step in which each is due.
  private struct Schedule {
    private let entries: [(step: Int, body: Int)]
    private var position = 0

    /// Creates a queue from the step of each body; a body with nil is never due.
    init(_ steps: [Int?]) {
      let known = steps.enumerated().compactMap { body, step in step.map { (step: $0, body: body) }
      }
      entries = known.sorted { ($0.step, $0.body) < ($1.step, $1.body) }
    }

    /// The next body of a step, or nil when there are no more.
    mutating func next(at step: Int) -> Int? {
      guard position < entries.count, entries[position].step <= step else { return nil }
      defer { position += 1 }
      return entries[position].body
    }
  }
}

extension JointDefinition {
  /// Creates the definition of a joint of a scene, for bodies at the start.
  init(_ joint: PhysicsScene.Joint, _ a: Body, _ b: Body) {
    self.init(joint.kind, a, b, anchor: joint.anchor, axis: joint.axis)
  }
}

extension PhysicsScene {
  /// The definition of a body for the world.
  func definition(of body: Body) -> BodyDefinition {
    var definition = BodyDefinition(
      body.kind, shape: body.shape,
      transform: Transform(position: body.position, orientation: body.orientation))
    if body.kind == .dynamic { definition.density = body.density }
    definition.velocity = body.velocity
    definition.angularVelocity = body.angularVelocity
    definition.isBullet = body.isBullet
    definition.friction = friction
    // The minimum of two equal values is exact; the default, their product, would be 0.36.
    definition.frictionCombine = .minimum
    definition.restitution = 0
    definition.damping = 0
    definition.angularDamping = 0
    definition.allowsResting = allowsSleep
    if !collides { definition.filter.collision = 0 }
    return definition
  }
}
