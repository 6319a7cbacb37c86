public import CaromMaths

/// A pyramid on a rectangle: its base lies in the local xz plane around the origin, its tip above.
public struct PyramidShape: Sendable {
  /// The pyramid as a convex polyhedron.
  let storage: HullStorage
  /// The size of the base along x, in metres.
  public var width: Float { storage.faces.vertices[1].x - storage.faces.vertices[0].x }
  /// The height of the tip above the base, in metres.
  public var height: Float { storage.faces.vertices[4].y }
  /// The size of the base along z, in metres.
  public var length: Float { storage.faces.vertices[2].z - storage.faces.vertices[1].z }

  /// Makes a pyramid from the size of its base and its height, in metres.
  public init(width: Float, height: Float, length: Float) {
    let (x, z) = (0.5 * width, 0.5 * length)
    storage = HullStorage(
      HullFaces(
        vertices: [
          Vector3(-x, 0, -z), Vector3(x, 0, -z), Vector3(x, 0, z), Vector3(-x, 0, z),
          Vector3(0, height, 0),
        ],
        loops: [[0, 1, 2, 3], [1, 0, 4], [2, 1, 4], [3, 2, 4], [0, 3, 4]]))
  }

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? {
    ShapeLimits.problem("width", width) ?? ShapeLimits.problem("height", height)
      ?? ShapeLimits.problem("length", length)
  }

  /// The volume, in cubic metres.
  public var volume: Float { width * height * length / 3 }

  /// The mass properties for a density in kg/m³.
  ///
  /// The centre lies at a quarter of the height; about it, with width w, length l and height h,
  ///
  ///     Ixx = m/20·(l² + 3/4·h²)        Iyy = m/20·(w² + l²)        Izz = m/20·(w² + 3/4·h²)
  public func massProperties(density: Float) -> MassProperties {
    let mass = volume * density
    let (w, h, l) = (width * width, 0.75 * height * height, length * length)
    return MassProperties(
      mass: mass, centerOfMass: Vector3(0, 0.25 * height, 0),
      inertia: Matrix3(diagonal: Vector3(l + h, w + l, w + h) * (mass / 20)))
  }

  /// The smallest box along the axes around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    storage.view.pointee.bounds(at: placement)
  }

  /// How far the pyramid reaches from its origin along a unit direction of local space, in metres.
  public func supportExtent(along n: Vector3) -> Float { storage.view.pointee.supportExtent(n) }

  /// Where the ray from `origin` along `translation`, in local space, enters the pyramid.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    storage.view.pointee.rayCast(origin: origin, translation: translation)
  }
}

extension PyramidShape: Hashable {
  /// True when the sizes are the same.
  public static func == (a: PyramidShape, b: PyramidShape) -> Bool {
    a.storage.faces.vertices == b.storage.faces.vertices
  }

  /// Feeds the sizes.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.faces.vertices) }
}
