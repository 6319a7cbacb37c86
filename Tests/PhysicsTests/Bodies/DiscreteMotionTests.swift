import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Bodies without continuous collision")
struct DiscreteMotionTests {
  /// A small ball at 240 m/s, which starts so that no step ends near a thin wall at 0.
  private func shot(_ change: (inout BodyDefinition) -> Void) throws -> Float {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(0.02, 4, 4))
    let ball = try t.add(.dynamic, .ball(0.05), at: Vector3(-6, 0, 0)) {
      $0.velocity = Vector3(240, 0, 0)
      change(&$0)
    }
    t.run(30)
    return ball.position.x
  }

  @Test("A body that opts out passes a thin wall without losing speed; others are stopped")
  func wall() throws {
    #expect(try shot { _ in } < 0)
    #expect(try shot { $0.isBullet = true } < 0)
    #expect(abs(try shot { $0.isContinuous = false } - 114) < 1e-2)
    #expect(
      abs(
        try shot {
          $0.isContinuous = false
          $0.isBullet = true
        } - 114) < 1e-2)
  }

  @Test("A slow body that opts out collides as any other, and the setting is live")
  func slow() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let box = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 1, 0)) { $0.isContinuous = false }
    t.run(120)
    #expect(abs(box.position.y - 0.5) < 0.01 && !box.isContinuous)
    box.isContinuous = true
    #expect(box.properties.isContinuous)
  }
}
