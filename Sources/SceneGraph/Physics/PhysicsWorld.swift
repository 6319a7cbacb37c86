public import CaromMaths
public import CaromPhysics
import CaromProperties

/// The simulation of a scene.
public final class PhysicsWorld {
  /// The world of rigid bodies, for queries; nodes do not observe changes made in it.
  public let simulation: World
  /// Receives contacts and broken joints.
  public weak var contactDelegate: (any ContactDelegate)?
  /// The scene that owns the simulation.
  unowned(unsafe) var scene: Scene?
  var state = WorldState() {
    didSet {
      if let found = state.invalidProperty { preconditionFailure("\(found.key): \(found.problem)") }
      let settings = state.settings(simulation.settings, after: oldValue)
      if simulation.settings != settings { simulation.settings = settings }
    }
  }

  init() {
    simulation = World()
    simulation.gravity = state.gravity
  }

  /// The acceleration by gravity in meters per second squared; (0, −9.8, 0) by default.
  public var gravity: Vector3 {
    get { state.gravity }
    set { state.gravity = newValue }
  }
  /// Seconds of simulation per second, 0 to 100; a higher speed is less accurate.
  public var speed: Float {
    get { state.speed }
    set { state.speed = newValue }
  }
  /// Whether fast bodies are swept, so that they pass through nothing.
  ///
  /// A single body opts out by `BodyProperties.isContinuous`.
  public var isContinuous: Bool {
    get { state.isContinuous }
    set { state.isContinuous = newValue }
  }
  /// The length of a tick in seconds, 1e-4 to 0.1; 1/60 by default.
  public var timeStep: Double {
    get { state.timeStep }
    set { state.timeStep = newValue }
  }
  /// The number of substeps of a tick, 1 to 64; 4 by default.
  ///
  /// More make stacks, chains and springs stiffer; the time of a tick grows nearly in proportion.
  public var substeps: Int {
    get { state.substeps }
    set { state.substeps = newValue }
  }
  /// The maximum stiffness of contacts in hertz, 0.001 to 1e6; 30 by default.
  ///
  /// Bodies sink less into each other at higher values. At most a quarter of the substeps per
  /// second is used: 60 Hz with the defaults.
  public var contactHertz: Float {
    get { state.contactHertz }
    set { state.contactHertz = newValue }
  }
  /// The maximum stiffness of joints in hertz, 0.001 to 1e6; 60 by default.
  ///
  /// It is how fast gaps of joints are closed, not the frequency of their springs. At most a
  /// quarter of the substeps per second is used: 60 Hz with the defaults.
  public var jointHertz: Float {
    get { state.jointHertz }
    set { state.jointHertz = newValue }
  }

  /// Takes over the settings that the state of the simulation contains, after it was restored.
  func adoptRestoredSettings() {
    var restored = state
    restored.adopt(simulation.settings)
    if restored != state { state = restored }
  }
}
