public import CaromMaths

/// The complete state of a force field in a world; ``ForceField`` provides live access to the same
/// properties.
///
/// The properties of ``PhysicsField`` are accessed directly: `definition.strength = 3`. Fields are
/// evaluated once per step: positions as in the leapfrog scheme, so that springs and orbits
/// conserve energy, and drag by its exact solution.
@dynamicMemberLookup
public struct ForceFieldDefinition: Hashable, Sendable {
  /// The position and orientation of the field's axes.
  public var transform = Transform.identity
  /// The declared properties.
  public var field: PhysicsField

  /// Creates an unlimited field of strength 1 at the origin.
  public init(_ type: ForceFieldKind) { field = PhysicsField(type) }

  /// Creates a field at a transform.
  public init(_ field: PhysicsField, at transform: Transform = .identity) {
    self.field = field
    self.transform = transform
  }

  /// A property of ``PhysicsField``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<PhysicsField, Value>) -> Value {
    get { field[keyPath: path] }
    set { field[keyPath: path] = newValue }
  }

  /// The problem with the definition, or nil.
  public var problem: String? { error.map { "\($0)" } }

  /// The reason why a world would reject this definition, or nil.
  public var error: PhysicsError? {
    let squared = transform.orientation.dot(transform.orientation)
    if !BodyLimits.isInWorld(transform.position) || !(squared > 1e-12 && squared.isFinite) {
      return .invalidProperty(
        "transform",
        problem: "its position must be within \(BodyLimits.maxCoordinate) m, and its orientation "
          + "needs a length above 0")
    }
    if let error = PhysicsError(invalidPropertyOf: field) { return error }
    return field.problem.map { .invalidProperty("direction", problem: $0) }
  }
}
