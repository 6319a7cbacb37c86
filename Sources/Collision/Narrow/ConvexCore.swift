import CaromMaths

/// A convex solid as a plain form with a ball's radius added all around.
///
/// What ``distance(_:_:_:_:)`` and the contacts of cylinders, cones and hulls work on. All forms but
/// cones and hulls are symmetric about the local origin.
struct ConvexCore {
  /// The kinds of plain form.
  enum Form: UInt8 {
    case point
    case segment
    case box
    case cylinder
    case cone
    case hull
  }

  /// The plain form.
  var form: Form
  /// Half its size along each axis; a cylinder's radius along x and z, a cone's radius at the bottom
  /// along x and at the top along z.
  var half: Vector3
  /// The radius of the ball that is added.
  var radius: Float
  /// How much a hull is shrunk towards its centre: 1 for not at all.
  var scale: Float = 1
  /// The polyhedron of a hull; it must outlive the core.
  var hull: UnsafePointer<Polyhedron>?

  init(form: Form, half: Vector3, radius: Float) {
    self.form = form
    self.half = half
    self.radius = radius
  }

  /// The solid of a leaf shape; nil for a plane, which has no end, and a compound, which is no leaf.
  ///
  /// The shape must outlive the core of a hull or a pyramid.
  init?(_ shape: Shape) {
    switch shape {
    case .sphere(let s): self.init(form: .point, half: Vector3(), radius: s.radius)
    case .box(let s): self.init(s)
    case .capsule(let s): self.init(s)
    case .cylinder(let s): self.init(s)
    case .cone(let s): self.init(s)
    case .pyramid(let s): self.init(s.storage.view)
    case .hull(let s): self.init(s.storage.view)
    case .plane, .mesh, .heightField, .compound: return nil
    }
  }

  init(_ s: BoxShape) { self.init(form: .box, half: s.halfExtents, radius: 0) }

  init(_ s: CapsuleShape) {
    self.init(form: .segment, half: Vector3(0, s.halfLength, 0), radius: s.radius)
  }

  init(_ s: CylinderShape) {
    self.init(form: .cylinder, half: Vector3(s.radius, s.halfHeight, s.radius), radius: 0)
  }

  init(_ s: ConeShape) {
    self.init(
      form: .cone, half: Vector3(s.bottomRadius, s.halfHeight, s.topRadius), radius: 0)
  }

  init(_ hull: UnsafePointer<Polyhedron>) {
    self.init(form: .hull, half: Vector3(), radius: 0)
    self.hull = hull
  }

  /// The polyhedron of a hull.
  @inline(__always) var polyhedron: UnsafePointer<Polyhedron> {
    guard let hull else { preconditionFailure("Only a hull has a polyhedron") }
    return hull
  }

  /// The same solid with as much of it as can be turned into radius: what is left of a box or a
  /// cylinder after shaving `depth` off every face, and a cone or a hull shrunk until its faces have
  /// moved in by at least `depth`.
  func inset(by depth: Float) -> ConvexCore {
    switch form {
    case .point, .segment: return self
    case .box, .cylinder:
      return ConvexCore(form: form, half: half - Vector3(repeating: depth), radius: depth)
    case .cone:
      return ConvexCore(form: form, half: half * (1 - depth / thickness), radius: depth)
    case .hull:
      var core = self
      core.scale = 1 - depth / thickness
      core.radius = depth
      return core
    }
  }

  /// The solid whose distance from others can be told while it is up to `depth` deep in them.
  @inline(__always) func insetIfNeeded(by depth: Float) -> ConvexCore {
    depth > 0 ? inset(by: depth) : self
  }

  /// The radius of a ball around ``middle`` inside the plain form; infinite where there is nothing
  /// to shave.
  var thickness: Float {
    switch form {
    case .point, .segment: return .infinity
    case .box, .cylinder: return half.least
    case .cone:
      return ConeShape(topRadius: half.z, bottomRadius: half.x, halfHeight: half.y).innerRadius
    case .hull: return polyhedron.pointee.innerRadius
    }
  }

  /// Half the height of the plain form, or what is like it for a hull.
  var height: Float { form == .hull ? polyhedron.pointee.innerRadius : half.y }

  /// Half the greatest size of the plain form, or what is like it for a hull.
  var span: Float { form == .hull ? polyhedron.pointee.innerRadius : half.greatest }

  /// A point inside.
  var middle: Vector3 { form == .hull ? polyhedron.pointee.center : Vector3() }

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
    case .cone:
      let across: Double = (d.x * d.x + d.z * d.z).squareRoot()
      let isTop: Bool = h.y * d.y + h.z * across >= h.x * across - h.y * d.y
      let y: Double = isTop ? h.y : -h.y
      if across <= 1e-15 * abs(d.y) || across == 0 { return Double3(0, y, 0) }
      let scale: Double = (isTop ? h.z : h.x) / across
      return Double3(d.x * scale, y, d.z * scale)
    case .hull:
      // In 32 bits a tiny direction would vanish.
      let size: Double = max(abs(d.x), max(abs(d.y), abs(d.z)))
      let along: Vector3 = size > 0 ? (d * (1 / size)).single : Vector3(1, 0, 0)
      let p = polyhedron
      let v = Double3(p.pointee.point(p.pointee.support(along)))
      if scale == 1 { return v }
      let c = Double3(p.pointee.center)
      return c + (v - c) * Double(scale)
    }
  }

  /// How far the solid reaches along the unit direction `n`, in metres from its origin.
  @inline(__always) func supportExtent(_ n: Vector3) -> Float {
    switch form {
    case .point: radius
    case .segment: half.y * abs(n.y) + radius
    case .box: half.x * abs(n.x) + half.y * abs(n.y) + half.z * abs(n.z) + radius
    case .cylinder:
      half.x * (n.x * n.x + n.z * n.z).squareRoot() + half.y * abs(n.y) + radius
    case .cone: coneSupportExtent(n)
    case .hull: hullSupportExtent(n)
    }
  }

  private func coneSupportExtent(_ n: Vector3) -> Float {
    let across: Float = (n.x * n.x + n.z * n.z).squareRoot()
    return max(half.z * across + half.y * n.y, half.x * across - half.y * n.y) + radius
  }

  private func hullSupportExtent(_ n: Vector3) -> Float {
    let p = polyhedron
    let extent: Float = p.pointee.supportExtent(n)
    if scale == 1 { return extent + radius }
    let c: Float = p.pointee.center.dot(n)
    return c + (extent - c) * scale + radius
  }
}
