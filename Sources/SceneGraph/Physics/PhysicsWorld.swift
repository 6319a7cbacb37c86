public import CaromMaths
public import CaromPhysics
public import CaromProperties

/// The simulation of a scene.
public final class PhysicsWorld {
  /// The bodies themselves, for queries; what is changed here, nodes do not know.
  public let simulation: World
  /// Who learns of contacts.
  public weak var contactDelegate: (any ContactDelegate)?
  /// The scene whose simulation it is, while that lives.
  unowned(unsafe) var scene: Scene?
  var state = WorldState() {
    didSet { if simulation.gravity != state.gravity { simulation.gravity = state.gravity } }
  }

  init() {
    simulation = World()
    simulation.gravity = state.gravity
  }

  /// The acceleration of all that falls, in metres a second squared; (0, −9.8, 0) at first.
  public var gravity: Vector3 {
    get { state.gravity }
    set { state.gravity = newValue }
  }
  /// How many seconds of the simulation pass in a second; more is less exact.
  public var speed: Float {
    get { state.speed }
    set { state.speed = newValue }
  }
  /// The length of a tick, in seconds; 1/60 at first.
  public var timeStep: Double {
    get { state.timeStep }
    set { state.timeStep = newValue }
  }
}

/// What holds for the whole simulation of a scene.
public struct WorldState: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "What holds for the whole simulation"

  /// The acceleration of all that falls, in metres a second squared.
  public var gravity = Vector3(0, -9.8, 0)
  /// How many seconds of the simulation pass in a second.
  public var speed: Float = 1
  /// The length of a tick, in seconds.
  public var timeStep = 1.0 / 60

  /// Makes the defaults.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "gravity", \.gravity, "The acceleration of all that falls", .metresPerSecondSquared,
      -1e4...1e4)
    p.property("speed", \.speed, "Seconds of the simulation in a second", .ratio, 0...100)
    p.property("timeStep", \.timeStep, "The length of a tick", .seconds, 1e-4...0.1)
  }
}
