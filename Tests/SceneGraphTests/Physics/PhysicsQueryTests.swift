import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Queries by node")
struct PhysicsQueryTests {
  /// Three boxes of a meter along X at 0, 3 and 6, of categories 1, 2 and 4.
  static func row() -> (Scene, [Node]) {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let nodes = (0..<3).map { i in
      let node = Node(name: "box\(i)", geometry: .box())
      node.physicsBody = .dynamic()
      node.physicsBody?.categoryBitMask = 1 << UInt32(i)
      node.position.x = Float(3 * i)
      scene.rootNode.addChildNode(node)
      return node
    }
    return (scene, nodes)
  }

  @Test("Parity: rayTestWithSegment with its options")
  func rays() throws {
    let (scene, nodes) = Self.row()
    let world = scene.physicsWorld
    let (left, right) = (Vector3(-5, 0.2, 0), Vector3(10, 0.2, 0))
    func names(_ options: PhysicsTestOptions) -> [String] {
      world.rayTestWithSegment(from: left, to: right, options: options).compactMap(\.node.name)
    }
    #expect(names(PhysicsTestOptions()) == ["box0"])
    #expect(names(PhysicsTestOptions(searchMode: .closest)) == ["box0"])
    #expect(names(PhysicsTestOptions(searchMode: .all)) == ["box0", "box1", "box2"])
    #expect(names(PhysicsTestOptions(collisionBitMask: 6, searchMode: .all)) == ["box1", "box2"])
    var ignoring = PhysicsTestOptions(searchMode: .all)
    ignoring.ignoredNodes = [nodes[1]]
    #expect(names(ignoring) == ["box0", "box2"])
    nodes[0].isHidden = true
    #expect(names(PhysicsTestOptions()) == ["box1"], "hidden nodes are not there")

    nodes[1].scale = Vector3(2, 2, 2)
    world.updateCollisionPairs()
    let hit = try #require(world.rayTestWithSegment(from: left, to: right).first)
    #expect((hit.worldCoordinates - Vector3(2, 0.2, 0)).length < 1e-4)
    #expect((hit.localCoordinates - Vector3(-0.5, 0.1, 0)).length < 1e-4)
    #expect((hit.worldNormal + .unitX).length < 1e-4 && (hit.localNormal + .unitX).length < 1e-4)
    // From inside, surfaces look away: culled, the next one is met.
    let inside = Vector3(3, 0, 0)
    #expect(world.rayTestWithSegment(from: inside, to: right).first?.node === nodes[2])
    let open = PhysicsTestOptions(backfaceCulling: false)
    #expect(
      world.rayTestWithSegment(from: inside, to: right, options: open).first?.node === nodes[1])
  }

  @Test("Parity: contactTest, contactTestBetween and updateCollisionPairs")
  func contacts() throws {
    let (scene, nodes) = Self.row()
    let world = scene.physicsWorld
    let bodies = nodes.compactMap(\.physicsBody)
    #expect(world.contactTest(with: bodies[0]).isEmpty)
    nodes[1].position.x = 0.9
    world.updateCollisionPairs()
    let contact = try #require(world.contactTest(with: bodies[0]).first)
    #expect(contact.nodeA === nodes[0] && contact.nodeB === nodes[1])
    #expect((contact.contactNormal - .unitX).length < 1e-4)
    #expect(abs(contact.penetrationDistance - 0.1) < 1e-3)
    #expect(world.contactTestBetween(bodies[1], bodies[0]).first?.nodeA === nodes[1])
    #expect(world.contactTestBetween(bodies[0], bodies[2]).isEmpty)
    #expect(world.contactTestBetween(bodies[0], bodies[0]).isEmpty)
    #expect(
      world.contactTest(with: bodies[0], options: PhysicsTestOptions(collisionBitMask: 4)).isEmpty)
    #expect(world.contactTest(with: PhysicsBody.dynamic()).isEmpty)

    let led = Node(geometry: .box())
    led.physicsBody = .kinematic()
    led.position.y = 9
    scene.rootNode.addChildNode(led)
    scene.step()
    led.position = Vector3(6, 0.9, 0)
    #expect(led.physicsBody.map { world.contactTest(with: $0).isEmpty } == true, "not before")
    world.updateCollisionPairs()
    #expect(led.physicsBody.map { world.contactTest(with: $0).count } == 1)
  }

  @Test("Parity: convexSweepTest tells the free share of the way")
  func sweeps() throws {
    let (scene, nodes) = Self.row()
    let ball = PhysicsShape.sphere(Sphere(radius: 0.5))
    let (from, to) = (Matrix4(position: Vector3(-5, 0, 0)), Matrix4(position: Vector3(5, 0, 0)))
    let hit = try #require(scene.physicsWorld.convexSweepTest(with: ball, from: from, to: to).first)
    #expect(hit.node === nodes[0] && abs(hit.sweepTestFraction - 0.4) < 1e-3)
    #expect((hit.contactNormal + .unitX).length < 1e-3)
    let all = PhysicsTestOptions(searchMode: .all)
    #expect(
      scene.physicsWorld.convexSweepTest(with: ball, from: from, to: to, options: all).map(\.node)
        .elementsEqual(nodes.prefix(2), by: ===))
    let nothing = PhysicsShape.hull(HullPoints([.zero]))
    #expect(scene.physicsWorld.convexSweepTest(with: nothing, from: from, to: to).isEmpty)
  }

  @Test("Overlap and closest-point queries return nodes")
  func overlaps() throws {
    let (scene, nodes) = Self.row()
    let world = scene.physicsWorld
    let box = PhysicsShape.box(Box(width: 4, height: 1, length: 1))
    let place = Matrix4(position: Vector3(1.5, 0, 0))
    #expect(world.nodes(overlapping: box, at: place).elementsEqual(nodes.prefix(2), by: ===))
    #expect(
      world.nodes(in: AABB(min: Vector3(5, -1, -1), max: Vector3(9, 1, 1)))
        .elementsEqual(nodes.suffix(1), by: ===))
    let near = try #require(world.closestPoint(to: Vector3(0, 3, 0)))
    #expect(near.node === nodes[0] && abs(near.distance - 2.5) < 1e-4)
    #expect((near.point - Vector3(0, 0.5, 0)).length < 1e-4)
    #expect(world.closestPoint(to: Vector3(0, 3, 0), within: 1) == nil)
  }
}

