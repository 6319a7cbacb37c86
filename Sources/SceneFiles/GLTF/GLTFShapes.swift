import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph

/// A collision shape of a glTF file, before it is transformed.
enum GLTFShape {
  case sphere(radius: Float)
  case box(size: Vector3)
  /// The radii are those of the lower and the upper end.
  case cylinder(height: Float, bottom: Float, top: Float)
  /// The height is the distance between the centers of the caps; the radii are those of the caps.
  case capsule(height: Float, bottom: Float, top: Float)
  /// A horizontal plane; nil sizes are infinite.
  case plane(sizeX: Float?, sizeZ: Float?)
  /// The surface of a node's mesh and of those below it.
  case surface(node: Int, isHull: Bool)
  /// The surface of a single mesh.
  case mesh(Int, isHull: Bool)
}

// - Source: Khronos, KHR_implicit_shapes.
extension GLTFReader {
  /// Reads all shapes; nil for invalid ones.
  func readShapes() -> [GLTFShape?] {
    table(.shapes).map { json in
      guard json.isObject else { return nil }
      if json["type"] == nil { missing(json, "type") }
      let kinds = ["sphere", "box", "cylinder", "capsule", "plane"]
      guard let type = keyword(json, "type", of: kinds) else { return nil }
      let part = json[type] ?? json
      if !part.isObject { fail(part, wants: "an object") }
      for other in kinds where other != type {
        if let idle = json[other] {
          warn(idle, "the shape is a \(type), so \"\(other)\" is ignored")
        }
      }
      let sizes: ClosedRange<Float> = 1e-4...1e6
      func size(_ key: String, _ fallback: Float) -> Float {
        number(part, key, fallback, in: sizes)
      }
      switch type {
      case "sphere": return .sphere(radius: size("radius", 0.5))
      case "box": return .box(size: vector3(part, "size", .one, in: sizes))
      case "plane":
        return .plane(
          sizeX: part["sizeX"] == nil ? nil : size("sizeX", 1),
          sizeZ: part["sizeZ"] == nil ? nil : size("sizeZ", 1))
      default:
        let bottom = number(part, "radiusBottom", 0.25, in: 0...1e6)
        let top = number(part, "radiusTop", 0.25, in: 0...1e6)
        if max(bottom, top) < 1e-4 {
          fail(part, "both radii are zero; at least one radius of 0.0001 or more is accepted")
        }
        let height = size("height", 0.5)
        return type == "cylinder"
          ? .cylinder(height: height, bottom: bottom, top: top)
          : .capsule(height: height, bottom: bottom, top: top)
      }
    }
  }

  /// The shape that a collider or trigger names under `geometry`.
  func shape(_ json: JSON, _ shapes: [GLTFShape?]) -> GLTFShape? {
    guard let geometry = json["geometry"] else {
      missing(json, "geometry")
      return nil
    }
    guard geometry.isObject else {
      fail(geometry, wants: "an object with \"shape\", \"mesh\" or \"node\"")
      return nil
    }
    let isHull = bool(geometry, "convexHull")
    if geometry["shape"] != nil {
      for key in ["mesh", "node"] {
        if let other = geometry[key] {
          warn(other, "the geometry has \"shape\" as well, which is used; one of them is accepted")
        }
      }
      return index(geometry, "shape", of: .shapes).flatMap { shapes[$0] }
    }
    if geometry["mesh"] != nil {
      return index(geometry, "mesh", of: .meshes).map { .mesh($0, isHull: isHull) }
    }
    if geometry["node"] != nil {
      return index(geometry, "node", of: .nodes).map { .surface(node: $0, isHull: isHull) }
    }
    fail(geometry, "the geometry has none of \"shape\", \"mesh\" and \"node\"; one is accepted")
    return nil
  }
}

