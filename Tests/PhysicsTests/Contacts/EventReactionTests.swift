import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

/// What happened is data after the step, so whatever reads it may change anything.
@Suite("Reactions to events")
struct EventReactionTests {
  /// What a game may do to a body because of an event.
  enum Reaction: CaseIterable {
    case destroy, create, teleport, hide, show, mask, sense, kind, shape, push, wake
  }

  func react(_ reaction: Reaction, to handle: BodyHandle, in world: World) throws {
    guard let body = world.body(handle) else { return }
    switch reaction {
    case .destroy: world.destroyBody(handle)
    case .create:
      var d = BodyDefinition(.dynamic, shape: .ball(0.2), position: body.position)
      d.filter.contactTest = .max
      _ = try world.createBody(d)
    case .teleport: body.position += Vector3(0.4, 1, -0.3)
    case .hide: body.isEnabled = false
    case .show: for other in world.handles.prefix(20) { world.body(other)?.isEnabled = true }
    case .mask: body.filter.collision = body.filter.collision == .max ? 2 : .max
    case .sense: body.isSensor.toggle()
    case .kind:
      if body.kind != .static { body.kind = body.kind == .dynamic ? .kinematic : .dynamic }
    case .shape: if body.kind == .dynamic { body.shape = .box(0.4, 0.5, 0.3) }
    case .push: body.velocity = Vector3(0, 3, 0)
    case .wake: body.wake()
    }
  }

  /// A pile in which everything reports, with a sensor in its middle.
  func pile(_ seed: UInt64) throws -> World {
    let t = TestWorld { $0.timeToSleep = 0.2 }
    var random = RandomStream(seed: seed)
    try t.add(.static, .floor)
    try t.add(.static, .box(2, 2, 2), at: Vector3(0, 1, 0)) {
      ($0.isSensor, $0.filter.contactTest) = (true, .max)
    }
    for _ in 0..<25 {
      let shape: Shape = random.chance(0.5) ? .ball(0.3) : .box(0.6, 0.4, 0.5)
      let place = Vector3(
        random.float(in: -2..<2), random.float(in: 0.5..<4), random.float(in: -2..<2))
      try t.add(.dynamic, shape, at: place) { ($0.filter.contactTest, $0.damping) = (.max, 0.3) }
    }
    return t.world
  }

  /// Makes a step and reacts to some of its events; `open` follows the pairs that touch.
  func step(
    _ world: World, _ random: inout RandomStream, _ open: inout Set<[BodyHandle]>,
    only reaction: Reaction?
  ) throws {
    world.step(1 / 60)
    for event in world.contactEvents {
      let pair = [event.bodyA, event.bodyB]
      switch event.kind {
      case .begin: #expect(open.insert(pair).inserted, "begins twice")
      case .update: #expect(open.contains(pair), "goes on without a begin")
      case .end: #expect(open.remove(pair) != nil, "ends without a begin")
      }
      if event.kind == .update ? random.chance(0.002) : random.chance(0.1) {
        let what = reaction ?? Reaction.allCases[random.int(below: Reaction.allCases.count)]
        try react(what, to: random.chance(0.5) ? event.bodyA : event.bodyB, in: world)
      }
    }
    for event in world.sleepEvents where random.chance(0.1) {
      let what = reaction ?? Reaction.allCases[random.int(below: Reaction.allCases.count)]
      try react(what, to: event.body, in: world)
    }
    world.checkInvariants()
  }

  @Test("Any change can follow any event, and every begin has exactly one end", arguments: 1...12)
  func anything(_ seed: UInt64) throws {
    // Eleven seeds for one reaction each, the last for all of them.
    let all = Reaction.allCases
    let reaction = Int(seed) <= all.count ? all[Int(seed) - 1] : nil
    let world = try pile(seed)
    var random = RandomStream(seed: seed)
    var open: Set<[BodyHandle]> = []
    for _ in 0..<240 where world.bodyCount < 80 {
      try step(world, &random, &open, only: reaction)
    }
    // With everybody gone, all that had begun ends.
    for handle in world.handles { world.destroyBody(handle) }
    try step(world, &random, &open, only: nil)
    #expect(open.isEmpty && world.bodyCount == 0)
  }

