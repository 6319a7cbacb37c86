import CaromMaths
public import CaromProperties

/// Moves the node towards a target while an occluder is between them; intended for cameras.
///
/// The node is moved in front of the first surface on the line from the target to it. Geometry of
/// the target, of the node and of their descendants is ignored.
public struct AvoidOccluderConstraint: Part {
  /// Summary for the schema.
  public static let summary = "Moves towards a target while an occluder is between them"

  /// The node to keep visible.
  public var target = NodeReference()
  /// The category mask of occluders.
  public var occluderCategoryBitMask: UInt32 = 1
  /// The distance in front of the occluder, in meters.
  public var bias: Float = 1e-5
  /// The influence of the constraint, 0 to 1.
  public var influenceFactor: Float = 1
  /// Whether the constraint is applied.
  public var isEnabled = true

  /// Creates a constraint without a target.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The node to keep visible", in: .required)
    p.property(
      "occluderCategoryBitMask", \.occluderCategoryBitMask, "Category mask of occluders", .mask)
    p.property("bias", \.bias, "Distance in front of the occluder", .meters, 0...1e4)
    p.property(
      "influenceFactor", \.influenceFactor, "Influence of the constraint", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether the constraint is applied")
  }
}

extension AvoidOccluderConstraint: ConstraintKind {
  mutating func apply(_ context: inout ConstraintContext) {
    guard let target = context.node(target) else { return }
    let start = target.presentation.worldPosition
    let offset = context.position - start
    let length = offset.length
    guard length > 0 else { return }
    var options = HitTestOptions()
    options.categoryBitMask = occluderCategoryBitMask
    options.backFaceCulling = false
    let own = context.node
    let hit = context.scene.firstHit(from: start, to: context.position, options) {
      !target.isAncestorOrSelf(of: $0) && !own.isAncestorOrSelf(of: $0)
    }
    guard let hit else { return }
    let free = max(0, hit.fraction * length - bias)
    context.move(to: start + offset * (free / length), by: influenceFactor)
  }
}
