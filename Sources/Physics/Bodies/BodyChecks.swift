import CaromCollision
import CaromMaths

extension BodyDefinition {
  /// Why a world would refuse this definition, or nil when it would not.
  public var error: PhysicsError? {
    if let problem = BodyChecks.problem(shape, kind) { return .invalidShape(problem) }
    for (name, value, greatest) in BodyChecks.vectors(self)
    where !(value.isFinite && value.magnitudes.greatest <= greatest) {
      return .invalidProperty(
        name, problem: "each component must be from -\(greatest) to \(greatest)")
    }
    let turn = transform.orientation
    if !(turn.isFinite && turn.dot(turn) > 1e-12) {
      return .invalidProperty("transform", problem: "its orientation needs a length above 0")
    }
    if let moments = momentOfInertia,
      !(moments.isFinite && BodyChecks.moment.contains(moments.least)
        && BodyChecks.moment.contains(moments.greatest))
    {
      return .invalidProperty(
        "momentOfInertia",
        problem:
          "each must be from \(BodyChecks.moment.lowerBound) to \(BodyChecks.moment.upperBound)")
    }
    for (name, value, range) in BodyChecks.scalars(self) where !range.contains(value) {
      return .invalidProperty(
        name, problem: "\(value) is outside \(range.lowerBound)...\(range.upperBound)")
    }
    for (name, value) in [
      ("velocityFactor", velocityFactor), ("angularVelocityFactor", angularVelocityFactor),
    ] where !(value.isFinite && value.least >= 0) {
      return .invalidProperty(name, problem: "each component must be 0 or more and finite")
    }
    return nil
  }
}

/// The ranges that bodies' properties may have, for definitions and live setters.
enum BodyChecks {
  static let mass: ClosedRange<Float> = 1e-6...1e9
  static let friction: ClosedRange<Float> = 0...1e3
  static let share: ClosedRange<Float> = 0...1
  static let threshold: ClosedRange<Float> = 0...1e6
  static let moment: ClosedRange<Float> = 1e-16...1e20
  /// The greatest speed along an axis, in metres a second, and what faster bodies are cut off at.
  static let maxSpeed: Float = 1e4
  /// The greatest coordinate of a place, in metres.
  static let farthest: Float = 1e7
  /// The greatest amount of anything that has no tighter range: what is more overflows when squared.
  static let most: Float = 1e18

  /// Whether a place is within the world.
  static func isInWorld(_ place: Vector3) -> Bool {
    place.isFinite && place.magnitudes.greatest <= farthest
  }

  /// Vectors and the greatest magnitude that a component may have.
  static func vectors(_ d: BodyDefinition) -> [(String, Vector3, Float)] {
    [
      ("transform", d.transform.position, farthest), ("velocity", d.velocity, maxSpeed),
      ("angularVelocity", d.angularVelocity, 1e4),
      ("centerOfMassOffset", d.centerOfMassOffset, ShapeLimits.greatest),
    ]
  }

  static func scalars(_ d: BodyDefinition) -> [(String, Float, ClosedRange<Float>)] {
    [
      ("mass", d.kind == .dynamic ? d.mass : 1, mass), ("friction", d.friction, friction),
      ("restitution", d.restitution, share), ("rollingFriction", d.rollingFriction, friction),
      ("damping", d.damping, share), ("angularDamping", d.angularDamping, share),
      ("linearRestingThreshold", d.linearRestingThreshold, threshold),
      ("angularRestingThreshold", d.angularRestingThreshold, threshold),
    ]
  }

  static func problem(_ shape: Shape, _ kind: BodyKind) -> String? {
    if let problem = shape.problem { return problem }
    if kind == .dynamic && !shape.isBounded {
      return "planes, meshes and height fields have no inside of finite size, so they cannot be "
        + "dynamic; static and kinematic bodies can"
    }
    return nil
  }
}
