import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Characters: walking")
struct CharacterWalkTests {
  @Test("A character on level ground does not move")
  func stands() throws {
    let w = try Walk()
    w.walk(steps: 60)
    let place = w.mover.position
    w.walk(steps: 300)
    #expect(w.mover.position == place)
    #expect(w.mover.isGrounded && w.mover.groundNormal == .unitY && w.mover.velocity == .zero)
    // Within the tolerance of casts above the ground.
    #expect(abs(w.mover.feet.y) < 2e-4)
  }

  @Test("It walks at the desired speed and falls with gravity")
  func walks() throws {
    let w = try Walk()
    w.walk(steps: 10)
    w.walk(Vector3(3, 0, -4), steps: 60)
    #expect((w.mover.feet - Vector3(3, 0, -4)).length < 1e-3)
    let high = try Walk(at: Vector3(0, 10, 0))
    high.walk(steps: 60)
    #expect(high.mover.footing == .air)
    // ½·g·t²; the mean of velocities makes the parabola exact.
    #expect(abs(high.mover.feet.y - (10 - 4.9)) < 1e-3)
    high.walk(steps: 60)
    #expect(high.mover.isGrounded && abs(high.mover.feet.y) < 2e-4)
    #expect(high.mover.velocity.length < 1e-3)
  }

  @Test("Along a wall it keeps the tangential part of its speed", arguments: [30, 45, 80])
  func slides(_ degrees: Float) throws {
    let w = try Walk()
    try w.wall(Vector3(1, 0, 0), -.unitX)
    w.walk(steps: 5)
    let angle = degrees * .pi / 180
    let wanted = Vector3(Portable.sin(angle), 0, Portable.cos(angle)) * 3
    w.walk(wanted, steps: 120)
    let before = w.mover.position
    w.walk(wanted, steps: 60)
    #expect(abs(w.mover.position.z - before.z - wanted.z) < 1e-3)
    // It touches the wall without overlap.
    #expect(abs(w.mover.position.x - 0.7) < 3e-4)
    #expect(w.mover.isGrounded && abs(w.mover.feet.y) < 2e-4)
  }

  @Test("A wall stops it at any speed, and it does not climb")
  func doesNotClimb() throws {
    for lean: Float in [0, 0.1, 0.5, -0.2] {
      let w = try Walk()
      let normal = Vector3(-1, lean, 0).normalized(or: -.unitX)
      try w.wall(Vector3(2, 0, 0), normal)
      w.walk(steps: 5)
      w.walk(Vector3(10, 0, 0), steps: 300)
      #expect(w.mover.isGrounded && abs(w.mover.feet.y) < 5e-4, "\(lean)")
      #expect(abs(w.mover.velocity.x) < 1e-3)
    }
  }

  @Test("In a corner of two walls it comes to rest and does not jitter")
  func corner() throws {
    for spread: Float in [1, 0.3] {
      let w = try Walk()
      try w.wall(Vector3(1, 0, 0), Vector3(-1, 0, spread).normalized(or: .unitX))
      try w.wall(Vector3(1, 0, 0), Vector3(-1, 0, -spread).normalized(or: .unitX))
      w.walk(steps: 5)
      w.walk(Vector3(4, 0, 0.5), steps: 120)
      let place = w.mover.position
      var farthest: Float = 0
      w.walk(Vector3(4, 0, 0.5), steps: 120) { _ in
        farthest = max(farthest, (w.mover.position - place).length)
      }
      #expect(farthest < 5e-4)
      #expect(w.mover.isGrounded)
    }
  }

