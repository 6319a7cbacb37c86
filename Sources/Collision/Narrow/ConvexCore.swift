import CaromMaths

/// A convex solid: the Minkowski sum of a simple form, such as a segment or a box, and a sphere.
///
/// Distances (GJK), penetration depths (EPA) and the contacts of pairs without specialized code are
/// computed from it. It is a plain value of fixed size, because two of them are made for each pair.
struct ConvexCore: SupportMapping {
  /// The kinds of form; the table below maps each to the type that implements it.
  enum Form: UInt8 {
    case point
    case segment
    case box
    case cylinder
    case cone
    case hull
    case taperedSegment
  }

  /// The form.
  var form: Form
  /// The numbers of the form, without ``radius``: half the size along each axis for a box, a
  /// segment and a cylinder; for a cone the bottom radius, half the height and the top radius.
  var half: Vector3
  /// The radius that is added, in meters.
  var radius: Float
  /// The factor by which a hull is scaled towards its center; 1 for the whole hull.
  var scale: Float = 1
  /// The polyhedron of a hull; it must outlive the core.
  var hull: UnsafePointer<Polyhedron>?

  init(form: Form, half: Vector3, radius: Float) {
    self.form = form
    self.half = half
    self.radius = radius
  }

  // MARK: The table of forms

  /// The implementation of the form.
  var geometry: any CoreGeometry.Type {
    switch form {
    case .point: SphereShape.self
    case .segment: CapsuleShape.self
    case .box: BoxShape.self
    case .cylinder: CylinderShape.self
    case .cone: ConeShape.self
    case .hull: ConvexHullShape.self
    case .taperedSegment: TaperedCapsuleShape.self
    }
  }

  /// The point of the form farthest along `d`, which need not have unit length.
  func support(_ d: Double3) -> Double3 {
    switch form {
    case .point: SphereShape.support(self, d)
    case .segment: CapsuleShape.support(self, d)
    case .box: BoxShape.support(self, d)
    case .cylinder: CylinderShape.support(self, d)
    case .cone: ConeShape.support(self, d)
    case .hull: ConvexHullShape.support(self, d)
    case .taperedSegment: TaperedCapsuleShape.support(self, d)
    }
  }

  /// `base` plus the distance from the local origin to the farthest point along the unit direction
  /// `n`, in meters.
  @inline(__always) func supportExtent(_ n: Vector3, from base: Float = 0) -> Float {
    switch form {
    case .point: SphereShape.supportExtent(self, n, from: base)
    case .segment: CapsuleShape.supportExtent(self, n, from: base)
    case .box: BoxShape.supportExtent(self, n, from: base)
    case .cylinder: CylinderShape.supportExtent(self, n, from: base)
    case .cone: ConeShape.supportExtent(self, n, from: base)
    case .hull: ConvexHullShape.supportExtent(self, n, from: base)
    case .taperedSegment: TaperedCapsuleShape.supportExtent(self, n, from: base)
    }
  }

  // MARK: Size

  /// The polyhedron of a hull.
  @inline(__always) var polyhedron: UnsafePointer<Polyhedron> {
    guard let hull else { preconditionFailure("Only a hull has a polyhedron") }
    return hull
  }

  /// The radius of a sphere around ``center`` that the form contains; infinite for forms without
  /// flat faces, which need no inset.
  var thickness: Float { geometry.thickness(self) }

  /// A measure of the size of the solid: the radius of a sphere inside.
  var size: Float {
    let thickness = thickness
    return thickness.isFinite ? thickness + radius : radius
  }

  /// Half the height of the form, or a similar length.
  var halfHeight: Float { geometry.halfHeight(self) }

  /// Half the greatest size of the form, or a similar length.
  var span: Float { geometry.span(self) }

  /// A point inside the form.
  var center: Vector3 { form == .hull ? polyhedron.pointee.center : Vector3() }

  /// The same solid with a radius of at least `depth`: the faces of the form move inwards by the
  /// difference.
  ///
  /// The result lies inside the solid; only its edges and corners are rounder.
  func inset(by depth: Float) -> ConvexCore { geometry.inset(self, by: depth) }

  /// The solid inset by `depth` if that is positive, so that distances stay measurable up to that
  /// penetration depth.
  @inline(__always) func insetIfNeeded(by depth: Float) -> ConvexCore {
    depth > 0 ? inset(by: depth) : self
  }
}

/// The support features of one form of ``ConvexCore``, for contact manifolds.
///
/// The shape that the form is named after implements it. Directions and points are in the space of
/// the ``PlacedCore``, or local if a function takes only a ``ConvexCore``.
protocol CoreGeometry {
  /// The point of the form farthest along `d`, which need not have unit length.
  static func support(_ core: ConvexCore, _ d: Double3) -> Double3
  /// `base` plus the distance of that point along the unit direction `n` and the core's radius.
  static func supportExtent(_ core: ConvexCore, _ n: Vector3, from base: Float) -> Float
  /// The radius of a sphere that the form contains; infinite without flat faces.
  static func thickness(_ core: ConvexCore) -> Float
  /// Half the height of the form, or a similar length.
  static func halfHeight(_ core: ConvexCore) -> Float
  /// Half the greatest size of the form, or a similar length.
  static func span(_ core: ConvexCore) -> Float
  /// The solid with every face moved in by `depth`, which becomes the radius.
  static func inset(_ core: ConvexCore, by depth: Float) -> ConvexCore
  /// The point of the form nearest to `p`, or one close to it; in local space.
  static func clamp(_ core: ConvexCore, _ p: Vector3) -> Vector3

