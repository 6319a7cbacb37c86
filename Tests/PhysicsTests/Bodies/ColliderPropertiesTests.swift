import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Colliders with filters and materials of their own")
struct ColliderPropertiesTests {
  /// Category 4, and colliding with it alone.
  private static let left = CollisionFilter(category: 4, collision: 4)
  private static let right = CollisionFilter(category: 8, collision: 8)

  /// Two slabs of 4 m side by side along x, with their tops at height 0.
  private static let slabs = Shape.compound(
    CompoundShape([
      ShapeLeaf(shape: .box(4, 1, 40), placement: Transform(position: Vector3(-2, -0.5, 0))),
      ShapeLeaf(shape: .box(4, 1, 40), placement: Transform(position: Vector3(2, -0.5, 0))),
    ]))

  private static func properties(_ filter: CollisionFilter) -> ColliderProperties {
    var p = ColliderProperties()
    p.categoryBitMask = filter.category
    p.collisionBitMask = filter.collision
    p.contactTestBitMask = filter.contactTest
    return p
  }

  @discardableResult
  private func addSlabs(
    _ t: TestWorld, _ left: ColliderProperties, _ right: ColliderProperties,
    _ change: (inout BodyDefinition) -> Void = { _ in }
  ) throws -> Body {
    try t.add(.static, Self.slabs) {
      $0.colliderProperties = [left, right]
      change(&$0)
    }
  }

  private func addBall(
    _ t: TestWorld, x: Float, _ filter: CollisionFilter, height: Float = 1
  ) throws -> Body {
    try t.add(.dynamic, .ball(0.25), at: Vector3(x, height, 0)) { $0.filter = filter }
  }

  // Symptom: a compound body whose parts had two filters let everything fall through.
  // Cause: the body had one filter, which no body matched any more.
  @Test("Each part of a compound carries what its own filter collides with")
  func filters() throws {
    let t = TestWorld()
    try addSlabs(t, Self.properties(Self.left), Self.properties(Self.right))
    let balls = try [-2, 2].flatMap { x in
      [try addBall(t, x: x, Self.left), try addBall(t, x: x, Self.right, height: 2)]
    }
    t.run(120)
    #expect(balls.map { $0.position.y > 0 } == [true, false, false, true])
  }

  @Test("The masks of a collider decide like those of a body", arguments: 0..<16)
  func truthTable(_ bits: Int) throws {
    let t = TestWorld(gravity: .zero)
    let own = CollisionFilter(
      category: 2, collision: bits & 1 != 0 ? 1 : 4, contactTest: bits & 2 != 0 ? 1 : 4)
    try t.add(.static, .box(1, 4, 4)) {
      // The masks of the body itself do not matter.
      $0.filter = CollisionFilter(category: 16, collision: 0, contactTest: .max)
      $0.colliderProperties = [Self.properties(own)]
    }
    let ball = try t.add(.dynamic, .ball(0.25), at: Vector3(-2, 0, 0)) {
      $0.velocity = Vector3(4, 0, 0)
      $0.filter = CollisionFilter(
        category: 1, collision: bits & 4 != 0 ? 2 : 8, contactTest: bits & 8 != 0 ? 2 : 8)
    }
    var events: [ContactEvent] = []
    t.run(90) { _ in events += t.world.contactEvents }
    let collides = bits & 1 != 0 && bits & 4 != 0
    let reports = bits & 2 != 0 || bits & 8 != 0
    #expect((ball.position.x < -0.7) == collides)
    #expect((ball.position.x > 3) == !collides)
    #expect(events.filter { $0.kind == .begin }.count == (reports ? 1 : 0))
    #expect(events.filter { $0.kind == .end }.count == (reports ? 1 : 0))
    #expect(events.allSatisfy { $0.isSensed == !collides })
  }