  @Test(
    "It walks up slopes within its limit at full speed, and neither climbs nor sticks to steeper ones"
  )
  func slopes() throws {
    for degrees: Float in [10, 30, 44, 46, 60] {
      let w = try Walk(at: Vector3(-3, 0, 0))
      let angle = degrees * .pi / 180
      let turn = Quaternion(axis: .unitZ, angle: angle)
      try w.test.add(.static, .box(40, 2, 40)) {
        // The top face goes through the origin.
        $0.transform = Transform(
          position: turn.rotate(Vector3(20, -1, 0)), orientation: turn)
      }
      w.walk(steps: 5)
      w.walk(Vector3(3, 0, 0), steps: 120)
      if degrees < 45 {
        let before = w.mover.position
        w.walk(Vector3(3, 0, 0), steps: 60)
        #expect(abs((w.mover.position - before).length - 3) < 0.01, "\(degrees)")
        #expect(w.mover.position.y > before.y + 0.5)
        #expect(w.mover.isGrounded)
        #expect((w.mover.groundNormal - turn.rotate(.unitY)).length < 1e-3)
        // Standing on it does not slide.
        let place = w.mover.position
        w.walk(steps: 60)
        #expect((w.mover.position - place).length < 1e-3)
        // It walks down again without leaving the ground.
        w.walk(Vector3(-3, 0, 0), steps: 60) { _ in #expect(w.mover.isGrounded) }
      } else {
        #expect(w.mover.feet.y < 0.01, "\(degrees)")
      }
    }
  }

  @Test("On ground that is too steep it slides down")
  func steep() throws {
    let w = try Walk(at: Vector3(5, 12, 0), hasFloor: false)
    let turn = Quaternion(axis: .unitZ, angle: .pi / 3)
    try w.test.add(.static, .box(60, 2, 40)) { $0.transform.orientation = turn }
    w.walk(steps: 120)
    #expect(w.mover.footing == .steep)
    #expect(w.mover.velocity.x < -2 && w.mover.velocity.y < -3)
    // Without friction: a = g·sin 60° along the slope.
    let before = w.mover.velocity.length
    w.walk(steps: 30)
    let gained = (w.mover.velocity.length - before) * 2
    #expect(abs(gained - 9.8 * 0.866) < 0.5, "\(gained)")
  }

  @Test("Stairs of 0.3 m are walked up and down without losing the ground", arguments: [1, 2, 4])
  func stairs(_ speed: Float) throws {
    let w = try Walk(at: Vector3(-1, 0, 0))
    for step in 0..<5 {
      let height = 0.3 * Float(step + 1)
      let back = 0.4 * Float(step)
      try w.test.add(
        .static, .box(10 - back, height, 4), at: Vector3(0.5 * (10 + back), 0.5 * height, 0))
    }
    w.walk(steps: 5)
    var slowest = Float.infinity
    let steps = Int(4.5 / speed * 60)
    var last = w.mover.position.x
    w.walk(Vector3(speed, 0, 0), steps: steps) { step in
      if step > 2 { slowest = min(slowest, w.mover.position.x - last) }
      last = w.mover.position.x
      #expect(w.mover.isGrounded)
    }
    #expect(abs(w.mover.feet.y - 1.5) < 1e-3)
    #expect(slowest > 0.5 * speed / 60)
    #expect(abs(w.mover.position.x - 3.5) < 0.3)
    w.walk(Vector3(-speed, 0, 0), steps: steps) { _ in #expect(w.mover.isGrounded) }
    #expect(abs(w.mover.feet.y) < 1e-3)
  }

  @Test("A step higher than the step height is a wall")
  func tooHigh() throws {
    let w = try Walk()
    try w.test.add(.static, .box(4, 0.4, 4), at: Vector3(4, 0.2, 0))
    w.walk(steps: 5)
    w.walk(Vector3(3, 0, 0), steps: 120)
    #expect(abs(w.mover.feet.y) < 1e-3 && abs(w.mover.position.x - 1.7) < 1e-3)
  }

  @Test("Walking off a ledge higher than a step it flies on with its speed")
  func ledge() throws {
    let w = try Walk(at: Vector3(0, 2, 0))
    try w.test.add(.static, .box(2, 2, 2), at: Vector3(0, 1, 0))
    w.walk(steps: 5)
    w.walk(Vector3(2, 0, 0), steps: 60)
    #expect(w.mover.footing == .air)
    #expect(abs(w.mover.velocity.x - 2) < 1e-3)
    w.walk(Vector3(2, 0, 0), steps: 60)
    #expect(w.mover.isGrounded && abs(w.mover.feet.y) < 1e-3)
  }

  @Test("Walking and jumping at random among blocks it never ends inside one, nor leaves the floor")
  func wanders() throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let w = try Walk()
      var random = RandomStream(seed: seed)
      for normal in [Vector3.unitX, .unitZ, -.unitX, -.unitZ] { try w.wall(normal * -6, normal) }
      for _ in 0..<60 {
        let place = Vector3(
          random.float(in: -6..<6), random.float(in: 0..<1.5), random.float(in: -6..<6))
        if place.length < 2 { continue }
        let axis = Vector3(random.float(in: -1..<1), 1, random.float(in: -1..<1))
        try w.test.add(.static, .box(1.2, 0.5, 0.8)) {
          $0.transform = Transform(
            position: place, orientation: Quaternion(axis: axis, angle: random.float(in: -3..<3)))
        }
      }
      var wanted = Vector3.zero
      var deepest: Float = 0
      for step in 0..<600 {
        if step % 30 == 0 {
          wanted = Vector3(random.float(in: -6..<6), 0, random.float(in: -6..<6))
          if random.chance(0.3) { w.mover.jump(speed: 4) }
        }
        w.walk(wanted, steps: 1)
        let shape = w.mover.settings.capsule
        for contact in w.test.world.contactTest(shape, at: Transform(position: w.mover.position)) {
          for number in 0..<contact.manifold.count {
            deepest = min(deepest, contact.manifold[number].separation)
          }
        }
      }
      #expect(deepest > -0.002, "\(seed)")
      #expect(w.mover.position.magnitudes.greatest < 8 && w.mover.feet.y > -0.001)
    }
  }
}
