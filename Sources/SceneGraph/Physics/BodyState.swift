public import CaromPhysics
public import CaromProperties

/// The kind, shape and properties of a body; the declared part of ``PhysicsBody``.
///
/// The properties of `BodyProperties` are accessed directly: `state.friction = 0.8`.
@dynamicMemberLookup
public struct BodyState: Part {
  /// The description in the schema.
  public static let summary = "Makes a node a body of the simulation"

  /// Whether the body is dynamic, static or kinematic.
  public var type = BodyKind.dynamic
  /// The shape; nil takes the node's geometry or, without one, the geometries of its descendants.
  public var shape: PhysicsShape?
  /// Mass, material, damping, filtering and initial motion.
  public var properties = BodyProperties()

  /// Creates the state of a dynamic body.
  public init() {}

  /// A property of `BodyProperties`.
  public subscript<Value>(dynamicMember path: WritableKeyPath<BodyProperties, Value>) -> Value {
    get { properties[keyPath: path] }
    set { properties[keyPath: path] = newValue }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("type", \.type, "How the body moves: by forces, not at all, or with its node")
    p.property("shape", \.shape, "The shape, if not that of the node's geometry")
    p.embed(\.properties)
  }

  /// The problem with the combination of the properties, or nil.
  public var problem: String? { properties.problem }

  /// The motion and the mass of a body that does not move, and moments of inertia of no body.
  public var warnings: [PropertyWarning] {
    guard type == .static else { return properties.warnings }
    let moves = "a static body does not move, so this has no effect; \"type\": "
    let idle = [
      (properties.velocity != .zero, "velocity", "\"kinematic\" or \"dynamic\""),
      (properties.angularVelocity != .zero, "angularVelocity", "\"kinematic\" or \"dynamic\""),
      (properties.mass != nil, "mass", "\"dynamic\""),
      (properties.density != nil, "density", "\"dynamic\""),
      (properties.momentOfInertia != nil, "momentOfInertia", "\"dynamic\""),
    ]
    return idle.filter(\.0).map { PropertyWarning($0.1, "\(moves)\($0.2) is accepted") }
  }

  /// The category, with the default of the body's type.
  var category: UInt32 { properties.categoryBitMask ?? (type == .static ? 2 : 1) }

  /// The properties with the default category of the body's type.
  var resolvedProperties: BodyProperties {
    var resolved = properties
    resolved.categoryBitMask = category
    return resolved
  }
}
