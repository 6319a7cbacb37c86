public import CaromCollision
public import CaromMaths
public import CaromPhysics

/// A physics benchmark, the same as in the harnesses of other engines.
///
/// Bodies are created in a fixed order by arithmetic in a fixed order, so that every engine starts
/// from the same bits. In all scenes gravity is −10 m/s² along Y, a step takes 1/60 s, and there is
/// no restitution or damping. In the built-in scenes friction is 0.6 and nothing sleeps;
/// ``PhysicsSceneReader`` reads others from files.
public struct PhysicsScene: Sendable {
  /// The initial state of a body, and the steps between which it exists.
  public struct Body: Sendable {
    /// Whether the body is static, kinematic or dynamic.
    public var kind: BodyKind
    /// The collision shape.
    public var shape: Shape
    /// The position of the shape's origin.
    public var position: Vector3
    /// The orientation.
    public var orientation = Quaternion.identity
    /// The velocity in meters per second; a kinematic body keeps it.
    public var velocity = Vector3.zero
    /// The angular velocity in radians per second; a kinematic body keeps it.
    public var angularVelocity = Vector3.zero
    /// The density in kilograms per cubic meter, which determines the mass.
    public var density: Float = 1000
    /// Whether the body is swept against dynamic bodies as well.
    public var isBullet = false
    /// The number of steps before which the body is created; 0 is before the first.
    public var birth = 0
    /// The number of steps before which the body is destroyed, at least ``birth``; nil for never.
    public var death: Int?
  }

  /// A joint between two bodies that exist from the start.
  public struct Joint: Hashable, Sendable {
    /// The kind of joint with its parameters.
    public var kind = JointKind.ballSocket()
    /// The index of the first body in ``bodies``.
    public var a: Int
    /// The index of the second body in ``bodies``.
    public var b: Int
    /// The initial position of the joint in world space.
    public var anchor: Vector3
    /// The initial direction of the X axis of the joint in world space.
    public var axis = Vector3.unitX
  }

  /// A ray from `origin` to `origin + translation`.
  public struct Ray: Hashable, Sendable {
    /// The start of the ray.
    public var origin: Vector3
    /// The vector from the start to the end.
    public var translation: Vector3
  }

  /// The short name, such as `S1`; numbered scenes exist in the harnesses of other engines too.
  public let name: String
  /// A short description.
  public let summary: String
  /// The number of steps of a measurement.
  public let steps: Int
  /// All bodies; bodies that are created before the same step are created in this order.
  public internal(set) var bodies: [Body] = []
  /// The joints.
  public internal(set) var joints: [Joint] = []
  /// Whether the bodies collide with each other.
  public internal(set) var collides = true
  /// The friction coefficient of every pair.
  public internal(set) var friction: Float = 0.6
  /// Whether resting bodies may fall asleep.
  public internal(set) var allowsSleep = false
  /// Rays that are cast after the last step.
  public internal(set) var rays: [Ray] = []
  /// The number of rays from 12 m above the origin that are cast after each step.
  public internal(set) var raysPerStep = 0
  /// The number of steps between two frames of a trace.
  public internal(set) var traceInterval = 60

  /// The gravity in meters per second squared.
  public static let gravity = Vector3(0, -10, 0)
  /// The duration of a step in seconds.
  public static let timeStep: Float = 1 / 60

  /// The names of all scenes in order.
  public static let names = ["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "maze"]

  /// Creates the scene with a name; nil when there is none.
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

  /// Adds a static box with half extents.
  mutating func addStatic(_ halfExtents: Vector3, at position: Vector3) {
    bodies.append(
      Body(
        kind: .static, shape: .box(BoxShape(halfExtents: halfExtents)), position: position))
  }

  /// Adds a dynamic box with half extents.
  mutating func addBox(_ halfExtents: Vector3, at position: Vector3) {
    bodies.append(
      Body(kind: .dynamic, shape: .box(BoxShape(halfExtents: halfExtents)), position: position))
  }

  /// Adds a sphere.
  mutating func addSphere(
    _ radius: Float, at position: Vector3, velocity: Vector3 = .zero, density: Float = 1000,
    isDynamic: Bool = true
  ) {
    bodies.append(
      Body(
        kind: isDynamic ? .dynamic : .static, shape: .sphere(SphereShape(radius: radius)),
        position: position, velocity: velocity, density: density))
  }
}