@Suite("Kinematic nodes")
struct KinematicNodeTests {
  @Test("Semantics 8: kinematic children of a moved parent push what they meet with its velocity")
  func movedParent() {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let paddle = Node()
    for x in [-1, 0, 1] {
      let part = Node(geometry: .box())
      part.position.x = Float(x)
      part.physicsBody = .kinematic()
      part.physicsBody?.restitution = 0
      paddle.addChildNode(part)
    }
    let ball = Node(geometry: .sphere(radius: 0.5))
    ball.physicsBody = .dynamic()
    ball.physicsBody?.damping = 0
    ball.physicsBody?.allowsResting = false
    ball.position.x = 2.2
    scene.rootNode.addChildNode(paddle)
    scene.rootNode.addChildNode(ball)
    scene.step()
    for _ in 0..<30 {
      paddle.position.x += 2.0 / 60
      scene.step()
    }
    #expect(abs((ball.physicsBody?.velocity.x ?? 0) - 2) < 0.1)
    let led = paddle.childNodes[2].physicsBody?.velocity.x ?? 0
    #expect(abs(led - 2) < 0.01, "the child's body has the velocity of its parent")
    scene.step()
    #expect(abs(paddle.childNodes[2].physicsBody?.velocity.x ?? 9) < 0.01, "and none at rest")
  }

  @Test("A rotating parent gives its children the velocity of their positions")
  func turningParent() {
    let scene = Scene()
    let (wheel, blade) = (Node(), Node(geometry: .box()))
    blade.position.x = 3
    blade.physicsBody = .kinematic()
    wheel.addChildNode(blade)
    scene.rootNode.addChildNode(wheel)
    scene.step()
    wheel.eulerAngles.y = 0.6 / 60
    scene.step()
    let body = blade.physicsBody
    #expect(abs((body?.velocity.z ?? 0) + 1.8) < 0.02)
    #expect(abs((body?.angularVelocity.y ?? 0) - 0.6) < 0.01)
  }

  @Test("Semantics 11: all below a hidden node leaves the simulation, and comes back as it moved")
  func hiding() {
    let f = Fixture()
    let group = Node()
    f.scene.rootNode.addChildNode(group)
    group.addChildNode(f.ball)
    f.ball.physicsBody?.velocity = Vector3(1, 0, 0)
    f.step(10)
    group.isHidden = true
    let place = f.ball.position
    f.step(30)
    #expect(f.ball.position == place)
    let way = Vector3(0, -20, 0)
    let hits = f.scene.physicsWorld.rayTestWithSegment(from: place - way, to: place + way)
    #expect(hits.first?.node.name == "floor")
    group.isHidden = false
    f.step(10)
    #expect(f.ball.position.x > place.x && f.ball.position.y < place.y)
  }
}
