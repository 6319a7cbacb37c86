import CaromCollision
import CaromMaths
import Testing

@Suite("Box contacts")
struct BoxContactTests {
  static let unit = Shape.box(BoxShape(halfExtents: Vector3(0.5, 0.5, 0.5)))

  static func contact(_ a: Shape, _ b: Shape, _ tb: Transform, margin: Float = 0.02) -> Manifold {
    var cache = ManifoldCache()
    return collide(a, .identity, b, tb, margin: margin, cache: &cache)
  }

  @Test("A box that rests on a box has contact points at its four vertices")
  func restingBox() {
    let ground = Shape.box(BoxShape(halfExtents: Vector3(10, 1, 10)))
    let m = Self.contact(ground, Self.unit, Transform(position: Vector3(3, 1.49, -2)))
    #expect(m.count == 4)
    #expect(m.normal == .unitY)
    #expect(m.kind == .faceA)
    for i in 0..<4 {
      #expect(abs(m[i].separation + 0.01) < 1e-6)
      #expect(abs(m[i].position.y - 0.995) < 1e-6)
      #expect(abs(abs(m[i].position.x - 3) - 0.5) < 1e-6)
      #expect(abs(abs(m[i].position.z + 2) - 0.5) < 1e-6)
    }
  }

  @Test("The contact of an overhanging box is clipped to the other's edge")
  func overhang() {
    let m = Self.contact(Self.unit, Self.unit, Transform(position: Vector3(0.7, 1, 0.4)))
    #expect(m.count == 4)
    for i in 0..<4 {
      #expect(m[i].position.x > 0.2 - 1e-6 && m[i].position.x < 0.5 + 1e-6)
      #expect(m[i].position.z > -0.1 - 1e-6 && m[i].position.z < 0.5 + 1e-6)
    }
  }

  @Test("A box rotated by an eighth of a turn has four distant points of its octagonal overlap")
  func reducedOctagon() {
    let eighth = Quaternion(0, 0.382_683_43, 0, 0.923_879_5)
    let m = Self.contact(
      Self.unit, Self.unit, Transform(position: Vector3(0, 0.999, 0), orientation: eighth))
    #expect(m.count == 4)
    var area: Float = 0
    let corners = (0..<4).map { m[$0].position }
    let middle = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
    for p in corners {
      area += (p - middle).length
      #expect(abs((p - middle).length - 0.541) < 0.002)
    }
    #expect(middle.length < 0.55)
    #expect(abs(middle.x) < 0.1 && abs(middle.z) < 0.1)
  }

  @Test("Crossing edges have one contact point, with the gap between the lines")
  func crossedEdges() {
    // A stands on its edge along x, B hangs on its edge along z, just above.
    let a = Transform(orientation: Quaternion(0.382_683_43, 0, 0, 0.923_879_5))
    let top: Float = 0.707_106_77
    let b = Transform(
      position: Vector3(0.1, 2 * top + 0.004, 0.05),
      orientation: Quaternion(0, 0, 0.382_683_43, 0.923_879_5))
    var cache = ManifoldCache()
    let m = collide(Self.unit, a, Self.unit, b, margin: 0.02, cache: &cache)
    #expect(m.count == 1)
    #expect(m.kind == .edge)
    #expect((m.normal - .unitY).length < 1e-5)
    #expect(abs(m[0].separation - 0.004) < 1e-5)
    #expect((m[0].position - Vector3(0.1, top + 0.002, 0)).length < 1e-5)
  }

  @Test("Parallel edges, adjacent vertices and adjacent faces have correct contacts")
  func parallelEdges() {
    // Diagonally adjacent with a small gap: only edges are close.
    let m = Self.contact(Self.unit, Self.unit, Transform(position: Vector3(1.003, 1.004, 0.2)))
    #expect(m.count == 1)
    #expect(abs(m[0].separation - 0.005) < 1e-5)
    #expect((m.normal - Vector3(0.6, 0.8, 0)).length < 2e-3)
    #expect(m.kind == .edge)
    // Adjacent boxes touch with whole faces and without overlap.
    let flush = Self.contact(Self.unit, Self.unit, Transform(position: Vector3(1, 0, 0)))
    #expect(flush.count == 4)
    #expect(flush.normal == .unitX)
    for i in 0..<4 { #expect(flush[i].separation == 0) }
  }

  @Test(
    "The face of the last step is used while two are equally good, so a resting box keeps its features"
  )
  func heldFace() {
    var cache = ManifoldCache()
    var first: [UInt32] = []
    var draws = Draws(seed: 61)
    for step in 0..<200 {
      let tremble = Quaternion(draws.number(-1e-5, 1e-5), 0.2, draws.number(-1e-5, 1e-5), 1)
      let at = Transform(
        position: Vector3(draws.number(-1e-5, 1e-5), 0.9995 + draws.number(-1e-5, 1e-5), 0),
        orientation: tremble.normalized)
      let m = collide(Self.unit, .identity, Self.unit, at, margin: 0.02, cache: &cache)
      let features = (0..<m.count).map { m[$0].feature }.sorted()
      #expect(m.count == 4)
      if step == 0 { first = features }
      #expect(features == first)
    }
  }

  @Test("A small box deep inside a large one separates through the nearest face")
  func inside() {
    let large = Shape.box(BoxShape(halfExtents: Vector3(2, 2, 2)))
    let small = Shape.box(BoxShape(halfExtents: .one * 0.1))
    let m = Self.contact(large, small, Transform(position: Vector3(0.3, -1.5, 0.2)))
    #expect(m.normal == -.unitY)
    #expect(m.count == 4)
    #expect(abs(m.leastSeparation + 0.6) < 1e-5)
  }

  @Test("Thin plates and long beams have correct contacts")
  func extremeProportions() {
    let plate = Shape.box(BoxShape(halfExtents: Vector3(5, 0.005, 5)))
    let beam = Shape.box(BoxShape(halfExtents: Vector3(0.02, 0.02, 3)))
    let turn = Quaternion(0, 0.3, 0, 1).normalized
    let m = Self.contact(
      plate, beam, Transform(position: Vector3(0.5, 0.0245, 0.5), orientation: turn))
    #expect(m.count == 4)
    #expect(m.normal == .unitY)
    for i in 0..<4 { #expect(abs(m[i].separation + 0.0005) < 1e-6) }
  }
}