extension GLTFShape {
  /// The shape as bodies use it, transformed by a matrix.
  ///
  /// Non-uniform scale applies its larger component to spheres and to the radii of capsules and
  /// cylinders.
  ///
  /// - Parameters:
  ///   - matrix: The transform from the space of the shape to that of the body.
  ///   - allowsMesh: Whether the body can have a triangle mesh, which requires a body that forces
  ///     do not move.
  ///   - surface: The triangles of a mesh or of a node's meshes.
  /// - Returns: The transformed shape; nil if the matrix is singular.
  func placed(
    by matrix: Matrix4, allowsMesh: Bool, surface: (GLTFShape) -> SurfaceTriangles
  ) -> PlacedShape? {
    guard let parts = matrix.decomposed else { return nil }
    let s = parts.scale.magnitudes
    let around = max(s.x, s.z)
    let shape: PhysicsShape
    switch self {
    case .sphere(let radius): shape = .sphere(Sphere(radius: radius * s.greatest))
    case .box(let size):
      let size = size * s
      shape = .box(Box(width: size.x, height: size.y, length: size.z))
    case .cylinder(let height, let bottom, let top):
      // A mirrored cone is upside down.
      let (low, high) =
        matrix.linear.y.dot(parts.orientation.rotate(.unitY)) < 0 ? (top, bottom) : (bottom, top)
      shape =
        low == high
        ? .cylinder(Cylinder(radius: low * around, height: height * s.y))
        : .cone(Cone(topRadius: high * around, bottomRadius: low * around, height: height * s.y))
    case .capsule(let height, let bottom, let top):
      // A mirrored capsule is upside down.
      let isFlipped = matrix.linear.y.dot(parts.orientation.rotate(.unitY)) < 0
      let (low, high) = isFlipped ? (top, bottom) : (bottom, top)
      let solid = Self.capsule(height * s.y, low * around, high * around)
      return PlacedShape(
        solid.shape, position: parts.position + parts.orientation.rotate(Vector3(0, solid.y, 0)),
        orientation: parts.orientation)
    case .plane(let sizeX, let sizeZ):
      if let sizeX, let sizeZ {
        // A finite plane becomes a box half a meter thick, whose top is the plane.
        let size = Vector3(sizeX * s.x, 0.5, sizeZ * s.z)
        return PlacedShape(
          .box(Box(width: size.x, height: size.y, length: size.z)),
          position: parts.position - parts.orientation.rotate(Vector3(0, 0.25, 0)),
          orientation: parts.orientation)
      }
      shape = .floor(EmptyPayload())
    case .surface(_, let isHull), .mesh(_, let isHull):
      var triangles = surface(self)
      triangles.vertices = triangles.vertices.map { matrix.apply(point: $0) }
      guard !triangles.vertices.isEmpty else { return nil }
      if isHull || !allowsMesh || triangles.indices.isEmpty {
        return PlacedShape(.hull(HullPoints(triangles.vertices)))
      }
      // Mirroring reverses the winding order of triangles.
      if matrix.linear.determinant < 0 { triangles.indices.reverse() }
      return PlacedShape(.mesh(triangles))
    }
    return PlacedShape(shape, position: parts.position, orientation: parts.orientation)
  }

  /// A capsule around two spheres, and the height of its center above the middle between them.
  private static func capsule(
    _ distance: Float, _ bottom: Float, _ top: Float
  ) -> (shape: PhysicsShape, y: Float) {
    if bottom == top {
      return (.capsule(Capsule(capRadius: top, height: distance + top * 2)), 0)
    }
    let tapered = TaperedCapsuleShape(
      topRadius: max(top, 1e-4), bottomRadius: max(bottom, 1e-4),
      height: distance + bottom + top)
    // A sphere that contains the other one is the whole shape.
    if tapered.problem != nil {
      let isTop = top > bottom
      return (.sphere(Sphere(radius: max(top, bottom))), isTop ? distance / 2 : -distance / 2)
    }
    return (.taperedCapsule(tapered), (top - bottom) / 2)
  }
}
