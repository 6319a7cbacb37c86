import CaromMaths

/// A convex solid as a plain form with a ball's radius added all around.
///
/// What ``distance(_:_:_:_:)`` and the contacts of cylinders work on. All forms are symmetric about
/// the local origin.
struct ConvexCore {
  /// The kinds of plain form.
  enum Form: UInt8 {
    case point
    case segment
    case box
    case cylinder
  }

  /// The plain form.
  var form: Form
  /// Half its size along each axis; a cylinder's radius along x and z.
  var half: Vector3
  /// The radius of the ball that is added.
  var radius: Float

  init(form: Form, half: Vector3, radius: Float) {
    self.form = form
    self.half = half
    self.radius = radius
  }

  /// The solid of a leaf shape; nil for a plane, which has no end, and a compound, which is no leaf.
  init?(_ shape: Shape) {
    switch shape {
    case .sphere(let s): self.init(form: .point, half: Vector3(), radius: s.radius)
    case .box(let s): self.init(s)
    case .capsule(let s): self.init(s)
    case .cylinder(let s): self.init(s)
    case .plane, .compound: return nil
    }
  }

  init(_ s: BoxShape) { self.init(form: .box, half: s.halfExtents, radius: 0) }

  init(_ s: CapsuleShape) {
    self.init(form: .segment, half: Vector3(0, s.halfLength, 0), radius: s.radius)
  }

  init(_ s: CylinderShape) {
    self.init(form: .cylinder, half: Vector3(s.radius, s.halfHeight, s.radius), radius: 0)
  }

  /// The same solid with as much of it as can be turned into radius: what is left of a box or a
  /// cylinder after shaving `depth` off every face.
  func shaved(by depth: Float) -> ConvexCore {
    switch form {
    case .point, .segment: self
    case .box: ConvexCore(form: form, half: half - Vector3(repeating: depth), radius: depth)
    case .cylinder: ConvexCore(form: form, half: half - Vector3(repeating: depth), radius: depth)
    }
  }

  /// The farthest point of the plain form along `d`, which need not be of unit length.
  func support(_ d: Double3) -> Double3 {
    let h = Double3(half)
    switch form {
    case .point: return Double3()
    case .segment: return Double3(0, d.y < 0 ? -h.y : h.y, 0)
    case .box: return Double3(d.x < 0 ? -h.x : h.x, d.y < 0 ? -h.y : h.y, d.z < 0 ? -h.z : h.z)
    case .cylinder:
      let y: Double = d.y < 0 ? -h.y : h.y
      let across: Double = d.x * d.x + d.z * d.z
      // Along the axis every point of the cap is as far: take its middle.
      if across <= 1e-30 * d.y * d.y || across == 0 { return Double3(0, y, 0) }
      let scale: Double = h.x / across.squareRoot()
      return Double3(d.x * scale, y, d.z * scale)
    }
  }

  /// How far the solid reaches along the unit direction `n`, in metres from its origin.
  @inline(__always) func reach(_ n: Vector3) -> Float {
    switch form {
    case .point: radius
    case .segment: half.y * abs(n.y) + radius
    case .box: half.x * abs(n.x) + half.y * abs(n.y) + half.z * abs(n.z) + radius
    case .cylinder:
      half.x * (n.x * n.x + n.z * n.z).squareRoot() + half.y * abs(n.y) + radius
    }
  }
}
