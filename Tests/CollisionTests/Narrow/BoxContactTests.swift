import CaromCollision
import CaromMaths
import Testing

@Suite("Box contacts")
struct BoxContactTests {
  @Test("A box resting on a box touches in its four corners")
  func restingBox() {
    var cache = ManifoldCache()
    let ground = Shape.box(BoxShape(halfExtents: Vector3(10, 1, 10)))
    let box = Shape.box(BoxShape(halfExtents: Vector3(0.5, 0.5, 0.5)))
    let at = Transform(position: Vector3(3, 1.49, -2))
    let m = collide(ground, .identity, box, at, margin: 0.02, cache: &cache)
    #expect(m.count == 4)
    #expect(m.normal == .unitY)
    #expect(m.kind == .faceA)
    for i in 0..<m.count { #expect(abs(m[i].separation + 0.01) < 1e-6) }
  }
}
