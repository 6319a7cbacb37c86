import CaromMaths

/// What all pixels of a triangle share in shading, with each number in all lanes.
///
/// Large triangles cover many groups of pixels, for which this is computed once.
struct TriangleSetup: BitwiseCopyable {
  /// The triangle; nil before the first.
  fileprivate(set) var triangle: UnsafePointer<RasterTriangle>?
  private(set) var draw: UnsafeMutablePointer<DrawUniforms>
  /// Whether the back is visible.
  private(set) var showsBack: Bool
  /// Corner 0 in pixels.
  private var originX: Float
  private var originY: Float
  /// 1/w at corner 0, and the gradients of 1/w, b1/w and b2/w.
  private var w: F4
  private var wx: F4
  private var wy: F4
  private var b1x: F4
  private var b1y: F4
  private var b2x: F4
  private var b2y: F4
  /// The gradients of b1/w to the right and down, then those of b2/w.
  private var gradients: F4
  /// The gradients of 1/w to the right and down, twice.
  private var inverseGradients: F4
  private(set) var position: CornerVectors
  /// Whether all corners have one normal; then its unit vector, otherwise the normals.
  private(set) var isFlat: Bool
  private(set) var outward: Vector3W
  private(set) var normal: CornerVectors
  /// Texture coordinates of set 0.
  private(set) var texCoord: CornerTexCoords
  /// The sign of the bitangent.
  private(set) var handedness: F4
  /// Whether the tangents are equal too; then the tangent and bitangent at right angles to the
  /// normal, otherwise the tangents.
  private(set) var hasOneFrame: Bool
  private(set) var along: Vector3W
  private(set) var across: Vector3W
  private(set) var tangent: CornerVectors
}

extension TriangleSetup {
  /// Computes what shading needs of a triangle: normals where corners differ in them, and tangents
  /// for draws with normal maps.
  mutating func set(
    _ t: UnsafePointer<RasterTriangle>, _ draw: UnsafeMutablePointer<DrawUniforms>,
    _ vertices: UnsafeMutablePointer<RasterVertex>
  ) {
    triangle = t
    self.draw = draw
    showsBack = t.pointee.drawAndFacing & 1 != 0
    (originX, originY) = (t.pointee.originX, t.pointee.originY)
    w = F4(repeating: t.pointee.w)
    (wx, wy) = (F4(repeating: t.pointee.wx), F4(repeating: t.pointee.wy))
    (b1x, b1y) = (F4(repeating: t.pointee.b1x), F4(repeating: t.pointee.b1y))
    (b2x, b2y) = (F4(repeating: t.pointee.b2x), F4(repeating: t.pointee.b2y))
    let a = vertices + Int(t.pointee.v0)
    let b = vertices + Int(t.pointee.v1)
    let c = vertices + Int(t.pointee.v2)
    let position0: F4 = a.pointee.position
    let position1: F4 = b.pointee.position - position0
    let position2: F4 = c.pointee.position - position0
    let normal0: F4 = a.pointee.normal
    let normal1: F4 = b.pointee.normal - normal0
    let normal2: F4 = c.pointee.normal - normal0
    position = CornerVectors(position0, position1, position2)
    isFlat = TriangleSetup.areZero(normal1, normal2)
    if isFlat {
      outward = Vector3W(repeating: normal0).normalized
    } else {
      normal = CornerVectors(normal0, normal1, normal2)
    }
    guard draw.pointee.flags.contains(.anyTexture) else { return }
    gradients = F4(t.pointee.b1x, t.pointee.b1y, t.pointee.b2x, t.pointee.b2y)
    inverseGradients = F4(t.pointee.wx, t.pointee.wy, t.pointee.wx, t.pointee.wy)
    texCoord = CornerTexCoords(
      F4(position0.w, normal0.w, 0, 0), F4(position1.w, normal1.w, 0, 0),
      F4(position2.w, normal2.w, 0, 0))
    guard draw.pointee.flags.contains(.normalTexture) else { return }
    let tangent0: F4 = a.pointee.tangent
    let tangent1: F4 = b.pointee.tangent - tangent0
    let tangent2: F4 = c.pointee.tangent - tangent0
    handedness = F4(repeating: tangent0.w)
    hasOneFrame = isFlat && TriangleSetup.areZero(tangent1, tangent2)
    if hasOneFrame {
      (along, across) = TriangleSetup.frame(outward, Vector3W(repeating: tangent0))
    } else {
      tangent = CornerVectors(tangent0, tangent1, tangent2)
    }
  }

  /// Whether the first three components of two vectors are zero.
  @inline(__always) private static func areZero(_ a: F4, _ b: F4) -> Bool {
    (a.x, a.y, a.z) == (0, 0, 0) && (b.x, b.y, b.z) == (0, 0, 0)
  }

  /// The tangent at right angles to a unit normal, and the bitangent.
  @inline(__always) static func frame(
    _ normal: Vector3W, _ tangent: Vector3W
  ) -> (along: Vector3W, across: Vector3W) {
    let along = (tangent - normal * normal.dot(tangent)).normalized
    return (along, normal.cross(along))
  }

  /// The perspective-correct barycentric coordinates at the centers of four pixels.
  @inline(__always) func barycentrics(_ pixelX: Int32, _ pixelY: Int32) -> Barycentrics {
    let dx: F4 = F4(repeating: Float(pixelX) - originX) + F4(0.5, 1.5, 2.5, 3.5)
    let dy = F4(repeating: Float(pixelY) + 0.5 - originY)
    let distance: F4 = F4(repeating: 1) / (w + wx * dx + wy * dy)
    return Barycentrics(
      w: distance, b1: (b1x * dx + b1y * dy) * distance, b2: (b2x * dx + b2y * dy) * distance)
  }

