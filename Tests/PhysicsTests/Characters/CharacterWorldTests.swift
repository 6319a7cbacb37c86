import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Characters: jumping, platforms, pushing and state")
struct CharacterWorldTests {
  @Test("A jump reaches v²/2g and lands after 2v/g")
  func jumps() throws {
    let w = try Walk()
    w.walk(steps: 5)
    w.mover.jump(speed: 4.9)
    var highest: Float = 0
    var landed = 0
    w.walk(Vector3(1, 0, 0), steps: 90) { step in
      highest = max(highest, w.mover.feet.y)
      if landed == 0 && w.mover.isGrounded { landed = step }
    }
    #expect(abs(highest - 4.9 * 4.9 / 19.6) < 2e-3)
    #expect(abs(landed - 60) <= 1)
  }

  @Test("A low ceiling ends a jump, and a lower one stops it")
  func ceiling() throws {
    let w = try Walk()
    try w.test.add(.static, .box(4, 1, 4), at: Vector3(0, 2.5, 0))
    try w.test.add(.static, .box(4, 1, 4), at: Vector3(4, 2.2, 0))
    w.walk(steps: 5)
    w.mover.jump(speed: 5)
    var highest: Float = 0
    w.walk(steps: 40) { _ in highest = max(highest, w.mover.feet.y) }
    #expect(abs(highest - 0.2) < 1e-3)
    #expect(w.mover.isGrounded)
    w.walk(Vector3(3, 0, 0), steps: 120)
    #expect(w.mover.position.x < 2 && w.mover.isGrounded && abs(w.mover.feet.y) < 1e-3)
    // A crouching character fits, and cannot stand up below the ceiling.
    w.mover.settings.height = 1.2
    w.mover.position.y -= 0.3
    w.walk(Vector3(3, 0, 0), steps: 60)
    #expect(w.mover.position.x > 3)
    #expect(!w.mover.fits(in: w.test.world, height: 1.8))
    #expect(w.mover.fits(in: w.test.world, height: 1.6))
  }

