public import CaromCollision
public import CaromMaths

/// The complete initial state of a body, for ``World/createBody(_:)``.
///
/// The properties of ``BodyProperties`` are accessed directly: `definition.friction = 0.8`.
@dynamicMemberLookup
public struct BodyDefinition: Sendable {
  /// Whether the body is dynamic, static or kinematic.
  public var kind: BodyKind
  /// The position and orientation of the shape's origin.
  public var transform: Transform
  /// The shape; a compound body has one collider for each leaf.
  public var shape: Shape
  /// Mass, material, damping, filtering and initial motion.
  public var properties = BodyProperties()
  /// The filters and materials of the colliders that differ from those of the body.
  ///
  /// In the order of the shape's leaves; leaves beyond the end have those of the body.
  public var colliderProperties: [ColliderProperties] = []
  /// Whether the body is simulated; a disabled body has no contacts and no query finds it.
  public var isEnabled = true
  /// A number for the owner, returned in events; the simulation does not read it.
  public var userTag: UInt64 = 0

  /// Creates a definition with SceneKit's defaults.
  public init(_ kind: BodyKind, shape: Shape, transform: Transform = .identity) {
    self.kind = kind
    self.shape = shape
    self.transform = transform
  }

  /// Creates a definition of an unrotated body with SceneKit's defaults.
  public init(_ kind: BodyKind, shape: Shape, position: Vector3) {
    self.init(kind, shape: shape, transform: Transform(position: position))
  }

  /// A property of ``BodyProperties``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<BodyProperties, Value>) -> Value {
    get { properties[keyPath: path] }
    set { properties[keyPath: path] = newValue }
  }

  /// The three masks of the body; the default category is 1.
  public var filter: CollisionFilter {
    get { properties.filter }
    set { properties.filter = newValue }
  }

  /// The reason why a world would reject this definition, or nil.
  public var error: PhysicsError? {
    if let problem = BodyLimits.problem(shape, kind) { return .invalidShape(problem) }
    if !BodyLimits.isInWorld(transform.position) {
      return .invalidProperty(
        "transform", problem: "its position must be within \(BodyLimits.maxCoordinate) m")
    }
    let orientation = transform.orientation
    if !(orientation.isFinite && orientation.dot(orientation) > 1e-12) {
      return .invalidProperty("transform", problem: "its orientation needs a length above 0")
    }
    return ColliderProperties.error(colliderProperties, shape)
      ?? properties.error(shape, kind, colliderProperties)
  }
}
