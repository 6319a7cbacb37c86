import CaromMaths
public import CaromProperties

/// Comes nearer to a node while something hides that node from it; made for cameras.
///
/// The node is put before the first surface on the straight way from the target to it. Surfaces of
/// the target, of the node itself and of what is below the two do not count.
public struct AvoidOccluderConstraint: Part {
  /// What the schema says of it.
  public static let summary = "Comes nearer to a node while something hides that from it"

  /// The node to keep in sight.
  public var target = NodeReference()
  /// Which nodes hide it: those whose category mask shares a bit.
  public var occluderCategoryBitMask: UInt32 = 1
  /// How far before the surface it stays, in metres.
  public var bias: Float = 1e-5
  /// How much of the way is shown, 0 to 1.
  public var influenceFactor: Float = 1
  /// False while it does nothing.
  public var isEnabled = true

  /// Makes a rule that keeps nothing in sight.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("target", \.target, "The node to keep in sight", in: .required)
    p.property("occluderCategoryBitMask", \.occluderCategoryBitMask, "Which nodes hide it", .mask)
    p.property("bias", \.bias, "How far before the surface it stays", .metres, 0...1e4)
    p.property(
      "influenceFactor", \.influenceFactor, "How much of the way is shown", .ratio, 0...1)
    p.property("isEnabled", \.isEnabled, "Whether it does anything")
  }
}

extension AvoidOccluderConstraint: ConstraintKind {
  mutating func apply(_ work: inout ConstraintContext) {
    guard let target = work.node(target) else { return }
    let start = target.presentation.worldPosition
    let way = work.position - start
    let length = way.length
    guard length > 0 else { return }
    var options = HitTestOptions()
    options.categoryBitMask = occluderCategoryBitMask
    options.backFaceCulling = false
    let own = work.node
    let hit = work.scene.firstHit(from: start, to: work.position, options) {
      !target.isAncestorOrSelf(of: $0) && !own.isAncestorOrSelf(of: $0)
    }
    guard let hit else { return }
    let free = max(0, hit.fraction * length - bias)
    work.move(to: start + way * (free / length), by: influenceFactor)
  }
}
