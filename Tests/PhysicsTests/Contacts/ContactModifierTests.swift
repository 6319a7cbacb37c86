import CaromCollision
import CaromMaths
import CaromPhysics
import CaromWorkers
import Testing

@Suite("Contact modifier")
struct ContactModifierTests {
  @Test(
    "Friction set to zero lets a box slide at its speed; restitution set to 1 lets a ball bounce")
  func material() throws {
    let t = TestWorld()
    try t.add(.static, .floor) { $0.modifiesContacts = true }
    let box = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0)) {
      $0.velocity = Vector3(2, 0, 0)
      $0.restitution = 0
      $0.userTag = 1
    }
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 2.5, 5)) {
      $0.restitution = 0
      $0.userTag = 2
    }
    t.world.contactModifier = { contact in
      if contact.tagB == 1 { contact.friction = 0 }
      if contact.tagB == 2 { contact.restitution = 1 }
    }
    var highest: Float = 0
    t.run(120) { step in if step > 60 { highest = max(highest, ball.position.y) } }
    #expect(abs(box.velocity.x - 2) < 1e-4)
    #expect(abs(box.position.x - 4) < 1e-3)
    #expect(highest > 2.4 && highest < 2.51)
    t.world.contactModifier = nil
    t.run(180)
    #expect(box.isAsleep)
  }

  // The material of a ball's contact is kept from step to step, and that of the last change was.
  @Test("A change of the contact of a ball ends with the modifier", arguments: [true, false])
  func ball(_ isOnBox: Bool) throws {
    let t = TestWorld()
    let floor = isOnBox ? Shape.box(60, 1, 60) : .floor
    try t.add(.static, floor, at: Vector3(0, isOnBox ? -0.5 : 0, 0)) {
      $0.modifiesContacts = true
      $0.friction = 1
    }
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 0.5, 0)) {
      $0.velocity = Vector3(2, 0, 0)
      $0.friction = 1
    }
    t.world.contactModifier = { $0.friction = 0 }
    t.run(30)
    #expect(ball.angularVelocity.length < 1e-3)
    t.world.contactModifier = nil
    t.run(60)
    #expect(abs(ball.angularVelocity.z + ball.velocity.x / 0.5) < 0.01)
  }

  @Test("A disabled contact lets a body pass, slow or fast; an enabled one holds it again")
  func disabling() throws {
    for speed: Float in [2, 200] {
      let t = TestWorld(gravity: .zero)
      try t.add(.static, .box(4, 0.1, 4)) { $0.modifiesContacts = true }
      let ball = try t.add(.dynamic, .ball(0.2), at: Vector3(0, 3, 0)) {
        $0.velocity = Vector3(0, -speed, 0)
        $0.restitution = 0
      }
      var calls = 0
      t.world.contactModifier = { contact in
        calls += 1
        contact.isEnabled = false
      }
      t.run(180)
      #expect(ball.velocity.y == -speed && ball.position.y < -1 && calls > 0)
      ball.position = Vector3(0, 3, 0)
      t.world.contactModifier = { _ in }
      t.run(180)
      #expect(ball.position.y > 0.2)
    }
  }

  /// A pile whose contacts change by their place, on some threads; also returns the calls.
  private func run(_ threads: Int) throws -> (hash: UInt64, calls: [UInt64]) {
    let t = TestWorld()
    try t.add(.static, .box(20, 1, 20), at: Vector3(0, -0.5, 0)) { $0.userTag = 99 }
    for i in 0..<120 {
      let place = Vector3(Float(i % 4) * 0.9, 0.6 + Float(i / 16) * 1.1, Float(i / 4 % 4) * 0.9)
      try t.add(.dynamic, i % 3 == 0 ? .ball(0.5) : .box(0.8, 0.9, 0.7), at: place) {
        $0.modifiesContacts = i % 2 == 0
        $0.userTag = UInt64(i)
      }
    }
    if threads > 1 { t.world.workers = WorkerPool(threads: threads) }
    var calls: [UInt64] = []
    t.world.contactModifier = { contact in
      calls.append(contact.tagA << 32 | contact.tagB)
      contact.friction = contact.point.x > 1.3 ? 0 : 1
      if contact.tagA == 3 && contact.velocity.y > 0 { contact.isEnabled = false }
    }
    t.run(60)
    return (t.world.stateHash, calls)
  }

  @Test("The order of the calls and the bits of the world are the same for 1 to 4 threads")
  func order() throws {
    let one = try run(1)
    #expect(one.calls.count > 1000)
    for threads in 2...4 {
      let many = try run(threads)
      #expect(many.hash == one.hash && many.calls == one.calls)
    }
  }
}
