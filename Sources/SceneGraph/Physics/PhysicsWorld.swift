public import CaromMaths
public import CaromPhysics
public import CaromProperties

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
      if simulation.gravity != state.gravity { simulation.gravity = state.gravity }
      if simulation.settings.isContinuous != state.isContinuous {
        simulation.settings.isContinuous = state.isContinuous
      }
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
  /// Takes over the settings that the state of the simulation contains, after it was restored.
  func adoptRestoredSettings() {
    guard state.isContinuous != simulation.settings.isContinuous else { return }
    state.isContinuous = simulation.settings.isContinuous
  }

  /// The length of a tick in seconds, 1e-4 to 0.1; 1/60 by default.
  public var timeStep: Double {
    get { state.timeStep }
    set { state.timeStep = newValue }
  }
}

/// The settings of the simulation of a scene.
public struct WorldState: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "The settings of the simulation"

  /// The acceleration by gravity in meters per second squared.
  public var gravity = Vector3(0, -9.8, 0)
  /// Seconds of simulation per second.
  public var speed: Float = 1
  /// The length of a tick, in seconds.
  public var timeStep = 1.0 / 60

  /// Whether fast bodies are swept, so that they pass through nothing; the state of the simulation
  /// contains it.
  public var isContinuous = true

  /// Creates the defaults.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "gravity", \.gravity, "The acceleration by gravity", .metersPerSecondSquared,
      WorldSettings.gravityRange)
    p.property("speed", \.speed, "Seconds of simulation per second", .ratio, 0...100)
    p.property("timeStep", \.timeStep, "The length of a tick", .seconds, 1e-4...0.1)
    p.property(
      "isContinuous", \.isContinuous,
      "Whether fast bodies are swept, so that they pass through nothing", in: .file)
  }
}
