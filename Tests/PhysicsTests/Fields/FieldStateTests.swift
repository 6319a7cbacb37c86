import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Force fields: noise, sleep and state")
struct FieldStateTests {
  /// The accelerations of bodies spread over a world by noise, in one step each.
  func sample(_ count: Int, _ change: (inout ForceFieldDefinition) -> Void) throws -> [Vector3] {
    let t = TestWorld.space
    try t.field(.noise) {
      $0.strength = 60
      change(&$0)
    }
    var random = RandomStream(seed: 4)
    let bodies = try (0..<count).map { _ in
      try t.ball(
        at: Vector3(
          random.float(in: -50..<50), random.float(in: -50..<50), random.float(in: -50..<50)))
    }
    t.world.step(1 / 60)
    return bodies.map(\.velocity)
  }

  @Test("Noise has zero mean, equal strength along each axis, and is bounded")
  func meanOfNoise() throws {
    let forces = try sample(4000) { $0.seed = 3 }
    let mean = forces.reduce(Vector3.zero, +) / 4000
    // Standard error of the mean of 4,000 samples of deviation 0.3: 0.005; four of them.
    #expect(mean.magnitudes.greatest < 0.02)
    let squares = forces.reduce(Vector3.zero) { $0 + $1 * $1 } / 4000
    let deviation = Vector3(squares.x.squareRoot(), squares.y.squareRoot(), squares.z.squareRoot())
    #expect(deviation.least > 0.2 && deviation.greatest < 0.4, "\(deviation)")
    #expect(deviation.greatest < 1.1 * deviation.least)
    #expect(forces.allSatisfy { $0.magnitudes.greatest <= 1.5 })
    // The three channels and different seeds are uncorrelated.
    let mixed = forces.reduce(Float(0)) { $0 + $1.x * $1.y } / 4000
    #expect(abs(mixed) < 0.01)
    let others = try sample(4000) { $0.seed = 4 }
    let shared = zip(forces, others).reduce(Float(0)) { $0 + $1.0.dot($1.1) } / 4000
    #expect(abs(shared) < 0.02)
  }

  @Test("Noise is the same for the same seed and smooth in space")
  func smoothNoise() throws {
    #expect(try sample(50) { $0.seed = 9 } == sample(50) { $0.seed = 9 })
    let t = TestWorld.space
    try t.field(.noise) { ($0.strength, $0.noiseScale, $0.seed) = (60, 2, 5) }
    let row = try (0..<400).map { try t.ball(at: Vector3(Float($0) * 0.02 - 4, 0.3, 0.7)) }
    for body in row { body.filter.collision = 0 }
    t.world.step(1 / 60)
    for (a, b) in zip(row, row.dropFirst()) {
      // The slope is at most 3 in units of the scale: 2 cm of 2 m give 0.03.
      #expect((a.velocity - b.velocity).magnitudes.greatest < 0.05)
    }
    // Rough noise has more fine detail than smooth noise.
    let rough = try sample(500) { ($0.smoothness, $0.seed) = (0, 5) }
    let smooth = try sample(500) { ($0.smoothness, $0.seed) = (1, 5) }
    #expect(rough != smooth)
  }

