public import CaromMaths
public import CaromProperties

/// Copies the world position, rotation and scale of a target, or some of them.
public struct ReplicatorConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Copies the position, rotation and scale of a target"

  /// The target node.
  public var target = NodeReference()
  /// Whether the position is copied.
  public var replicatesPosition = true
  /// Whether the rotation is copied.
  public var replicatesOrientation = true
  /// Whether the scale is copied.
  public var replicatesScale = true
  /// The offset that is added to the position, along the world axes, in meters.
  public var positionOffset = Vector3.zero
  /// A rotation in the target's local space.
  public var orientationOffset = Quaternion.identity
  /// The factor of the scale.
  public var scaleOffset = Vector3.one
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// True to start from the transform presented last; with a small influence the node lags behind.
  public var isIncremental = true

  /// Creates a constraint without a target.
  public init() {}

  /// Creates a constraint that copies the position of a node.
  public init(position target: Node, offset: Vector3 = .zero) {
    self.target = NodeReference(target)
    replicatesOrientation = false
    replicatesScale = false
    positionOffset = offset
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The target node", in: .required)
    p.property("replicatesPosition", \.replicatesPosition, "Whether the position is copied")
    p.property("replicatesOrientation", \.replicatesOrientation, "Whether the rotation is copied")
    p.property("replicatesScale", \.replicatesScale, "Whether the scale is copied")
    p.property("positionOffset", \.positionOffset, "Offset that is added to the position", .meters)
    p.property("orientationOffset", \.orientationOffset, "Rotation in the target's local space")
    p.property("scaleOffset", \.scaleOffset, "Factor of the scale", .ratio)
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property(
      "isIncremental", \.isIncremental, "Whether it starts from the transform presented last")
  }
}

extension ReplicatorConstraint: ConstraintKind {
  /// Applies the constraint.
  mutating func apply(_ context: inout ConstraintContext) {
    guard let target = context.node(target) else { return }
    let presented = target.presentation
    if replicatesPosition {
      context.move(to: presented.worldPosition + positionOffset, by: influenceFactor)
    }
    if replicatesOrientation {
      context.rotate(to: presented.worldOrientation * orientationOffset, by: influenceFactor)
    }
    if replicatesScale {
      let size = presented.worldTransform.linear.columnLengths
      context.scale(to: size * scaleOffset, by: influenceFactor)
    }
  }
}
