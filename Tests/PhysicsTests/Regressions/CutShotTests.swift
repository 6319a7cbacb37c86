import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Symptom: a billiard ball that was cut by 64° left at 57° with a quarter too much speed, marbles
/// up to 20° off, and a ball could bounce off one that it missed.
///
/// Cause: the contact had the normal of the positions before the step, when the balls were up to
/// 2 cm apart. It now has the normal at their impact in the step.
@Suite("Balls that hit balls", .enabled(if: Tier.isRelease))
struct CutShotTests {
  // Balls that begin a step closer than 0.003 of the sum of their radii have the normal of their
  // positions, which turns by up to acos(1 / 1.003) = 4.4° until they touch.
  @Test(
    "Leave along the line between the centers, at the speed along it",
    arguments: [(0.0285, 1), (0.01, 0.5), (0.005, 0.2), (0.1, 2), (0.5, 1), (0.5, 10)]
      as [(Float, Float)], [0, 15, 30, 45, 64.2, 75] as [Float])
  func cut(ball: (radius: Float, speed: Float), degrees: Float) throws {
    let (radius, speed) = ball
    let angle: Float = degrees * .pi / 180
    let line = Vector3(Portable.cos(angle), 0, -Portable.sin(angle))
    for phase in 0..<8 {
      let t = TestWorld(gravity: .zero)
      func add(_ place: Vector3) throws -> Body {
        try t.add(.dynamic, .ball(radius), at: place) { ($0.friction, $0.restitution) = (0, 1) }
      }
      let object = try add(.zero)
      let start: Float = -10 * radius - speed / 60 * Float(phase) / 8
      let cue = try add(Vector3(start, 0, 2 * radius * Portable.sin(angle)))
      cue.velocity = Vector3(speed, 0, 0)
      t.run(Int(14 * radius / speed * 60) + 4)
      let expected = line * (speed * Portable.cos(angle))
      #expect(object.velocity.distance(to: expected) < 0.015 * speed, "\(object.velocity)")
      #expect(cue.velocity.distance(to: Vector3(speed, 0, 0) - expected) < 0.015 * speed)
    }
  }

  @Test("Pass each other as closely as they miss", arguments: [1.005, 1.02, 1.1] as [Float])
  func near(share: Float) throws {
    for phase in 0..<8 {
      let t = TestWorld(gravity: .zero)
      let rest = try t.add(.dynamic, .ball(0.0285))
      let start = Vector3(-0.3 - 0.02 * Float(phase) / 8, 0, 0.057 * share)
      let ball = try t.add(.dynamic, .ball(0.0285), at: start)
      ball.velocity = Vector3(1.2, 0, 0)
      t.run(40)
      #expect(rest.velocity == .zero)
      #expect(ball.velocity == Vector3(1.2, 0, 0))
    }
  }
}
