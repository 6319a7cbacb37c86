import CaromCollision
import CaromMaths

/// One leaf of a body's shape, with one proxy in a broad-phase tree; only 4-byte fields.
struct ColliderRecord: BitwiseCopyable {
  var body: Int32 = -1
  /// The next leaf of the same body, or -1; the next free place while this one is free.
  var next: Int32 = -1
  /// The leaf's proxy in the tree of its body's kind, or -1 while the body is disabled.
  var proxy: Int32 = -1
  /// 1 while the collider waits to look for new pairs.
  var isMoved: UInt32 = 0
  /// 1 when the leaf sits at the body's origin, unturned.
  var isCentered: UInt32 = 1
  /// 1 for a ball.
  var isBall: UInt32 = 0
  /// 1 for a mesh or a height field.
  var isSurface: UInt32 = 0
  /// The leaf's place in the body.
  var placement = Transform.identity
  /// The radius by which the surface may roll without changing its distance; 0 for flat shapes.
  var roundRadius: Float = 0
  /// 1 when ``roundRadius`` holds only at right angles to the local y axis, as for a cylinder.
  var roundsAboutY: UInt32 = 0
}

extension ColliderRecord {
  init(body: Int32, leaf: ShapeLeaf) {
    self.init()
    self.body = body
    placement = leaf.placement
    isCentered = leaf.placement == .identity ? 1 : 0
    isSurface = leaf.shape.isSurface ? 1 : 0
    let rolling = leaf.shape.rolling
    (roundRadius, roundsAboutY) = (rolling.radius, rolling.isAboutY ? 1 : 0)
    if case .sphere = leaf.shape { isBall = 1 }
  }

  /// Where the leaf is when its body is at `body`.
  @inline(__always)
  func transform(in body: Transform) -> Transform {
    isCentered != 0 ? body : body * placement
  }
}
