import CaromCollision
import CaromMaths

/// A leaf of a body's shape, with a proxy in a broad-phase tree; only 4-byte fields.
struct ColliderRecord: BitwiseCopyable {
  var body: Int32 = -1
  /// The next collider of the same body, or -1; the next free slot while this one is free.
  var next: Int32 = -1
  /// The proxy in the tree of the body's kind, or -1 while the body is disabled.
  var proxy: Int32 = -1
  /// Not 0 while the collider waits for a pair search.
  var isMoved: UInt32 = 0
  /// 1 if the placement is the identity.
  var isCentered: UInt32 = 1
  /// 1 for a sphere.
  var isBall: UInt32 = 0
  /// 1 for a mesh or a height field.
  var isSurface: UInt32 = 0
  /// The transform of the leaf relative to the body.
  var placement = Transform.identity
  /// The radius with which the surface rolls, the mean for uneven ones; 0 for flat shapes.
  var roundRadius: Float = 0
  /// How the surface rolls; see ``Rolling``.
  var rolling: UInt32 = Rolling.everywhere

  enum Rolling {
    /// With the same radius at every point, which is 0 for flat shapes.
    static let everywhere: UInt32 = 0
    /// Only perpendicular to the local y axis, as a cylinder does.
    static let aboutY: UInt32 = 1
    /// With different radii, so that contacts with the side are not recycled.
    static let unevenly: UInt32 = 2
  }
}

extension ColliderRecord {
  init(body: Int32, leaf: ShapeLeaf) {
    self.init()
    self.body = body
    placement = leaf.placement
    isCentered = leaf.placement == .identity ? 1 : 0
    isSurface = leaf.shape.isSurface ? 1 : 0
    let rolling = leaf.shape.rolling
    roundRadius = rolling.radius
    self.rolling =
      rolling.isUneven
      ? Rolling.unevenly : rolling.isAboutY ? Rolling.aboutY : Rolling.everywhere
    if case .sphere = leaf.shape { isBall = 1 }
  }

  /// The transform of the collider if its body is at `body`.
  @inline(__always)
  func transform(in body: Transform) -> Transform {
    isCentered != 0 ? body : body * placement
  }
}
