public import CaromMaths
public import CaromProperties

/// Does as another node does: takes its place, rotation and scale in the world, or some of them.
public struct Replicator: Part {
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
  /// How much of the change is shown, 0 to 1.
  public var influence: Float = 1
  /// False while it does nothing.
  public var isEnabled = true

  /// Makes a rule that copies nothing.
  public init() {}

  /// Makes a rule that copies the place of a node, or more.
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
    p.property("influence", \.influence, "How much of the change is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
  }

  /// Changes the placement.
  func apply(_ input: inout ConstraintInput, target: Node) {
    guard isEnabled else { return }
    let shown = target.presentation
    if replicatesPosition {
      let goal = shown.worldPosition + positionOffset
      input.position = influence >= 1 ? goal : input.position.mixed(with: goal, by: influence)
      input.changed.insert(.position)
    }
    if replicatesOrientation {
      let goal = shown.worldOrientation
      input.orientation = influence >= 1 ? goal : input.orientation.slerp(to: goal, by: influence)
      input.changed.insert(.orientation)
    }
    if replicatesScale {
      let m = shown.worldTransform.linear
      let goal = Vector3(m.x.length, m.y.length, m.z.length)
      input.scale = influence >= 1 ? goal : input.scale.mixed(with: goal, by: influence)
      input.changed.insert(.scale)
    }
  }
}
