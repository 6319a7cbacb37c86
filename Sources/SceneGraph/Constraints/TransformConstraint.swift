import CaromMaths
public import CaromProperties

/// Does what a function of the program says, every tick.
///
/// Closures are no state, so the function has a name and the scene knows it:
///
///     scene.constraintFunctions["keepAbove"] = .position { _, p in Vector3(p.x, max(p.y, 1), p.z) }
///     node.constraints = [.transform("keepAbove")]
public struct TransformConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Does what a function of the program says"

  /// The name of the function in ``Scene/constraintFunctions``; an unknown one does nothing and is
  /// noted in ``Scene/problems``.
  public var function = ""
  /// True to give the function values of the world, false those in the parent.
  public var isInWorldSpace = true
  /// How much of the change is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true
  /// True to go on from what was shown last, false to start from the node's own values.
  public var isIncremental = true

  /// Makes a rule that calls nothing.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("function", \.function, "The name the game gives the function", in: .required)
    p.property("isInWorldSpace", \.isInWorldSpace, "Whether it works in the world")
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the change is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
    p.property("isIncremental", \.isIncremental, "Whether it starts from what was shown last")
  }
}

extension TransformConstraint: ConstraintKind {
  /// Calls the function.
  mutating func apply(_ work: inout ConstraintContext) {
    guard let function = work.scene.constraintFunctions[function] else {
      return work.scene.reportProblem("no constraint function is called \"\(function)\"")
    }
    let above = isInWorldSpace ? nil : work.node.parent
    let toWorld = above?.presentationWorldTransform ?? .identity
    guard let toLocal = above == nil ? .identity : toWorld.affineInverse else { return }
    let turnAbove = above?.presentation.worldOrientation ?? .identity
    switch function {
    case .transform(let change):
      let now = Matrix4(
        position: work.position, orientation: work.orientation, scale: work.scale)
      guard let new = (toWorld * change(work.node, toLocal * now)).decomposed else { return }
      work.move(to: new.position, by: influenceFactor)
      work.turn(to: new.orientation, by: influenceFactor)
      work.grow(to: new.scale, by: influenceFactor)
    case .position(let change):
      let new = change(work.node, toLocal.apply(point: work.position))
      work.move(to: toWorld.apply(point: new), by: influenceFactor)
    case .orientation(let change):
      let new = change(work.node, (turnAbove.inverse * work.orientation).normalized)
      work.turn(to: turnAbove * new, by: influenceFactor)
    }
  }
}