  /// The derivatives of texture coordinates at one pixel, whose barycentric coordinates are in all
  /// lanes.
  @inline(__always) func footprint(_ t: CornerTexCoords, _ at: Barycentrics) -> Footprint {
    // The gradients of the barycentric coordinates, from b/w and 1/w by the quotient rule.
    let b = F4(at.b1.x, at.b1.x, at.b2.x, at.b2.x)
    let slopes: F4 = (gradients - b * inverseGradients) * at.w
    let first = F4(slopes.x, slopes.x, slopes.y, slopes.y)
    let second = F4(slopes.z, slopes.z, slopes.w, slopes.w)
    return Footprint(lanes: t.second * first + t.third * second)
  }

  /// The derivatives of texture coordinates at four pixels.
  @inline(__always) func footprints(_ t: CornerTexCoords, _ at: Barycentrics) -> Footprints {
    let slope1x: F4 = (b1x - at.b1 * wx) * at.w
    let slope1y: F4 = (b1y - at.b1 * wy) * at.w
    let slope2x: F4 = (b2x - at.b2 * wx) * at.w
    let slope2y: F4 = (b2y - at.b2 * wy) * at.w
    let (u1, v1) = (F4(repeating: t.second.x), F4(repeating: t.second.y))
    let (u2, v2) = (F4(repeating: t.third.x), F4(repeating: t.third.y))
    return Footprints(
      ux: u1 * slope1x + u2 * slope2x, vx: v1 * slope1x + v2 * slope2x,
      uy: u1 * slope1y + u2 * slope2y, vy: v1 * slope1y + v2 * slope2y)
  }
}

/// The distance from the eye and the barycentric coordinates of the second and third corner at four
/// pixels.
struct Barycentrics {
  var w: F4
  var b1: F4
  var b2: F4

  /// Those of the first live lane, or of the last if none is live, in all lanes.
  @inline(__always) func repeating(_ live: UInt32) -> Barycentrics {
    if live & 1 != 0 {
      return Barycentrics(w: F4(repeating: w.x), b1: F4(repeating: b1.x), b2: F4(repeating: b2.x))
    }
    return Barycentrics(
      w: F4(repeating: CaromRendering.first(w, live)),
      b1: F4(repeating: CaromRendering.first(b1, live)),
      b2: F4(repeating: CaromRendering.first(b2, live)))
  }
}

/// A vector at the first corner of a triangle, and its differences to the others.
struct CornerVectors: BitwiseCopyable {
  let first: Vector3W
  private let second: Vector3W
  private let third: Vector3W

  @inline(__always) init(_ first: F4, _ second: F4, _ third: F4) {
    self.first = Vector3W(repeating: first)
    self.second = Vector3W(repeating: second)
    self.third = Vector3W(repeating: third)
  }

  /// Interpolates by barycentric coordinates.
  @inline(__always) func at(_ p: Barycentrics) -> Vector3W {
    first + second * p.b1 + third * p.b2
  }
}

/// Texture coordinates at the first corner of a triangle, and their differences to the others: u
/// and v, then both again.
struct CornerTexCoords: BitwiseCopyable {
  private let u: F4
  private let v: F4
  let second: F4
  let third: F4

  /// Uses the first two lanes.
  @inline(__always) init(_ first: F4, _ second: F4, _ third: F4) {
    (u, v) = (F4(repeating: first.x), F4(repeating: first.y))
    self.second = F4(second.x, second.y, second.x, second.y)
    self.third = F4(third.x, third.y, third.x, third.y)
  }

  /// Interpolates by barycentric coordinates.
  @inline(__always) func at(_ p: Barycentrics) -> (u: F4, v: F4) {
    let (u1, v1) = (F4(repeating: second.x), F4(repeating: second.y))
    let (u2, v2) = (F4(repeating: third.x), F4(repeating: third.y))
    return (u + u1 * p.b1 + u2 * p.b2, v + v1 * p.b1 + v2 * p.b2)
  }
}

/// The setups of the last triangles that a thread shaded.
struct TriangleSetups {
  /// The number of setups; a power of two.
  private static let count = 8
  /// The size in vectors of four floats.
  static let vectorCount = count * MemoryLayout<TriangleSetup>.stride / MemoryLayout<F4>.stride
  private let base: UnsafeMutablePointer<TriangleSetup>

  /// Uses memory of ``vectorCount`` vectors.
  init(_ memory: UnsafeMutablePointer<F4>) {
    base = UnsafeMutableRawPointer(memory)
      .bindMemory(to: TriangleSetup.self, capacity: TriangleSetups.count)
    for i in 0..<TriangleSetups.count { base[i].triangle = nil }
  }

  /// The place of a triangle; that of adjacent ones differs.
  @inline(__always) func place(
    of t: UnsafePointer<RasterTriangle>
  ) -> UnsafeMutablePointer<TriangleSetup> {
    let number = UInt(bitPattern: t) / 32
    return base + Int(number & UInt(TriangleSetups.count - 1))
  }
}

extension ShadingContext {
  /// The setup of a triangle, which is valid until the next one.
  @inline(__always) func setup(
    of t: UnsafePointer<RasterTriangle>
  ) -> UnsafeMutablePointer<TriangleSetup> {
    let place = setups.place(of: t)
    if place.pointee.triangle != t { prepare(place, t) }
    return place
  }

  @inline(never) private func prepare(
    _ place: UnsafeMutablePointer<TriangleSetup>, _ t: UnsafePointer<RasterTriangle>
  ) {
    place.pointee.set(t, draws + Int(t.pointee.drawAndFacing &>> 1), vertices)
  }
}
