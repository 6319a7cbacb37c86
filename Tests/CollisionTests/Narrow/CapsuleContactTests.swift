import CaromCollision
import CaromMaths
import Testing

@Suite("Capsule contacts")
struct CapsuleContactTests {
  static let capsule = Shape.capsule(CapsuleShape(radius: 0.2, halfLength: 0.5))
  static let tile = Shape.box(BoxShape(halfExtents: Vector3(1, 0.5, 1)))
  static let lying = Quaternion(0, 0, 0.707_106_77, 0.707_106_77)

  static func contact(_ a: Shape, _ b: Shape, _ tb: Transform, margin: Float = 0.02) -> Manifold {
    var cache = ManifoldCache()
    return collide(a, .identity, b, tb, margin: margin, cache: &cache)
  }

  @Test("Parallel capsules touch at both ends of their overlap")
  func parallelCapsules() {
    let m = Self.contact(
      Self.capsule, Self.capsule, Transform(position: Vector3(0.39, 0.3, 0)))
    #expect(m.count == 2)
    #expect((m.normal - .unitX).length < 1e-6)
    let heights = [m[0].position.y, m[1].position.y].sorted()
    #expect(abs(heights[0] + 0.2) < 1e-6 && abs(heights[1] - 0.5) < 1e-6)
    for i in 0..<2 { #expect(abs(m[i].separation + 0.01) < 1e-6) }
  }

  @Test("Crossing capsules touch in one point")
  func crossedCapsules() {
    let m = Self.contact(
      Self.capsule, Self.capsule,
      Transform(position: Vector3(0.1, 0.2, 0.41), orientation: Self.lying))
    #expect(m.count == 1)
    #expect((m.normal - .unitZ).length < 1e-6)
    #expect(abs(m[0].separation - 0.01) < 1e-6)
    #expect((m[0].position - Vector3(0, 0.2, 0.205)).length < 1e-6)
  }

  @Test("Capsules end to end touch in one point, and crossing segments separate across both")
  func endToEndAndCrossing() {
    let stacked = Self.contact(
      Self.capsule, Self.capsule, Transform(position: Vector3(0, 1.39, 0)))
    #expect(stacked.count == 1)
    #expect((stacked.normal - .unitY).length < 1e-6)
    #expect(abs(stacked[0].separation + 0.01) < 1e-6)
    let crossing = Self.contact(
      Self.capsule, Self.capsule, Transform(position: .zero, orientation: Self.lying))
    #expect(abs(abs(crossing.normal.z) - 1) < 1e-5)
    #expect(abs(crossing[0].separation + 0.4) < 1e-5)
  }

  @Test("A capsule lying on a box touches at both ends, clipped where it hangs over")
  func lyingOnBox() {
    let whole = Self.contact(
      Self.tile, Self.capsule,
      Transform(position: Vector3(0.1, 0.695, 0), orientation: Self.lying))
    #expect(whole.count == 2)
    #expect(whole.normal == .unitY)
    #expect(whole.kind == .faceA)
    for i in 0..<2 { #expect(abs(whole[i].separation + 0.005) < 1e-6) }
    let over = Self.contact(
      Self.tile, Self.capsule,
      Transform(position: Vector3(0.8, 0.695, 0), orientation: Self.lying))
    #expect(over.count == 2)
    #expect(abs(max(over[0].position.x, over[1].position.x) - 1) < 1e-5)
    #expect(abs(min(over[0].position.x, over[1].position.x) - 0.3) < 1e-5)
  }

  @Test("A standing capsule, one against an edge and one along an edge")
  func againstBox() {
    let standing = Self.contact(
      Self.tile, Self.capsule, Transform(position: Vector3(0, 1.19, 0)))
    #expect(standing.count == 1)
    #expect(standing.normal == .unitY)
    #expect(abs(standing[0].separation + 0.01) < 1e-6)
    // Beside the upper edge along z and parallel to it.
    let along = Quaternion(0.707_106_77, 0, 0, 0.707_106_77)
    let edge = Self.contact(
      Self.tile, Self.capsule,
      Transform(position: Vector3(1.12, 0.66, 0), orientation: along))
    #expect(edge.count == 2)
    #expect(edge.kind == .edge)
    #expect((edge.normal - Vector3(0.6, 0.8, 0)).length < 1e-5)
    for i in 0..<2 { #expect(abs(edge[i].separation) < 1e-5) }
    // Leaning across that edge.
    let leaning = Self.contact(
      Self.tile, Self.capsule,
      Transform(
        position: Vector3(1.13, 0.63, 0), orientation: Quaternion(0, 0, 0.382_683_43, 0.923_879_5)))
    #expect(leaning.count == 1)
    #expect((leaning.normal - Vector3(1, 1, 0) * 0.707_106_77).length < 1e-5)
  }

  @Test("A capsule deep in a box separates along the shortest direction")
  func deep() {
    let face = Self.contact(
      Self.tile, Self.capsule, Transform(position: Vector3(0, 0.3, 0.1), orientation: Self.lying))
    #expect((face.normal - .unitY).length < 1e-6)
    #expect(face.count == 2)
    #expect(abs(face.leastSeparation + 0.4) < 1e-5)
    let edge = Self.contact(
      Self.tile, Self.capsule,
      Transform(
        position: Vector3(0.98, 0.48, 0), orientation: Quaternion(0, 0, 0.382_683_43, 0.923_879_5)))
    #expect((edge.normal - Vector3(1, 1, 0) * 0.707_106_77).length < 1e-4)
    #expect(abs(edge.leastSeparation + 0.2 + 0.028_284) < 1e-4)
  }

  // Symptom: a capsule that fell onto one end swung the other 12 cm into the box within a step.
  // Cause: only a capsule at less than three degrees had a second point, however great the margin.
  @Test("The higher end of a tilted capsule above a face has a point where the margin reaches it")
  func tiltedAboveFace() throws {
    let tilt = Quaternion(axis: .unitZ, angle: .pi / 2 - 0.2)
    let rise: Float = 2 * 0.5 * Float(0.198_669_33)
    let place = Transform(position: Vector3(0, 0.7 + 0.01 + 0.5 * rise, 0), orientation: tilt)
    let corners = (0..<8).map { corner in
      Vector3(corner & 1 == 0 ? -1 : 1, corner & 2 == 0 ? -0.5 : 0.5, corner & 4 == 0 ? -1 : 1)
    }
    for tile in [Self.tile, .hull(try ConvexHullShape(corners))] {
      let far = Self.contact(tile, Self.capsule, place, margin: 0.9 * rise)
      #expect(far.count == 1)
      let near = Self.contact(tile, Self.capsule, place, margin: 0.02 + rise)
      #expect(near.count == 2)
      #expect((near.normal - .unitY).length < 1e-6)
      let gaps = [near[0].separation, near[1].separation].sorted()
      #expect(abs(gaps[0] - 0.01) < 1e-5 && abs(gaps[1] - 0.01 - rise) < 1e-5)
    }
  }
}
