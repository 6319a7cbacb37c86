import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

@Suite("Contacts of nodes")
struct ContactTests {
  /// Two balls on one place, with masks.
  static func pair(
    _ a: (category: UInt32, collision: UInt32, test: UInt32),
    _ b: (category: UInt32, collision: UInt32, test: UInt32)
  ) -> (Scene, Node, Node, ContactLog) {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let log = ContactLog()
    scene.physicsWorld.contactDelegate = log
    var nodes: [Node] = []
    for (name, mask) in [("a", a), ("b", b)] {
      let node = Node(name: name, geometry: .sphere())
      let body = PhysicsBody.dynamic()
      body.categoryBitMask = mask.category
      body.collisionBitMask = mask.collision
      body.contactTestBitMask = mask.test
      node.physicsBody = body
      scene.rootNode.addChildNode(node)
      nodes.append(node)
    }
    nodes[1].position = Vector3(0.9, 0, 0)
    return (scene, nodes[0], nodes[1], log)
  }

  @Test("Semantics 12 and 13: collides iff both agree, reports iff either asks")
  func truthTable() {
    for bits in 0..<16 {
      let bit: (Int) -> Bool = { bits >> $0 & 1 == 1 }
      let (scene, a, b, log) = Self.pair(
        (1, bit(0) ? 2 : 4, bit(1) ? 2 : 4), (2, bit(2) ? 1 : 8, bit(3) ? 1 : 8))
      for _ in 0..<20 { scene.step() }
      let isPushed = b.position.x - a.position.x > 0.95
      #expect(isPushed == (bit(0) && bit(2)))
      #expect(log.count.begin == (bit(1) || bit(3) ? 1 : 0))
      withExtendedLifetime(log) {}
    }
  }

  @Test("Semantics 14: one begin, updates while touching, one end, A made before B")
  func tellsOnce() {
    let f = Fixture(ballAt: Vector3(0, 1, 0))
    let log = ContactLog()
    f.scene.physicsWorld.contactDelegate = log
    f.ball.physicsBody?.contactTestBitMask = .max
    f.ball.physicsBody?.restitution = 0
    f.step(60)
    #expect(log.lines == ["begin floor ball"])
    #expect(log.count.update > 10)
    f.ball.physicsBody?.velocity = Vector3(0, 5, 0)
    f.step(10)
    #expect(log.lines == ["begin floor ball", "end floor ball"])
  }

  @Test("Semantics 11: a hidden node leaves the simulation and begins again when it is shown")
  func hiddenLeaves() {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    let log = ContactLog()
    f.scene.physicsWorld.contactDelegate = log
    let group = Node()
    f.scene.rootNode.addChildNode(group)
    group.addChildNode(f.ball)
    f.ball.physicsBody?.contactTestBitMask = .max
    f.step(60)
    group.isHidden = true
    f.step(60)
    #expect(log.lines == ["begin floor ball", "end floor ball"])
    #expect(f.ball.position.y > 0.4)
    group.isHidden = false
    f.step(60)
    #expect(log.lines == ["begin floor ball", "end floor ball", "begin floor ball"])
  }

  @Test("Semantics 14: a removed node ends its contacts once, and is still named in the end")
  func removedEnds() {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    let log = ContactLog()
    f.scene.physicsWorld.contactDelegate = log
    f.ball.physicsBody?.contactTestBitMask = .max
    f.step(60)
    f.ball.removeFromParentNode()
    f.step(3)
    #expect(log.lines == ["begin floor ball", "end floor ball"])
  }

