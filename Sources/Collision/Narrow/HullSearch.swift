import CaromMaths

/// The search for the axis along which two polyhedra have the greatest gap.
struct HullSearch {
  /// The first numbers of faces; pairs of edges have the highest bit set.
  static let facesOfA: UInt32 = 1
  static let facesOfB: UInt32 = 0x400
  static let edges: UInt32 = 0x8000_0000

  let a: UnsafePointer<Polyhedron>
  let b: UnsafePointer<Polyhedron>
  /// The axes and the origin of B in A's space.
  let r: Matrix3
  let p: Vector3
  let margin: Float
  let previousFeature: UInt32
  /// The vector from the center of A's inner sphere to that of B's, and the sum of their radii.
  let centerOffset: Vector3
  let depth: Float
  /// A length that is small for both.
  let slack: Float
  /// The best face, its gap, and that gap with the preferences added.
  var best: UInt32 = 0
  var separation: Float = -.infinity
  var score: Float = -.infinity
  /// The best pair of edges, its gap and normal.
  var edge: UInt32 = 0
  var edgeGap: Float = -.infinity
  var edgeNormal = Vector3()
  var isEdge = false
  /// A direction that separates the solids.
  var separatingAxis = Vector3()

  init(
    _ a: UnsafePointer<Polyhedron>, _ b: UnsafePointer<Polyhedron>, _ r: Matrix3, _ p: Vector3,
    _ margin: Float, _ previousFeature: UInt32
  ) {
    (self.a, self.b, self.r, self.p) = (a, b, r, p)
    (self.margin, self.previousFeature) = (margin, previousFeature)
    centerOffset = r * b.pointee.center + p - a.pointee.center
    depth = a.pointee.innerRadius + b.pointee.innerRadius
    slack = min(2.5e-3, 0.02 * min(a.pointee.innerRadius, b.pointee.innerRadius))
  }

  @inline(__always) func unrotate(_ v: Vector3) -> Vector3 {
    Vector3(v.dot(r.x), v.dot(r.y), v.dot(r.z))
  }

  /// The gap along a unit direction from A to B.
  @inline(__always) func gap(_ n: Vector3) -> Float {
    n.dot(p) - a.pointee.supportExtent(n) - b.pointee.supportExtent(unrotate(n) * -1)
  }

  /// Tests the face of the last step first; like the other tests, returns false when it separates
  /// the solids.
  ///
  /// It is probably still the best, and the better the first face, the more others can be skipped.
  mutating func testPreviousFace() -> Bool {
    if previousFeature >= Self.edges || previousFeature == 0 {
      return testFaceOfA(a.pointee.face(along: centerOffset))
    }
    if previousFeature >= Self.facesOfB {
      let face = Int(previousFeature &- Self.facesOfB)
      return face >= b.pointee.faceCount || testFaceOfB(face)
    }
    let face = Int(previousFeature &- Self.facesOfA)
    return face >= a.pointee.faceCount || testFaceOfA(face)
  }

  @inline(__always) private mutating func testFaceOfA(_ face: Int) -> Bool {
    let plane: F4 = a.pointee.planes[face]
    let n = Vector3(plane.x, plane.y, plane.z)
    let gap: Float = n.dot(p) - b.pointee.supportExtent(unrotate(n) * -1) - plane.w
    let number: UInt32 = Self.facesOfA &+ UInt32(truncatingIfNeeded: face)
    if gap > margin {
      separatingAxis = n
      return false
    }
    considerFace(number, gap)
    return true
  }

  @inline(__always) private mutating func testFaceOfB(_ face: Int) -> Bool {
    let plane: F4 = b.pointee.planes[face]
    let n: Vector3 = r * Vector3(plane.x, plane.y, plane.z)
    let gap: Float = -n.dot(p) - a.pointee.supportExtent(n * -1) - plane.w
    let number: UInt32 = Self.facesOfB &+ UInt32(truncatingIfNeeded: face)
    if gap > margin {
      separatingAxis = n * -1
      return false
    }
    considerFace(number, gap)
    return true
  }

  /// Adds preferences: a small length for the face of the last step, and half of it for A's faces.
  @inline(__always) private mutating func considerFace(_ number: UInt32, _ gap: Float) {
    var own: Float = gap
    if number == previousFeature {
      own += slack + 0.1 * max(-gap, 0)
    } else if number < Self.facesOfB {
      own += 0.5 * slack
    }
    if own > score { (best, separation, score) = (number, gap, own) }
  }

  mutating func testFacesOfA() -> Bool {
    testFaces(of: a, along: centerOffset, from: Self.facesOfA) { $0.testFaceOfA($1) }
  }

  mutating func testFacesOfB() -> Bool {
    testFaces(of: b, along: unrotate(centerOffset) * -1, from: Self.facesOfB) { $0.testFaceOfB($1) }
  }

  /// Tests the faces of one solid that face the other one closely enough.
  ///
  /// `centerOffset` points to the other's center in the space of the solid; `first` is the number
  /// of its face 0.
  @inline(__always)
  private mutating func testFaces(
    of one: UnsafePointer<Polyhedron>, along centerOffset: Vector3, from first: UInt32,
    _ test: (inout HullSearch, Int) -> Bool
  ) -> Bool {
    let (x, y, z) = (
      F4(repeating: centerOffset.x), F4(repeating: centerOffset.y),
      F4(repeating: centerOffset.z)
    )
    var face: Int = 0
    var rows: UnsafeMutablePointer<F4> = one.pointee.faceRows
    let count: Int = one.pointee.faceCount
    while face < count {
      let along: F4 = rows[0] * x + rows[1] * y + rows[2] * z
      let limit = F4(repeating: score + depth - slack)
      var hits: Int = laneBits(along .> limit)
      while hits != 0 {
        let lane: Int = hits.trailingZeroBitCount
        hits &= hits &- 1
        if face &+ lane < count && first &+ UInt32(face &+ lane) != previousFeature {
          if !test(&self, face &+ lane) { return false }
        }
      }
      rows += 4
      face &+= 4
    }
    return true
  }
}