  @Test("Animated noise changes with time without a jump, and its mean over time is zero")
  func animatedNoise() throws {
    let t = TestWorld.space
    try t.field(.noise) { ($0.strength, $0.animationSpeed) = (1, 3) }
    let body = try t.ball(at: Vector3(0.4, 0.3, 0.2))
    var last: Vector3?
    var sum = Vector3.zero
    t.run(6000, checked: false) { _ in
      let push = body.velocity * 60
      if let last { #expect((push - last).length < 0.5) }
      (last, sum) = (push, sum + push)
      body.velocity = .zero
      body.position = Vector3(0.4, 0.3, 0.2)
    }
    // 300 cells of time, deviation 0.3: 0.017 is the standard error.
    #expect((sum / 6000).magnitudes.greatest < 0.07)
  }

  @Test("Turbulence acts in proportion to speed and does not move bodies at rest")
  func turbulence() throws {
    let t = TestWorld.space
    try t.field(.turbulence) { $0.strength = 1 }
    let still = try t.ball(at: Vector3(0.3, 0.4, 0.2))
    let slow = try t.ball(at: Vector3(0.3, 5.4, 0.2)) { $0.velocity = Vector3(0, 0, 1e-3) }
    let fast = try t.ball(at: Vector3(0.3, 5.4, 0.2)) {
      ($0.velocity, $0.filter.collision) = (Vector3(0, 0, 2e-3), 0)
    }
    t.world.step(1 / 60)
    let (a, b) = (slow.velocity - Vector3(0, 0, 1e-3), fast.velocity - Vector3(0, 0, 2e-3))
    #expect(still.velocity == .zero)
    #expect(a.length > 0)
    #expect((b - a * 2).length < 0.02 * b.length)
  }

  @Test(
    "Bodies pressed against others by a constant field sleep; a change of the field wakes only them"
  )
  func sleeping() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let wind = try t.field(.linearGravity) {
      ($0.direction, $0.strength, $0.halfExtent) = (.unitX, 1, Vector3(2, 2, 2))
    }
    let inside = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0))
    let outside = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(6, 0.5, 0))
    t.run(120)
    #expect(inside.isAsleep && outside.isAsleep)
    wind.strength = 1
    #expect(inside.isAsleep)
    wind.strength = 1.5
    #expect(!inside.isAsleep && outside.isAsleep)
    t.run(120)
    #expect(inside.isAsleep)
    wind.transform.position = Vector3(6, 0, 0)
    #expect(!inside.isAsleep && !outside.isAsleep)
    t.run(120)
    wind.isActive = false
    #expect(inside.isAsleep && !outside.isAsleep)
    t.run(120)
    wind.strength = 2
    #expect(outside.isAsleep)
    wind.isActive = true
    #expect(!outside.isAsleep)
    t.run(120)
    t.world.destroyField(wind.handle)
    #expect(inside.isAsleep && !outside.isAsleep)
  }

  @Test("A body that a weak field accelerates slowly does not fall asleep in mid-air")
  func slowStart() throws {
    let t = TestWorld(gravity: .zero)
    try t.field(.linearGravity) { $0.strength = 0.05 }
    let body = try t.ball()
    t.run(300)
    // d = a·t²/2 = 0.625 m after 5 s; the resting threshold is reached after 2 s only.
    #expect(!body.isAsleep)
    #expect(abs(body.position.y + 0.625) < 0.01)
  }

  @Test("A body at its turning point in a weak field does not fall asleep in mid-air")
  func turningPoint() throws {
    let t = TestWorld(gravity: .zero)
    try t.field(.linearGravity) { $0.strength = 0.1 }
    let body = try t.ball { $0.velocity = Vector3(0, 0.3, 0) }
    t.run(600)
    // v = 0.3 − 0.1·t: three seconds up, seven down.
    #expect(!body.isAsleep)
    #expect(abs(body.velocity.y + 0.7) < 0.01)
  }

  @Test("A body at the equilibrium of gravity and a spring field falls asleep")
  func floating() throws {
    let t = TestWorld()
    try t.field(.spring) { $0.strength = 98 }
    try t.field(.drag) { $0.strength = 10 }
    let body = try t.ball()
    t.run(600)
    #expect(body.isAsleep)
    #expect(abs(body.position.y + 0.1) < 0.01)
  }

  @Test("Animated noise keeps its bodies awake; constant noise does not")
  func restless() throws {
    for speed: Float in [0, 1] {
      let t = TestWorld()
      try t.add(.static, .floor)
      let body = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0))
      try t.field(.noise) { ($0.strength, $0.animationSpeed) = (0.1, speed) }
      t.run(200)
      #expect(body.isAsleep == (speed == 0))
    }
  }

  /// A busy world with a field of every kind.
  func fielded() throws -> World {
    let world = try BusyWorld.make(5)
    for kind in ForceFieldKind.allCases {
      var d = ForceFieldDefinition(kind)
      d.strength = 2
      d.animationSpeed = 1.7
      d.halfExtent = Vector3(4, 4, 4)
      _ = try world.createField(d)
    }
    return world
  }

  @Test("A world with fields restored into a new one after every step keeps its hash")
  func heavyMode() throws {
    let straight = try fielded()
    var restored = try fielded()
    let buffer = StateBuffer()
    for step in 0..<300 {
      for world in [straight, restored] {
        try BusyWorld.disturb(world, step)
        if step == 40 { world.field(world.fieldHandles[2])?.strength = -0.1 }
        if step == 80 { world.destroyField(world.fieldHandles[1]) }
        if step == 81 { _ = try world.createField(ForceFieldDefinition(.vortex)) }
        world.step(1 / 60)
      }
      buffer.fill { restored.save(into: &$0) }
      let fresh = World()
      var source = StateSource(buffer.bytes)
      try fresh.load(from: &source)
      try source.finish()
      #expect(straight.stateHash == fresh.stateHash)
      restored = fresh
    }
    #expect(restored.fieldHandles.count == ForceFieldKind.allCases.count)
  }

  @Test("The hash covers every property of a field, and an invalid saved field is refused")
  func hashed() throws {
    func hash(_ change: (ForceField) -> Void) throws -> UInt64 {
      let t = TestWorld.space
      change(try t.field(.noise))
      return t.world.stateHash
    }
    let changes: [(ForceField) -> Void] = [
      { _ in }, { $0.type = .drag }, { $0.transform.position.x = 1 }, { $0.strength = 2 },
      { $0.falloffExponent = 1 }, { $0.minimumDistance = 1 }, { $0.halfExtent = .one },
      { $0.usesEllipsoidalExtent = true }, { $0.scope = .outsideExtent }, { $0.isExclusive = true },
      { $0.direction.x = 1 }, { $0.categoryBitMask = 1 }, { $0.isActive = false },
      { $0.smoothness = 0 }, { $0.noiseScale = 2 }, { $0.animationSpeed = 1 }, { $0.seed = 1 },
    ]
    #expect(Set(try changes.map(hash)).count == changes.count)
    let t = TestWorld.space
    try t.field(.noise)
    let buffer = StateBuffer()
    buffer.fill { t.world.save(into: &$0) }
    var bytes = buffer.array
    // The last record ends the snapshot; its serial number is its first word.
    for place in (bytes.count - 120)..<bytes.count { bytes[place] = 0xff }
    bytes.withUnsafeBytes { raw in
      var source = StateSource(raw)
      #expect(throws: StateProblem.self) { try World().load(from: &source) }
    }
  }
}
