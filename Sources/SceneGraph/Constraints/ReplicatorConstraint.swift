public import CaromMaths
public import CaromProperties

/// Does as another node does: takes its place, rotation and scale in the world, or some of them.
public struct ReplicatorConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Takes the place, rotation and scale of another node"

  /// The node to copy.
  public var target = NodeReference()
  /// True to take its place.
  public var replicatesPosition = true
  /// True to take its rotation.
  public var replicatesOrientation = true
  /// True to take its scale.
  public var replicatesScale = true
  /// Added to the place, along the world's axes, in metres.
  public var positionOffset = Vector3.zero
  /// A turn about the target's own axes, before its rotation.
  public var orientationOffset = Quaternion.identity
  /// Multiplied with the scale.
  public var scaleOffset = Vector3.one
  /// How much of the change is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// True to go on from what was shown last, which with a small influence comes after the target.
  public var isIncremental = true

  /// Makes a rule that copies nothing.
  public init() {}

  /// Makes a rule that copies the place of a node.
  public init(position target: Node, offset: Vector3 = .zero) {
    self.target = NodeReference(target)
    replicatesOrientation = false
    replicatesScale = false
    positionOffset = offset
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The node to copy", in: .required)
    p.property("replicatesPosition", \.replicatesPosition, "Whether it takes the place")
    p.property("replicatesOrientation", \.replicatesOrientation, "Whether it takes the rotation")
    p.property("replicatesScale", \.replicatesScale, "Whether it takes the scale")
    p.property("positionOffset", \.positionOffset, "Added to the place", .metres)
    p.property("orientationOffset", \.orientationOffset, "A turn before the rotation")
    p.property("scaleOffset", \.scaleOffset, "Multiplied with the scale", .ratio)
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the change is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("isIncremental", \.isIncremental, "Whether it starts from what was shown last")
  }
}

extension ReplicatorConstraint: ConstraintKind {
  /// Changes the placement.
  mutating func apply(_ work: inout ConstraintContext) {
    guard let target = work.node(target) else { return }
    let shown = target.presentation
    if replicatesPosition {
      work.move(to: shown.worldPosition + positionOffset, by: influenceFactor)
    }
    if replicatesOrientation {
      work.turn(to: shown.worldOrientation * orientationOffset, by: influenceFactor)
    }
    if replicatesScale {
      let size = shown.worldTransform.linear.columnLengths
      work.grow(to: size * scaleOffset, by: influenceFactor)
    }
  }
}