  @Test("Semantics 14: nodes may be removed, hidden and added inside of a contact")
  func isSafeInside() {
    let f = Fixture(ballAt: Vector3(0, 3, 0))
    let log = ContactLog()
    f.scene.physicsWorld.contactDelegate = log
    f.ball.physicsBody?.contactTestBitMask = .max
    var bricks: [Node] = []
    for x in -2...2 {
      let brick = Node(name: "brick", geometry: .box())
      brick.physicsBody = .static()
      brick.position = Vector3(Float(x) * 0.2, 0.5, 0)
      f.scene.rootNode.addChildNode(brick)
      bricks.append(brick)
    }
    log.onBegin = { contact in
      guard let (brick, _) = contact.pair(where: { $0.name == "brick" }) else { return }
      let new = Node(name: "splinter", geometry: .sphere(radius: 0.1))
      new.physicsBody = .dynamic()
      new.position = brick.position
      f.scene.rootNode.addChildNode(new)
      if brick === bricks[2] { brick.isHidden = true } else { brick.removeFromParentNode() }
      f.ball.position.y += 0.001
    }
    f.step(120)
    #expect(bricks.filter { $0.scene == nil }.count + (bricks[2].isHidden ? 1 : 0) >= 3)
    #expect(log.count.begin > 3)
    f.scene.physicsWorld.simulation.checkInvariants()
  }

  @Test("Semantics 15: a velocity set inside of a contact overrides the bounce")
  func overridesBounce() {
    let f = Fixture(ballAt: Vector3(0, 2, 0))
    let log = ContactLog()
    f.scene.physicsWorld.contactDelegate = log
    f.ball.physicsBody?.contactTestBitMask = .max
    f.scene.physicsWorld.gravity = .zero
    f.ball.physicsBody?.damping = 0
    f.ball.physicsBody?.velocity = Vector3(0, -10, 0)
    log.onBegin = { $0.nodeB.physicsBody?.velocity = Vector3(3, 4, 0) }
    f.step(20)
    #expect(log.count.begin == 1)
    #expect(isNear(f.ball.physicsBody?.velocity ?? .zero, Vector3(3, 4, 0), 1e-3))
  }

  @Test("A contact has a point, a normal, an impulse and a depth")
  func describesContact() {
    let f = Fixture(ballAt: Vector3(2, 1, 3))
    let log = ContactLog()
    f.scene.physicsWorld.contactDelegate = log
    f.ball.physicsBody?.contactTestBitMask = .max
    var seen: PhysicsContact?
    log.onBegin = { seen = $0 }
    f.step(60)
    #expect(isNear(seen?.contactNormal ?? .zero, .unitY, 1e-3))
    #expect(isNear(seen?.contactPoint ?? .zero, Vector3(2, 0, 3), 0.1))
    #expect(seen?.collisionImpulse ?? 0 > 0)
    #expect(seen?.other(than: f.ball)?.name == "floor")
  }

  @Test("A change of a mask ends the contact, and another one begins it again")
  func maskEnds() {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    let log = ContactLog()
    f.scene.physicsWorld.contactDelegate = log
    f.ball.physicsBody?.contactTestBitMask = .max
    f.step(30)
    f.ball.physicsBody?.contactTestBitMask = 0
    f.step(30)
    f.ball.physicsBody?.contactTestBitMask = .max
    f.step(30)
    #expect(log.lines == ["begin floor ball", "end floor ball", "begin floor ball"])
  }

  @Test("A tick calls in order: update, actions, animations done, physics, constraints")
  func orderOfTick() {
    final class Order: ContactDelegate {
      var calls: [String] = []
      func didUpdate(_ contact: PhysicsContact) { calls.append("contact") }
    }
    struct Delegate: SceneDelegate {
      let order: Order
      func update(_ scene: Scene) { order.calls.append("update") }
      func didApplyAnimations(_ scene: Scene) { order.calls.append("animations") }
      func didSimulatePhysics(_ scene: Scene) { order.calls.append("physics") }
      func didApplyConstraints(_ scene: Scene) { order.calls.append("constraints") }
    }
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    f.ball.physicsBody?.contactTestBitMask = .max
    f.step(10)
    let order = Order()
    f.scene.physicsWorld.contactDelegate = order
    f.scene.functions["call"] = { _ in order.calls.append("action") }
    f.ball.runAction(.run("call"))
    f.scene.step(Delegate(order: order))
    #expect(
      order.calls == ["update", "action", "animations", "contact", "physics", "constraints"])
  }
}
