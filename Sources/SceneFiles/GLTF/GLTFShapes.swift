import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneGraph

/// A solid of the file, before it is placed and scaled.
enum GLTFShape {
  case sphere(radius: Float)
  case box(size: Vector3)
  /// With the radius of the lower and the upper end.
  case cylinder(height: Float, bottom: Float, top: Float)
  /// With the distance between the centres of its caps, and their radii.
  case capsule(height: Float, bottom: Float, top: Float)
  /// A level plane; no size reaches without end.
  case plane(sizeX: Float?, sizeZ: Float?)
  /// The surface of a node's mesh and of those below it.
  case surface(node: Int, isHull: Bool)
  /// The surface of a mesh alone.
  case mesh(Int, isHull: Bool)
}

// - Source: Khronos, KHR_implicit_shapes.
extension GLTFReader {
  /// Reads all shapes; nil where one is wrong.
  func readShapes() -> [GLTFShape?] {
    table(.shapes).map { json in
      guard json.isObject else { return nil }
      if json["type"] == nil { missing(json, "type") }
      let kinds = ["sphere", "box", "cylinder", "capsule", "plane"]
      guard let type = word(json, "type", of: kinds) else { return nil }
      let part = json[type] ?? json
      if !part.isObject { fail(part, wants: "an object") }
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
          fail(part, "both radii are zero; one of at least 0.0001 is accepted")
        }
        let height = size("height", 0.5)
        return type == "cylinder"
          ? .cylinder(height: height, bottom: bottom, top: top)
          : .capsule(height: height, bottom: bottom, top: top)
      }
    }
  }

  /// The solid that a collider or trigger names under `geometry`.
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
  /// The shape as bodies have it, in a space that it is scaled and placed in by a matrix.
  ///
  /// Capsules and spheres that are scaled unevenly take the greater side; a capsule whose ends differ
  /// takes the mean of both.
  ///
  /// - Parameters:
  ///   - matrix: From its own space to that of the body.
  ///   - mayBeHollow: Whether the body may have a surface that encloses nothing, as those that forces do
  ///     not move may.
  ///   - surface: The triangles of a mesh or of a node's meshes.
  /// - Returns: The shape in its place; nil where the matrix flattens it.
  func placed(
    by matrix: Matrix4, mayBeHollow: Bool, surface: (GLTFShape) -> SurfaceTriangles
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
      // A mirrored cone stands on its tip.
      let (low, high) =
        matrix.linear.y.dot(parts.orientation.rotate(.unitY)) < 0 ? (top, bottom) : (bottom, top)
      shape =
        low == high
        ? .cylinder(Cylinder(radius: low * around, height: height * s.y))
        : .cone(Cone(topRadius: high * around, bottomRadius: low * around, height: height * s.y))
    case .capsule(let height, let bottom, let top):
      let radius = (bottom + top) / 2 * around
      shape = .capsule(Capsule(capRadius: radius, height: height * s.y + radius * 2))
    case .plane(let sizeX, let sizeZ):
      if let sizeX, let sizeZ {
        // Half a metre deep, its top the plane, as a finite floor is.
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
      if isHull || !mayBeHollow || triangles.indices.isEmpty {
        return PlacedShape(.hull(HullPoints(triangles.vertices)))
      }
      // Mirrored triangles run the other way round.
      if matrix.linear.determinant < 0 { triangles.indices.reverse() }
      return PlacedShape(.mesh(triangles))
    }
    return PlacedShape(shape, position: parts.position, orientation: parts.orientation)
  }
}
