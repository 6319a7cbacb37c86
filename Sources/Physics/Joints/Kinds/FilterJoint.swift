public import CaromProperties

/// A filter joint: the two bodies do not collide, and move as if there were no joint.
///
/// It lists a pair that passes through each other, such as the parts of a ragdoll that no other
/// joint connects, or a projectile and what throws it. ``BodyProperties/collisionGroup`` does the
/// same for all pairs of a group. Box2D has the same name.
public struct FilterJoint: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Keeps two bodies from colliding, and does nothing else"

  /// Creates a joint.
  public init() {}

  /// Declares the properties, of which there are none.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {}
}

extension FilterJoint: JointType {
  static let key = "filter"
  static let number: UInt32 = 8
  static let features: UInt32 = 0

  var parameters: JointParameters { JointParameters() }

  init(_: JointParameters, _: JointAxes) {}

  static func rowCount(_ features: UInt32) -> (block: Int32, rows: Int32) { (0, 0) }

  static func buildRows(_ rows: inout JointRowBuilder) {}
}

extension JointKind {
  /// Creates a filter joint.
  public static func filter(_ joint: FilterJoint = FilterJoint()) -> JointKind { JointKind(joint) }

  /// The parameters of a filter joint; nil for other kinds, which setting does not change.
  public var filter: FilterJoint? {
    get { self[FilterJoint.self] }
    set { self[FilterJoint.self] = newValue }
  }
}