  @Test(
    "Worlds with the same reactions stay identical, also with a snapshot between event and reaction"
  )
  func repeatable() throws {
    let straight = try pile(40)
    var restored = try pile(40)
    var (random, same) = (RandomStream(seed: 1), RandomStream(seed: 1))
    var (open, alsoOpen): (Set<[BodyHandle]>, Set<[BodyHandle]>) = ([], [])
    let buffer = StateBuffer()
    for _ in 0..<150 {
      try step(straight, &random, &open, only: nil)
      try step(restored, &same, &alsoOpen, only: nil)
      buffer.fill { restored.save(into: &$0) }
      let fresh = World()
      var source = StateSource(buffer.bytes)
      try fresh.load(from: &source)
      restored = fresh
    }
    #expect(straight.stateHash == restored.stateHash && open == alsoOpen)
  }

  @Test("A body that is destroyed after a hit reports its end and no longer affects other bodies")
  func breaksOnHit() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let glass = try t.add(.static, .box(2, 0.1, 2), at: Vector3(0, 2, 0))
    let ball = try t.add(.dynamic, .ball(0.3), at: Vector3(0, 3, 0)) {
      ($0.filter.contactTest, $0.restitution) = (.max, 0)
    }
    var kinds: [ContactEvent.Kind] = []
    t.run(120) { _ in
      for event in t.world.contactEvents where event.bodyA == glass.handle {
        kinds.append(event.kind)
        if event.kind == .begin { t.world.destroyBody(glass.handle) }
      }
    }
    #expect(kinds == [.begin, .end])
    #expect(abs(ball.position.y - 0.3) < 1e-3)
  }

  @Test("A sensor reports begin, updates and end in order, also if a body is destroyed inside it")
  func sensors() throws {
    let t = TestWorld(gravity: .zero)
    let gate = try t.add(.static, .box(1, 4, 4)) {
      ($0.isSensor, $0.filter.contactTest) = (true, .max)
    }
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(-2, 0, 0)) {
      $0.velocity = Vector3(3, 0, 0)
    }
    var kinds: [ContactEvent.Kind] = []
    t.run(80) { _ in
      for event in t.world.contactEvents {
        #expect(event.bodyA == gate.handle && event.bodyB == ball.handle)
        #expect(event.isSensed && event.impulse == 0)
        #expect(abs(event.approachSpeed - (event.kind == .begin ? 3 : 0)) < 1e-4)
        kinds.append(event.kind)
      }
    }
    #expect(kinds.first == .begin && kinds.last == .end)
    #expect(kinds.dropFirst().dropLast().allSatisfy { $0 == .update })
    // 1 m + 2 · 0.25 m at 3 m/s.
    #expect(abs(kinds.count - 31) <= 2 && ball.velocity == Vector3(3, 0, 0))
    ball.position = .zero
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.begin])
    t.world.destroyBody(ball.handle)
    t.run(1)
    #expect(t.world.contactEvents.map(\.kind) == [.end])
  }

  @Test("A begin reports the approach speed including spin, which is 0 for a body placed gently")
  func approach() throws {
    for (height, restitution) in [(1, 0), (3, 0.8), (0.31, 0)] as [(Float, Float)] {
      let t = TestWorld()
      try t.add(.static, .floor) { $0.restitution = 1 }
      try t.add(.dynamic, .ball(0.3), at: Vector3(0, height, 0)) {
        ($0.filter.contactTest, $0.restitution) = (.max, restitution)
        $0.velocity = Vector3(2, 0, 0)
      }
      var speeds: [Float] = []
      var blow: Float = 0
      t.run(60) { _ in
        for event in t.world.contactEvents {
          if event.kind == .begin { speeds.append(event.approachSpeed) }
          if speeds.count == 1 && blow == 0 { blow = event.impulse }
          #expect(!event.isSensed && (event.kind == .begin || event.approachSpeed == 0))
        }
      }
      // √(2gh), less what gravity adds within the step of the impact.
      let expected = (19.6 * (height - 0.3)).squareRoot()
      #expect(speeds[0] <= expected + 1e-3 && speeds[0] > expected - 2 * 9.8 / 60)
    }
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(1, 4, 4), at: Vector3(2, 0, 0))
    let club = try t.add(.dynamic, .box(2, 0.2, 0.2), at: Vector3(0, 0, 0)) {
      ($0.filter.contactTest, $0.angularVelocity) = (.max, Vector3(0, 0, 5))
      $0.velocity = Vector3(3, 0, 0)
    }
    var speed: Float = 0
    t.run(30) { _ in
      for event in t.world.contactEvents where event.kind == .begin && speed == 0 {
        speed = event.approachSpeed
      }
    }
    #expect(speed > 2 && club.velocity.x < 3)
  }
}