  @Test("A box slides v²/2µg on each part, by the friction of that part")
  func friction() throws {
    let t = TestWorld()
    var (ice, rubber) = (ColliderProperties(), ColliderProperties())
    (ice.friction, ice.frictionCombine) = (0.1, .minimum)
    (rubber.friction, rubber.frictionCombine) = (0.4, .minimum)
    try addSlabs(t, ice, rubber) { $0.friction = 0.9 }
    let boxes = try [-2, 2].map { x in
      try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: Vector3(x, 0.25, -15)) {
        $0.friction = 1
        $0.velocity = Vector3(0, 0, 4)
      }
    }
    t.run(360)
    for (box, friction) in zip(boxes, [0.1, 0.4] as [Float]) {
      let expected = 16 / (2 * friction * 9.8)
      #expect(abs(box.position.z + 15 - expected) < 0.05 * expected)
    }
  }

  @Test("A ball bounces to e²·h on each part, by the restitution of that part")
  func restitution() throws {
    let t = TestWorld()
    var (dead, lively) = (ColliderProperties(), ColliderProperties())
    dead.restitution = 0
    lively.restitution = 0.8
    try addSlabs(t, dead, lively)
    let balls = try [-2, 2].map { x in
      try t.add(.dynamic, .ball(0.25), at: Vector3(x, 2.25, 0)) { $0.restitution = 1 }
    }
    var heights: [Float] = [0, 0]
    t.run(120) { step in
      // The fall takes 38 steps.
      guard step > 45 else { return }
      for (i, ball) in balls.enumerated() { heights[i] = max(heights[i], ball.position.y - 0.25) }
    }
    #expect(heights[0] < 0.01)
    #expect(abs(heights[1] - 0.64 * 2) < 0.06)
  }

  @Test("A ball stops rolling on the part with rolling friction")
  func rollingFriction() throws {
    let t = TestWorld()
    var rough = ColliderProperties()
    rough.rollingFriction = 0.1
    try addSlabs(t, ColliderProperties(), rough)
    let balls = try [-2, 2].map { x in
      try t.add(.dynamic, .ball(0.25), at: Vector3(x, 0.25, -15)) {
        $0.velocity = Vector3(0, 0, 2)
        $0.angularVelocity = Vector3(8, 0, 0)
      }
    }
    t.run(240)
    #expect(balls[0].velocity.z > 1.9)
    #expect(balls[1].velocity.length < 0.05)
  }

  @Test("Only the part that reports contacts begins and ends them, and tells if it collides")
  func events() throws {
    let t = TestWorld(gravity: .zero)
    var gate = Self.properties(CollisionFilter(category: 2, collision: 0, contactTest: .max))
    try addSlabs(t, ColliderProperties(), gate)
    let silent = try t.add(.dynamic, .ball(0.25), at: Vector3(-2, 1, 0)) {
      $0.velocity = Vector3(0, -3, 0)
    }
    let seen = try t.add(.dynamic, .ball(0.25), at: Vector3(2, 1, 0)) {
      $0.velocity = Vector3(0, -3, 0)
    }
    var events: [ContactEvent] = []
    t.run(90) { _ in events += t.world.contactEvents }
    #expect(silent.position.y > 0 && seen.position.y < -2)
    #expect(events.allSatisfy { $0.bodyB == seen.handle && $0.isSensed })
    #expect(events.filter { $0.kind == .begin }.count == 1 && events.last?.kind == .end)
    #expect(events.allSatisfy { $0.leafA == ($0.kind == .end ? nil : 1) })
    // A pair whose touching parts collide is not sensed, even if another part only senses.
    let u = TestWorld()
    gate.contactTestBitMask = .max
    var solid = ColliderProperties()
    solid.contactTestBitMask = .max
    try addSlabs(u, solid, gate)
    try u.add(.dynamic, .box(7, 0.5, 0.5), at: Vector3(0, 0.26, 0))
    var both: [ContactEvent] = []
    u.run(5) { _ in both += u.world.contactEvents }
    #expect(both.first?.kind == .begin && both.contains { !$0.isSensed })
  }

  @Test("Queries select colliders by their own masks")
  func queries() throws {
    let t = TestWorld()
    let body = try addSlabs(t, Self.properties(Self.left), Self.properties(Self.right))
    let filters = [QueryFilter(mask: 4), QueryFilter(mask: 8), QueryFilter(category: 4)]
    let down = Vector3(0, -4, 0)
    for (x, expected) in [(-2, [true, false, true]), (2, [false, true, false])]
      as [(Float, [Bool])]
    {
      let at = Vector3(x, 2, 0)
      #expect(
        filters.map { t.world.rayCast(origin: at, translation: down, filter: $0) != nil }
          == expected)
      #expect(
        filters.map { t.world.rayCastAny(origin: at, translation: down, filter: $0) } == expected)
      #expect(
        filters.map {
          t.world.shapeCast(.ball(0.1), from: Transform(position: at), by: down, filter: $0) != nil
        } == expected)
      let touching = Transform(position: Vector3(x, 0, 0))
      #expect(
        filters.map { !t.world.overlap(.ball(0.1), at: touching, filter: $0).isEmpty } == expected)
      #expect(
        filters.map { !t.world.contactTest(.ball(0.1), at: touching, filter: $0).isEmpty }
          == expected)
      let leaf = x < 0 ? 0 : 1
      #expect(
        filters.map { t.world.closestPoint(to: at, filter: $0)?.leaf == leaf } == expected)
    }
    let ball = try addBall(t, x: -2, Self.left, height: 0.2)
    let other = try addBall(t, x: 2, Self.left, height: 0.2)
    #expect(t.world.contactTestAll().map(\.bodyB) == [ball.handle])
    #expect(t.world.contactTest(other.handle, filter: QueryFilter(mask: 4)).isEmpty)
    #expect(t.world.contactTest(other.handle, filter: QueryFilter(mask: 8)).map(\.leafB) == [1])
    #expect(t.world.contactTest(body.handle, other.handle).count == 1)
  }

  @Test("A fast ball passes the part that lets it through, and is stopped by the other")
  func continuous() throws {
    let t = TestWorld(gravity: .zero)
    let walls = Shape.compound(
      CompoundShape([
        ShapeLeaf(shape: .box(0.02, 4, 4), placement: Transform(position: Vector3(5, 0, 0))),
        ShapeLeaf(shape: .box(0.02, 4, 4), placement: Transform(position: Vector3(10, 0, 0))),
      ]))
    try t.add(.static, walls) {
      $0.colliderProperties = [Self.properties(Self.left), Self.properties(Self.right)]
    }
    let ball = try t.add(.dynamic, .ball(0.1)) {
      $0.filter = Self.right
      $0.velocity = Vector3(600, 0, 0)
    }
    t.run(10)
    #expect(ball.position.x < 10 && ball.velocity.x <= 0)
  }

  @Test("Properties can be changed live; what a collider does not have follows its body")
  func isLive() throws {
    let t = TestWorld()
    let slabs = try t.add(.static, Self.slabs)
    #expect(slabs.colliderProperties.isEmpty)
    let ball = try addBall(t, x: -2, Self.left, height: 0.25)
    slabs.filter = CollisionFilter(category: 4, collision: .max)
    t.run(60)
    #expect(ball.position.y > 0.2)
    slabs.colliderProperties = [Self.properties(Self.right)]
    #expect(slabs.colliderProperties == [Self.properties(Self.right), ColliderProperties()])
    t.run(30)
    #expect(ball.position.y < 0)
    ball.position = Vector3(2, 0.3, 0)
    t.run(60)
    #expect(ball.position.y > 0.2)
    slabs.filter.collision = 8
    t.run(30)
    #expect(ball.position.y < 0)
    slabs.filter.collision = .max
    slabs.colliderProperties = []
    ball.position = Vector3(-2, 0.3, 0)
    ball.velocity = .zero
    t.run(60)
    #expect(ball.position.y > 0.2)
    slabs.setShape(Self.slabs, colliderProperties: [Self.properties(Self.right)])
    #expect(slabs.colliderProperties.count == 2)
    slabs.shape = Self.slabs
    #expect(slabs.colliderProperties.isEmpty)
  }

  @Test("Definitions with too many or invalid properties are rejected")
  func refusals() {
    let world = World()
    var definition = BodyDefinition(.static, shape: Self.slabs)
    definition.colliderProperties = Array(repeating: ColliderProperties(), count: 3)
    #expect(throws: PhysicsError.self) { try world.createBody(definition) }
    var p = ColliderProperties()
    p.restitution = 2
    definition.colliderProperties = [p]
    #expect("\(String(describing: definition.error))".contains("restitution"))
    #expect(throws: PhysicsError.self) { try world.createBody(definition) }
    #expect(world.bodyCount == 0)
  }

  @Test("A world restored after every step stays bit-identical, also into reused slots")
  func snapshots() throws {
    let straight = TestWorld()
    var restored = World()
    let buffer = StateBuffer()
    for (i, filter) in [Self.left, Self.right].enumerated() {
      try addSlabs(straight, Self.properties(filter), ColliderProperties()) {
        $0.transform.position.z = Float(i) * 41
      }
    }
    for step in 0..<120 {
      if step % 10 == 0 {
        _ = try addBall(straight, x: step % 20 == 0 ? -2 : 2, Self.left, height: 3)
      }
      if step == 60, let first = straight.world.handles.first {
        straight.world.destroyBody(first)
        try addSlabs(straight, ColliderProperties(), Self.properties(Self.left))
      }
      if step % 10 == 0 || step == 60 {
        buffer.fill { straight.world.save(into: &$0) }
        restored = World()
        var source = StateSource(buffer.bytes)
        try restored.load(from: &source)
        try source.finish()
      }
      straight.run(1)
      restored.step(1 / 60)
      restored.checkInvariants()
      #expect(straight.world.stateHash == restored.stateHash)
    }
  }
}
