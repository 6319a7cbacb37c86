public import CaromMaths

/// A pyramid with a rectangular base in the local xz plane, centered at the origin, and its apex
/// above.
public struct PyramidShape: Sendable {
  /// The pyramid as a convex polyhedron.
  let storage: HullStorage
  /// The size of the base along x, in meters.
  public var width: Float { storage.faces.vertices[1].x - storage.faces.vertices[0].x }
  /// The height of the apex above the base, in meters.
  public var height: Float { storage.faces.vertices[4].y }
  /// The size of the base along z, in meters.
  public var length: Float { storage.faces.vertices[2].z - storage.faces.vertices[1].z }

  /// Creates a pyramid from the size of its base and its height, in meters.
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

  /// A sentence that describes an invalid dimension, or nil for a valid shape.
  public var problem: String? {
    ShapeLimits.problem("width", width) ?? ShapeLimits.problem("height", height)
      ?? ShapeLimits.problem("length", length)
  }

  /// The volume, in cubic meters.
  public var volume: Float { width * height * length / 3 }

  /// The mass properties for a density in kg/m³.
  ///
  /// The center is at a quarter of the height. About it, with width w, length l and height h,
  ///
  ///     Ixx = m/20·(l² + 3/4·h²)        Iyy = m/20·(w² + l²)        Izz = m/20·(w² + 3/4·h²)
  public func massProperties(density: Float) -> MassProperties {
    let mass = volume * density
    let (w, h, l) = (width * width, 0.75 * height * height, length * length)
    return MassProperties(
      mass: mass, centerOfMass: Vector3(0, 0.25 * height, 0),
      inertia: Matrix3(diagonal: Vector3(l + h, w + l, w + h) * (mass / 20)))
  }

  /// The tightest axis-aligned box around the shape placed at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    storage.view.pointee.bounds(at: placement)
  }

  /// The distance from the origin to the farthest point along a unit direction, in meters.
  public func supportExtent(along n: Vector3) -> Float { storage.view.pointee.supportExtent(n) }

  /// Returns where the ray from `origin` along `translation`, in local space, enters the pyramid.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    storage.view.pointee.rayCast(origin: origin, translation: translation)
  }
}

extension PyramidShape: Hashable {
  /// True when the dimensions are equal.
  public static func == (a: PyramidShape, b: PyramidShape) -> Bool {
    a.storage.faces.vertices == b.storage.faces.vertices
  }

  /// Combines the dimensions into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage.faces.vertices) }
}

extension PyramidShape: ParametricShape {
  static var stateCode: UInt32 { 7 }
  static var parameterCount: Int { 3 }
  var parameters: [Float] { [width, height, length] }
  init(parameters p: [Float]) { self.init(width: p[0], height: p[1], length: p[2]) }
  var shape: Shape { .pyramid(self) }

  var outerRadius: Float { storage.outerRadius }
  var innerRadius: Float { storage.view.pointee.innerRadius }
  var innerCenter: Vector3 { storage.view.pointee.center }
  var core: ConvexCore { ConvexCore(storage.view) }
  var corners: [Vector3]? { storage.faces.vertices }

  func scaled(by scale: ShapeScale) throws(ShapeError) -> Shape? {
    guard scale.factors.y > 0 else { return nil }
    let m = scale.magnitudes
    return .pyramid(
      PyramidShape(width: width * m.x, height: height * m.y, length: length * m.z))
  }

  func addWireframe(to sink: inout some WireframeSink) {
    let (x, z) = (width * 0.5, length * 0.5)
    let base = [Vector3(-x, 0, -z), Vector3(x, 0, -z), Vector3(x, 0, z), Vector3(-x, 0, z)]
    for i in 0..<4 {
      sink.line(base[i], base[(i + 1) % 4])
      sink.line(base[i], Vector3(0, height, 0))
    }
  }
}
