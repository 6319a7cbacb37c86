import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Stacks")
struct StackTests {
  @Test("A stack of ten boxes stands for a minute without sleeping")
  func tenBoxesStand() throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor)
    let boxes = try (0..<10).map {
      try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5 + Float($0), 0))
    }
    t.run(3600)
    for (level, box) in boxes.enumerated() {
      let place = box.position
      // Soft contacts give 5 mm under nine boxes, so the tenth stands 27 mm lower; 1 cm sideways
      // is what settling may shift.
      #expect(abs(place.x) < 0.01 && abs(place.z) < 0.01)
      #expect(place.y > 0.47 + Float(level) && place.y < 0.501 + Float(level))
      #expect(box.velocity.length < 1e-3)
    }
  }
}