  /// Tests the normals of all flat faces in a search for the direction of the contact.
  static func testFaces(_ solid: PlacedCore, isB: Bool, _ search: inout NormalSearch)
  /// True when `n` is the normal of a flat face.
  static func isFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Bool
  /// The normal of the flat face that faces along `n`, or `n` when none does.
  static func supportFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Vector3
  /// Writes the polygon, edge or vertex of the surface that faces along `n`; returns the vertex
  /// count.
  static func writeSupportFace(
    _ solid: PlacedCore, _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int
  /// The greatest count that ``writeSupportFace(_:_:_:_:)`` returns for `n`.
  static func supportFaceCapacity(_ solid: PlacedCore, _ n: Vector3) -> Int
  /// The edge or vertex farthest along `n`, to within ``flatSine``.
  static func supportFeature(_ solid: PlacedCore, _ n: Vector3) -> SupportFeature

  /// The radius of a round flat face on the side of the local y axis, or nil when faces are
  /// polygons.
  static func discRadius(_ core: ConvexCore, side: Float) -> Float?
  /// Half the size of a local box around the form, or nil when that is not cheap to compute.
  static func boxHalfExtents(_ core: ConvexCore) -> Vector3?
  /// The method by which the direction of least penetration of a triangle is found.
  static var triangleAxes: TriangleAxes { get }
}

extension CoreGeometry {
  static func halfHeight(_ core: ConvexCore) -> Float { core.half.y }
  static func span(_ core: ConvexCore) -> Float { core.half.greatest }
  static func testFaces(_ solid: PlacedCore, isB: Bool, _ search: inout NormalSearch) {}
  static func isFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Bool { false }
  static func supportFaceNormal(_ solid: PlacedCore, _ n: Vector3) -> Vector3 { n }
  static func supportFaceCapacity(_ solid: PlacedCore, _ n: Vector3) -> Int { 8 }
  static func discRadius(_ core: ConvexCore, side: Float) -> Float? { nil }
  static func boxHalfExtents(_ core: ConvexCore) -> Vector3? { core.half }
  static var triangleAxes: TriangleAxes { .inset }
}

/// The directions that are tested for a solid that overlaps a triangle, besides the triangle's
/// normal.
enum TriangleAxes {
  /// None: the form is a point.
  case none
  /// The cross products of the triangle's edges with the local y axis.
  case edgesAcrossY
  /// The faces of a box, and the cross products of its axes with the triangle's edges.
  case box
  /// The direction of the closest points after an inset.
  case inset
  /// As ``inset``, and the normals of a hull's faces.
  case hullFaces
}

/// A convex solid placed in the space where a contact is computed.
struct PlacedCore {
  var core: ConvexCore
  /// The solid's axes, as columns.
  var axes: Matrix3
  /// The solid's origin.
  var center: Vector3

  /// The distance from the solid's origin to the farthest point along the unit direction `n`.
  @inline(__always) func supportExtent(_ n: Vector3) -> Float { core.supportExtent(local(n)) }

  /// The solid's axis 0, 1 or 2.
  @inline(__always) func axis(_ index: Int) -> Vector3 {
    index == 0 ? axes.x : (index == 1 ? axes.y : axes.z)
  }

  /// A direction in the solid's local space.
  @inline(__always) func local(_ n: Vector3) -> Vector3 {
    Vector3(n.dot(axes.x), n.dot(axes.y), n.dot(axes.z))
  }

  /// Writes the polygon, edge or vertex of the surface that faces along `n`; returns the vertex
  /// count.
  func writeSupportFace(
    _ n: Vector3, _ face: FaceFrame, _ out: UnsafeMutablePointer<ClipVertex>
  ) -> Int {
    core.geometry.writeSupportFace(self, n, face, out)
  }

  /// The greatest count that ``writeSupportFace(_:_:_:)`` returns for `n`.
  func supportFaceCapacity(_ n: Vector3) -> Int { core.geometry.supportFaceCapacity(self, n) }

  /// The normal of the flat face that faces along `n`, or `n` when none does.
  func supportFaceNormal(_ n: Vector3) -> Vector3 { core.geometry.supportFaceNormal(self, n) }

  /// The edge or vertex farthest along the unit direction `n`, to within ``flatSine``.
  func supportFeature(_ n: Vector3) -> SupportFeature { core.geometry.supportFeature(self, n) }

  /// True when `n` is the normal of a flat face.
  func isFaceNormal(_ n: Vector3) -> Bool { core.geometry.isFaceNormal(self, n) }

  /// The point of the form nearest to `p`, or one close to it.
  func clamp(_ p: Vector3) -> Vector3 {
    center + axes * core.geometry.clamp(core, local(p - center))
  }
}
