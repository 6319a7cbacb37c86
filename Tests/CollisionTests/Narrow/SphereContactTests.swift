import CaromCollision
import CaromMaths
import Testing

@Suite("Sphere contacts")
struct SphereContactTests {
  static let ball = Shape.sphere(SphereShape(radius: 0.25))
  static let tile = Shape.box(BoxShape(halfExtents: Vector3(0.5, 0.5, 0.5)))

  static func contact(
    _ a: Shape, from ta: Transform = .identity, _ b: Shape, at: Vector3, margin: Float = 0.02
  ) -> Manifold {
    var cache = ManifoldCache()
    return collide(a, ta, b, Transform(position: at), margin: margin, cache: &cache)
  }

  @Test("Two spheres touch on the line between their centers")
  func ballOnBall() {
    let m = Self.contact(Self.ball, Self.ball, at: Vector3(0.3, 0.4, 0))
    #expect(m.count == 1)
    #expect(m.kind == .round)
    #expect((m.normal - Vector3(0.6, 0.8, 0)).length < 1e-6)
    #expect(abs(m[0].separation) < 1e-6)
    #expect((m[0].position - Vector3(0.15, 0.2, 0)).length < 1e-6)
    let apart = Self.contact(Self.ball, Self.ball, at: Vector3(0, 0.53, 0))
    #expect(apart.isEmpty)
  }

  @Test("Spheres with the same center separate upwards")
  func sameCenter() {
    let m = Self.contact(Self.ball, Self.ball, at: .zero)
    #expect(m.normal == .unitY)
    #expect(m[0].separation == -0.5)
  }

  @Test(
    "A sphere on a face, beside an edge and beyond a vertex of a box",
    arguments: [
      (Vector3(0.1, 0.74, -0.2), Vector3(0, 1, 0), -0.01, Manifold.Kind.faceA),
      (Vector3(0.65, 0.7, 0.1), Vector3(0.6, 0.8, 0), 0.0, Manifold.Kind.edge),
      (Vector3(-0.58, 0.66, -0.66), Vector3(-1, 2, -2) / 3, -0.01, Manifold.Kind.edge),
      (Vector3(0.505, 0.1, 0.2), Vector3(1, 0, 0), -0.245, Manifold.Kind.faceA),
      (Vector3(0.1, -0.4, 0.2), Vector3(0, -1, 0), -0.35, Manifold.Kind.faceA),
    ])
  func ballOnBox(center: Vector3, normal: Vector3, separation: Double, kind: Manifold.Kind) {
    let m = Self.contact(Self.tile, Self.ball, at: center)
    #expect(m.count == 1)
    #expect(m.kind == kind)
    #expect((m.normal - normal).length < 1e-6)
    #expect(abs(Double(m[0].separation) - separation) < 1e-6)
    let surface = center - normal * (0.25 + Float(separation) * 0.5)
    #expect((m[0].position - surface).length < 1e-6)
  }

  @Test("A sphere that rolls over adjacent tiles has an exactly vertical normal on each of them")
  func tiles() {
    for index in 0..<20 {
      let tile = Transform(position: Vector3(Float(index), -0.5, 0))
      for step in -40...40 {
        let x = Float(index) + Float(step) * 0.0125
        let m = Self.contact(Self.tile, from: tile, Self.ball, at: Vector3(x, 0.249, 0.013))
        #expect(m.normal == .unitY)
        #expect(m.kind == .faceA)
        #expect(abs(m[0].separation + 0.001) < 1e-7)
      }
      // Above the neighbor, the contact with the same tile has the kind `edge`.
      let beside = Self.contact(
        Self.tile, from: tile, Self.ball, at: Vector3(Float(index) + 0.52, 0.249, 0))
      #expect(beside.kind == .edge)
    }
  }

  @Test("Gaps between spheres and boxes or planes keep their precision 100 m from the origin")
  func accuracyFarAway() {
    var draws = Draws(seed: 51)
    for _ in 0..<500 {
      let q = draws.orientation()
      let ta = Transform(position: draws.vector(100), orientation: q)
      let local = Vector3(draws.number(-0.4, 0.4), draws.number(0.7, 0.76), draws.number(-0.4, 0.4))
      let center = ta.apply(local)
      // The height of the center above the face, computed in 64 bits from the same inputs.
      let n = Self.up(q)
      let d = center - ta.position
      let height = Double(d.x) * n.0 + Double(d.y) * n.1 + Double(d.z) * n.2
      let box = Self.contact(Self.tile, from: ta, Self.ball, at: center)
      #expect(abs(Double(box[0].separation) - (height - 0.75)) < 5e-7)
      let plane = Self.contact(.plane(PlaneShape()), from: ta, Self.ball, at: center, margin: 1)
      #expect(abs(Double(plane[0].separation) - (height - 0.25)) < 5e-7)
    }
  }

  /// The rotated y axis, computed in 64 bits with a quaternion normalized in 64 bits.
  static func up(_ q: Quaternion) -> (Double, Double, Double) {
    let (x, y, z, w) = (Double(q.x), Double(q.y), Double(q.z), Double(q.w))
    let s = x * x + y * y + z * z + w * w
    return (2 * (x * y - w * z) / s, 1 - 2 * (x * x + z * z) / s, 2 * (y * z + w * x) / s)
  }

  @Test("A sphere against a capsule: the side and the hemisphere")
  func ballOnCapsule() {
    let capsule = Shape.capsule(CapsuleShape(radius: 0.3, halfLength: 0.5))
    let side = Self.contact(capsule, Self.ball, at: Vector3(0.5, 0.2, 0))
    #expect((side.normal - .unitX).length < 1e-6)
    #expect(abs(side[0].separation + 0.05) < 1e-6)
    let end = Self.contact(capsule, Self.ball, at: Vector3(0, 1.06, 0))
    #expect((end.normal - .unitY).length < 1e-6)
    #expect(abs(end[0].separation - 0.01) < 1e-6)
    #expect(Self.contact(capsule, Self.ball, at: Vector3(0, 0.1, 0)).normal == .unitX)
  }

  @Test("A sphere against a cylinder: the side is round, the cap flat, the rim an edge")
  func ballOnCylinder() {
    let cylinder = Shape.cylinder(CylinderShape(radius: 0.5, halfHeight: 0.4))
    let side = Self.contact(cylinder, Self.ball, at: Vector3(0, 0.1, 0.74))
    #expect(side.kind == .round)
    #expect((side.normal - .unitZ).length < 1e-6)
    #expect(abs(side[0].separation + 0.01) < 1e-6)
    let cap = Self.contact(cylinder, Self.ball, at: Vector3(0.2, -0.64, 0.1))
    #expect(cap.kind == .faceA)
    #expect(cap.normal == -.unitY)
    #expect(abs(cap[0].separation + 0.01) < 1e-6)
    let rim = Self.contact(cylinder, Self.ball, at: Vector3(0.65, 0.6, 0))
    #expect(rim.kind == .edge)
    #expect((rim.normal - Vector3(0.6, 0.8, 0)).length < 1e-6)
    #expect(abs(rim[0].separation) < 1e-6)
    let inside = Self.contact(cylinder, Self.ball, at: Vector3(0, 0.3, 0))
    #expect(inside.normal == .unitY)
    #expect(abs(inside[0].separation + 0.35) < 1e-6)
  }
}
