import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Symptom: a trigger that was put onto a sleeping body, or onto another trigger, reported nothing,
/// and a wall that was put there woke nobody.
///
/// Cause: contacts were looked at only while one of the bodies was awake.
@Suite("Contacts of bodies at rest")
struct RestingContactsTests {
  /// Kinds of two bodies of which at least one can be moved onto the other at rest.
  static let kinds: [(BodyKind, BodyKind)] = [
    (.static, .kinematic), (.kinematic, .static), (.kinematic, .kinematic), (.static, .dynamic),
    (.kinematic, .dynamic),
  ]

  /// A sensor of the first kind and a ball of the second, ten meters apart and long at rest.
  private func rest(_ kinds: (BodyKind, BodyKind)) throws -> (TestWorld, Body, Body) {
    let t = TestWorld(gravity: .zero)
    let sensor = try t.add(kinds.0, .ball(0.5)) {
      $0.isSensor = true
      $0.filter.contactTest = 1
    }
    let ball = try t.add(kinds.1, .ball(0.5), at: Vector3(10, 0, 0))
    t.run(60)
    #expect(t.world.awakeCount == 0)
    return (t, sensor, ball)
  }

  /// The events of the next steps but updates, as words.
  private func events(_ t: TestWorld, steps: Int = 3) -> [ContactEvent.Kind] {
    var found: [ContactEvent.Kind] = []
    t.run(steps) { _ in found += t.world.contactEvents.map(\.kind).filter { $0 != .update } }
    return found
  }

  @Test(
    "A sensor placed on a resting body begins a contact, and moving it away ends it",
    arguments: kinds)
  func sensorIsPut(kinds: (BodyKind, BodyKind)) throws {
    let (t, sensor, ball) = try rest(kinds)
    for _ in 0..<2 {
      sensor.position = ball.position + Vector3(0.3, 0, 0)
      #expect(events(t) == [.begin])
      t.run(60)
      sensor.position = Vector3(0, 5, 0)
      #expect(events(t) == [.end])
      t.run(60)
    }
    // A little aside, within the boxes that the broad phase keeps.
    sensor.position = ball.position + Vector3(0.99, 0, 0)
    #expect(events(t) == [.begin])
    sensor.position = ball.position + Vector3(1.01, 0, 0)
    #expect(events(t) == [.end])
  }

  @Test("A kinematic body that is moved onto a resting sensor and stops there is sensed")
  func kinematicStops() throws {
    let (t, sensor, ball) = try rest((.static, .kinematic))
    ball.moveKinematic(to: Transform(position: Vector3(1.005, 0, 0)))
    #expect(events(t).isEmpty)
    ball.moveKinematic(to: Transform(position: Vector3(0.995, 0, 0)))
    #expect(events(t) == [.begin])
    ball.moveKinematic(to: Transform(position: Vector3(1.005, 0, 0)))
    #expect(events(t) == [.end])
    #expect(sensor.position == .zero && t.world.awakeCount == 0)
  }

  @Test("Masks that change at rest begin and end contacts")
  func masksChange() throws {
    let (t, sensor, ball) = try rest((.static, .kinematic))
    sensor.filter.contactTest = 0
    ball.position = .zero
    #expect(events(t).isEmpty)
    sensor.filter.contactTest = 1
    #expect(events(t) == [.begin])
    sensor.filter.contactTest = 0
    #expect(events(t) == [.end])
  }

  @Test("A wall placed in a sleeping ball wakes it and pushes it out")
  func wallWakes() throws {
    let t = TestWorld(gravity: .zero)
    let ball = try t.add(.dynamic, .ball(0.5))
    let wall = try t.add(.static, .box(1, 4, 4), at: Vector3(10, 0, 0))
    t.run(60)
    #expect(ball.isAsleep)
    wall.position = Vector3(-0.9, 0, 0)
    t.run(120)
    #expect(ball.position.x > 0.09)
  }
}