  @Test(
    "It rides platforms that translate, rise, sink and rotate, and jumps off with their velocity")
  func platforms() throws {
    let velocities = [
      Vector3(2, 0, 0), Vector3(0, 1.5, 0), Vector3(0, -1.5, 0), Vector3(1, 1, -1),
    ]
    for velocity in velocities {
      let w = try Walk(at: Vector3(0, 20, 0), hasFloor: false)
      let platform = try w.test.add(.kinematic, .box(6, 1, 6), at: Vector3(0, 19.5, 0))
      w.walk(steps: 10)
      platform.velocity = velocity
      w.walk(steps: 2)
      let offset = w.mover.position - platform.position
      w.walk(steps: 120) { _ in #expect(w.mover.isGrounded) }
      // The offset stays, up to the tolerance of casts.
      #expect((w.mover.position - platform.position - offset).length < 1e-3, "\(velocity)")
      #expect((w.mover.groundVelocity - velocity).length < 0.02)
      #expect((w.mover.velocity - velocity).length < 0.02)
      w.mover.jump(speed: 3)
      w.walk(velocity, steps: 1)
      #expect(abs(w.mover.velocity.y - (3 + velocity.y - 9.8 / 60)) < 0.02)
    }
    let w = try Walk(at: Vector3(2, 1, 0), hasFloor: false)
    let turntable = try w.test.add(.kinematic, .box(8, 1, 8), at: Vector3(0, 0.5, 0))
    w.walk(steps: 5)
    turntable.angularVelocity = Vector3(0, 0.5 * .pi, 0)
    w.walk(steps: 60)
    // A quarter turn about y takes x to −z.
    #expect((w.mover.feet - Vector3(0, 1, -2)).length < 0.02)
  }

  @Test("A teleported platform does not carry the character")
  func teleported() throws {
    let w = try Walk(at: Vector3(0, 5, 0))
    let platform = try w.test.add(.kinematic, .box(4, 1, 4), at: Vector3(0, 4.5, 0))
    w.walk(steps: 5)
    platform.position.x = 30
    w.walk(steps: 120)
    #expect(abs(w.mover.position.x) < 1e-3 && w.mover.isGrounded && w.mover.feet.y < 1e-3)
    w.test.world.destroyBody(platform.handle)
    w.walk(steps: 2)
  }

  @Test("A kinematic wall pushes the character without overlap")
  func pushed() throws {
    let w = try Walk()
    let piston = try w.test.add(.kinematic, .box(1, 2, 2), at: Vector3(-2, 1, 0))
    w.walk(steps: 5)
    piston.velocity = Vector3(2, 0, 0)
    w.walk(steps: 120)
    #expect(abs(w.mover.position.x - (piston.position.x + 0.8)) < 1e-3)
    #expect(w.mover.isGrounded && abs(w.mover.feet.y) < 1e-3)
  }

  @Test("It pushes a crate with at most its push force")
  func pushesCrate() throws {
    for (mass, moves) in [(20, true), (2000, false)] as [(Float, Bool)] {
      let w = try Walk { $0.pushForce = 300 }
      let crate = try w.test.add(.dynamic, .box(1, 1, 1), at: Vector3(1.5, 0.5, 0)) {
        ($0.mass, $0.friction, $0.frictionCombine) = (mass, 0.5, .average)
      }
      w.walk(steps: 30)
      w.walk(Vector3(2, 0, 0), steps: 180)
      // Friction of 0.5 holds 98 N or 9,800 N against 300 N.
      #expect((crate.position.x > 3) == moves, "\(crate.position.x)")
      if !moves { #expect(abs(crate.position.x - 1.5) < 0.01) }
      #expect(crate.velocity.length < 2.5 && w.mover.isGrounded)
    }
  }

  @Test("It weighs on what it stands on: a seesaw tips to its side")
  func weighs() throws {
    let w = try Walk(at: Vector3(1.5, 0.71, 0))
    try w.test.add(.static, .box(0.1, 0.6, 2), at: Vector3(0, 0.3, 0))
    let plank = try w.test.add(.dynamic, .box(4, 0.1, 1), at: Vector3(0, 0.65, 0)) { $0.mass = 10 }
    w.walk(steps: 120)
    // The right end is down.
    #expect(plank.transform.apply(Vector3(2, 0, 0)).y < 0.3)
  }

  @Test("It walks through what its filter does not meet, sensors and its own body")
  func filters() throws {
    let w = try Walk { $0.filter = CollisionFilter(category: 2, collision: 1) }
    try w.test.add(.static, .box(1, 4, 9), at: Vector3(2, 2, 0)) { $0.isSensor = true }
    try w.test.add(.static, .box(1, 4, 9), at: Vector3(3, 2, 0)) { $0.filter.category = 4 }
    try w.test.add(.static, .box(1, 4, 9), at: Vector3(4, 2, 0)) { $0.filter.collision = 1 }
    let own = try w.test.add(.kinematic, w.mover.settings.capsule, at: w.mover.position)
    w.mover.settings.ownBody = own.handle
    w.walk(Vector3(3, 0, 0), steps: 180) { _ in
      own.moveKinematic(to: Transform(position: w.mover.position))
    }
    #expect(w.mover.position.x > 8 && w.mover.isGrounded)
  }

  @Test("Up is any direction")
  func anyUp() throws {
    let t = TestWorld(gravity: Vector3(9.8, 0, 0))
    try t.add(.static, .box(1, 40, 40), at: Vector3(0.5, 0, 0))
    try t.add(.static, .box(2, 1, 40), at: Vector3(-1, 5, 0))
    var settings = CharacterSettings()
    settings.up = Vector3(-1, 0, 0)
    var mover = try CharacterMover(settings, at: Vector3(-2, 0, 0))
    for _ in 0..<240 {
      t.world.step(1 / 60)
      mover.move(in: t.world, by: 1 / 60, walking: Vector3(0, 2, 0.5))
    }
    #expect(mover.isGrounded && abs(mover.feet.x) < 1e-3)
    #expect(abs(mover.position.y - 4.2) < 1e-3 && mover.position.z > 1)
  }

  @Test("A character that is saved and read back after every move goes the same way")
  func heavyMode() throws {
    let (a, b) = (try Walk(), try Walk())
    for w in [a, b] {
      var random = RandomStream(seed: 6)
      for _ in 0..<30 {
        let place = Vector3(random.float(in: -4..<4), 0.3, random.float(in: -4..<4))
        if place.length < 1 { continue }
        try w.test.add(.dynamic, .box(0.5, 0.6, 0.5), at: place) { $0.mass = 5 }
      }
    }
    let buffer = StateBuffer()
    for step in 0..<300 {
      for w in [a, b] {
        if step % 70 == 20 { w.mover.jump(speed: 4) }
        let angle = Float(step) * 0.02
        w.walk(Vector3(Portable.cos(angle), 0, Portable.sin(angle)) * 3, steps: 1)
      }
      buffer.fill { b.mover.save(into: &$0) }
      var source = StateSource(buffer.bytes)
      b.mover = CharacterMover(from: &source)
      try source.finish()
      #expect(a.mover == b.mover)
    }
    #expect(a.test.world.stateHash == b.test.world.stateHash)
  }

  @Test(
    "Invalid settings are refused with the name of the property, and malformed bytes are refused")
  func refusals() throws {
    let bad: [(String, (inout CharacterSettings) -> Void)] = [
      ("radius", { $0.radius = 0 }), ("height", { $0.height = 0.5 }), ("up", { $0.up = .zero }),
      ("slopeLimit", { $0.slopeLimit = 2 }), ("stepHeight", { $0.stepHeight = -1 }),
      ("mass", { $0.mass = .nan }), ("pushForce", { $0.pushForce = .infinity }),
      ("airAcceleration", { $0.airAcceleration = -1 }),
    ]
    for (name, spoil) in bad {
      var settings = CharacterSettings()
      spoil(&settings)
      let error = #expect(throws: PhysicsError.self) { try CharacterMover(settings, at: .zero) }
      #expect(error?.description.hasPrefix(name) == true)
    }
    #expect(throws: PhysicsError.self) { try CharacterMover(at: Vector3(.nan, 0, 0)) }
    let buffer = StateBuffer()
    let mover = try CharacterMover(at: .zero)
    buffer.fill { mover.save(into: &$0) }
    var bytes = buffer.array
    for place in 0..<4 { bytes[place] = 0xff }
    bytes.withUnsafeBytes { raw in
      var source = StateSource(raw)
      _ = CharacterMover(from: &source)
      #expect(throws: StateProblem.self) { try source.finish() }
    }
  }
}

extension CharacterSettings {
  /// The capsule of these settings, as a shape for a body.
  var capsule: Shape {
    .capsule(CapsuleShape(radius: radius, halfLength: 0.5 * height - radius))
  }
}
