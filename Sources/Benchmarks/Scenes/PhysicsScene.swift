public import CaromCollision
public import CaromMaths

/// A scene for measuring the physics, the same that other engines are measured with.
///
/// Bodies come in a fixed order and their numbers from arithmetic in a fixed order, so that every
/// engine starts from the same bits. For every scene gravity is −10 m/s² along Y, a step takes 1/60 s,
/// the friction of every pair is 0.6; nothing bounces, is damped or sleeps.
public struct PhysicsScene: Sendable {
  /// A body as it starts.
  public struct Body: Sendable {
    /// Whether the body moves; the others are static.
    public var isDynamic: Bool
    /// The solid shape.
    public var shape: Shape
    /// Where the shape's origin is.
    public var position: Vector3
    /// How the body is turned.
    public var orientation = Quaternion.identity
    /// The velocity in metres a second.
    public var velocity = Vector3.zero
    /// The density in kilograms a cubic metre, which gives the mass.
    public var density: Float = 1000
  }

  /// A ball socket between two bodies, which start unturned.
  public struct BallSocket: Hashable, Sendable {
    /// Indices into ``bodies``.
    public var a: Int
    /// Indices into ``bodies``.
    public var b: Int
    /// Where the joint is, in the world, when the scene starts.
    public var anchor: Vector3
  }

  /// A ray from `origin` to `origin + translation`.
  public struct Ray: Hashable, Sendable {
    /// Where it starts.
    public var origin: Vector3
    /// How far it goes.
    public var translation: Vector3
  }

  /// The short name, such as `S1`; those with a number are the same in the harness of other engines.
  public let name: String
  /// What it shows, in a few words.
  public let summary: String
  /// How many steps a measurement takes.
  public let steps: Int
  /// All bodies, the static ones first.
  public internal(set) var bodies: [Body] = []
  /// The ball sockets between them.
  public internal(set) var joints: [BallSocket] = []
  /// Whether the bodies collide with each other.
  public internal(set) var collides = true
  /// Rays to be cast after the last step, for measuring queries.
  public internal(set) var rays: [Ray] = []

  /// Gravity, in metres a second squared.
  public static let gravity = Vector3(0, -10, 0)
  /// The coefficient of friction of every pair.
  public static let friction: Float = 0.6
  /// What a step takes, in seconds.
  public static let timeStep: Float = 1 / 60

  /// The names of all scenes, in order.
  public static let names = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "maze"]

  /// The scene of a name, or nil when there is none.
  public init?(named name: String) {
    switch name {
    case "S1": self = .pyramid
    case "S2": self = .manyPyramids
    case "S3": self = .marbles
    case "S4": self = .rain
    case "S5": self = .wall
    case "S6": self = .jointGrid
    case "S7": self = .terrain
    case "S8": self = .marblesAndRays
    case "maze": self = .maze
    default: return nil
    }
  }

  init(_ name: String, _ summary: String, steps: Int) {
    (self.name, self.summary, self.steps) = (name, summary, steps)
  }

  /// Adds a static box by its half extents.
  mutating func addStatic(_ halfExtents: Vector3, at position: Vector3) {
    bodies.append(
      Body(
        isDynamic: false, shape: .box(BoxShape(halfExtents: halfExtents)), position: position))
  }

  /// Adds a dynamic box by its half extents.
  mutating func addBox(_ halfExtents: Vector3, at position: Vector3) {
    bodies.append(
      Body(isDynamic: true, shape: .box(BoxShape(halfExtents: halfExtents)), position: position))
  }

  /// Adds a sphere.
  mutating func addSphere(
    _ radius: Float, at position: Vector3, velocity: Vector3 = .zero, density: Float = 1000,
    isDynamic: Bool = true
  ) {
    bodies.append(
      Body(
        isDynamic: isDynamic, shape: .sphere(SphereShape(radius: radius)), position: position,
        velocity: velocity, density: density))
  }
}
