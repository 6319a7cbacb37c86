import CaromMaths
public import CaromProperties

/// Computes the presented transform with a function of the program, every tick.
///
/// Closures cannot be saved, so the function is registered with the scene by name:
///
///     scene.constraintFunctions["keepAbove"] = .position { _, p in Vector3(p.x, max(p.y, 1), p.z) }
///     node.constraints = [.transform("keepAbove")]
public struct TransformConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Computes the transform with a function of the program"

  /// The name of the function in ``Scene/constraintFunctions``.
  ///
  /// An unknown function is reported in ``Scene/problems`` and has no effect.
  public var function = ""
  /// True to call the function with values in world space, false in parent space.
  public var isInWorldSpace = true
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true
  /// True to start from the transform presented last, false to start from the node's own.
  public var isIncremental = true

  /// Creates a constraint without a function.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "function", \.function, "Name of the function that the game registers", in: .required)
    p.property("isInWorldSpace", \.isInWorldSpace, "Whether values are in world space")
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
    p.property(
      "isIncremental", \.isIncremental, "Whether it starts from the transform presented last")
  }
}

extension TransformConstraint: ConstraintKind {
  /// Calls the function.
  mutating func apply(_ context: inout ConstraintContext) {
    guard let function = context.scene.constraintFunctions[function] else {
      return context.scene.reportProblem("no constraint function is called \"\(function)\"")
    }
    let above = isInWorldSpace ? nil : context.node.parent
    let toWorld = above?.presentationWorldTransform ?? .identity
    guard let toLocal = above == nil ? .identity : toWorld.affineInverse else { return }
    let turnAbove = above?.presentation.worldOrientation ?? .identity
    switch function {
    case .transform(let change):
      let now = Matrix4(
        position: context.position, orientation: context.orientation, scale: context.scale)
      guard let new = (toWorld * change(context.node, toLocal * now)).decomposed else { return }
      context.move(to: new.position, by: influenceFactor)
      context.rotate(to: new.orientation, by: influenceFactor)
      context.scale(to: new.scale, by: influenceFactor)
    case .position(let change):
      let new = change(context.node, toLocal.apply(point: context.position))
      context.move(to: toWorld.apply(point: new), by: influenceFactor)
    case .orientation(let change):
      let new = change(context.node, (turnAbove.inverse * context.orientation).normalized)
      context.rotate(to: turnAbove * new, by: influenceFactor)
    }
  }
}
