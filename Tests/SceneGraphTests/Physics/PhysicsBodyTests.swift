import CaromMaths
import CaromSceneGraph
import Testing

/// Writes down contacts as text, and does something at each.
final class ContactLog: ContactDelegate {
  var lines: [String] = []
  var count = (begin: 0, update: 0, end: 0)
  var onBegin: (PhysicsContact) -> Void = { _ in }

  func didBegin(_ contact: PhysicsContact) {
    count.begin += 1
    lines.append("begin \(contact.nodeA.name ?? "") \(contact.nodeB.name ?? "")")
    onBegin(contact)
  }
  func didUpdate(_ contact: PhysicsContact) { count.update += 1 }
  func didEnd(_ contact: PhysicsContact) {
    count.end += 1
    lines.append("end \(contact.nodeA.name ?? "") \(contact.nodeB.name ?? "")")
  }
}

@Suite("Bodies of nodes")
struct PhysicsBodyTests {
  @Test("Semantics 5: the node itself is where the last step put its body")
  func nodeFollowsBody() {
    let f = Fixture(ballAt: Vector3(0, 5, 0))
    f.step(30)
    #expect(f.ball.position.y < 4.5)
    #expect(f.ball.position == f.ball.presentation.position)
    #expect(f.ball.physicsBody?.velocity.y ?? 0 < -3)
    f.step(600)
    #expect(abs(f.ball.position.y - 0.5) < 0.01)
  }

  @Test("Semantics 6: what is shown in the world counts what is shown above")
  func presentationCountsParents() {
    let f = Fixture()
    let hat = Node()
    hat.position = Vector3(0, 1, 0)
    f.ball.addChildNode(hat)
    f.step(30)
    #expect(isNear(hat.presentation.worldPosition, f.ball.position + .unitY, 1e-4))
    #expect(isNear(hat.worldTransform.translation, f.ball.position + .unitY, 1e-4))
  }

  @Test("Semantics 7: setting the position of a dynamic body moves it and keeps its velocity")
  func teleports() {
    let f = Fixture()
    f.step(30)
    let velocity = f.ball.physicsBody?.velocity ?? .zero
    let jumps = f.ball.teleportCount
    f.ball.position = Vector3(7, 20, 0)
    #expect(f.ball.teleportCount == jumps + 1)
    f.step(1)
    #expect(isNear(f.ball.position, Vector3(7, 20 + velocity.y / 60, 0), 0.01))
    #expect(abs((f.ball.physicsBody?.velocity.y ?? 0) - velocity.y) < 0.3)
  }

  @Test("Semantics 7: a body below a turned and scaled parent is placed in the world")
  func convertsPlaces() {
    let scene = Scene()
    let parent = Node()
    parent.position = Vector3(0, 10, 0)
    parent.eulerAngles = Vector3(0, .pi / 2, 0)
    parent.scale = Vector3(2, 2, 2)
    scene.rootNode.addChildNode(parent)
    let ball = Node(geometry: .sphere(radius: 0.5))
    ball.physicsBody = .dynamic()
    ball.position = Vector3(0, 0, 1)
    parent.addChildNode(ball)
    scene.step()
    #expect(isNear(ball.worldPosition, Vector3(2, 10, 0), 0.01))
    for _ in 0..<29 { scene.step() }
    // Half a second of free fall, damped by 0.9 a second: a little less than 1.225 m.
    #expect(abs(ball.worldPosition.y - 8.8) < 0.1)
    #expect(isNear(ball.position, Vector3(0, (ball.worldPosition.y - 10) / 2, 1), 1e-3))
  }

  @Test("Semantics 8: a kinematic child of a moved parent gives its velocity to what it hits")
  func parentImpartsVelocity() {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let paddle = Node()
    scene.rootNode.addChildNode(paddle)
    let bat = Node(name: "bat", geometry: .box())
    bat.physicsBody = .kinematic()
    bat.physicsBody?.restitution = 0
    paddle.addChildNode(bat)
    let ball = Node(geometry: .sphere(radius: 0.5))
    ball.physicsBody = .dynamic()
    ball.position = Vector3(1.5, 0, 0)
    scene.rootNode.addChildNode(ball)
    scene.step()
    for _ in 0..<60 {
      paddle.position.x += 3.0 / 60
      scene.step()
    }
    #expect(abs((ball.physicsBody?.velocity.x ?? 0) - 3) < 0.2)
    // It stands still when its parent does: the ball leaves it.
    for _ in 0..<30 { scene.step() }
    #expect(ball.position.x - bat.worldPosition.x > 1.5)
  }

  @Test("Resetting a kinematic body teleports it without pushing others")
  func jumps() {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let bat = Node(geometry: .box())
    bat.physicsBody = .kinematic()
    scene.rootNode.addChildNode(bat)
    let ball = Node(geometry: .sphere(radius: 0.5))
    ball.physicsBody = .dynamic()
    ball.position = Vector3(5, 0, 0)
    scene.rootNode.addChildNode(ball)
    scene.step()
    bat.position = Vector3(10, 0, 0)
    bat.physicsBody?.resetTransform()
    scene.step()
    #expect(ball.position == Vector3(5, 0, 0))
    #expect(ball.physicsBody?.velocity == .zero)
  }

  @Test("Semantics 16: damping is v·(1 − d)^t")
  func damps() {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let ball = Node(geometry: .sphere())
    ball.physicsBody = .dynamic()
    ball.physicsBody?.velocity = Vector3(10, 0, 0)
    scene.rootNode.addChildNode(ball)
    for _ in 0..<60 { scene.step() }
    #expect(abs((ball.physicsBody?.velocity.x ?? 0) - 9) < 1e-3)
  }

  @Test("Semantics 17: a velocity factor of zero locks an axis")
  func locksAxes() {
    let f = Fixture(ballAt: Vector3(0, 5, 0))
    f.ball.physicsBody?.velocityFactor = Vector3(1, 0, 1)
    f.ball.physicsBody?.velocity = Vector3(1, 0, 0)
    f.step(60)
    #expect(f.ball.position.y == 5)
    #expect(f.ball.position.x > 0.9)
  }

  @Test("Semantics 18: speed multiplies the time of the simulation, not that of actions")
  func speeds() {
    let f = Fixture(ballAt: Vector3(0, 100, 0))
    f.ball.physicsBody?.damping = 0
    f.scene.physicsWorld.speed = 2
    let other = Node()
    f.scene.rootNode.addChildNode(other)
    other.runAction(.move(by: .unitX, duration: 1))
    f.step(60)
    // 2 s of free fall: ½·9.8·4.
    #expect(abs(f.ball.position.y - (100 - 19.6)) < 0.35)
    #expect(other.position == .unitX)
  }

  @Test("Semantics 20: inherited scale is baked into the shape, and again when it changes")
  func bakesScale() {
    let f = Fixture(ballAt: Vector3(0, 3, 0))
    let group = Node()
    group.scale = Vector3(1, 2, 1)
    f.scene.rootNode.addChildNode(group)
    let pillar = Node(geometry: .box())
    pillar.physicsBody = .static()
    group.addChildNode(pillar)
    f.step(300)
    // The pillar is 2 high: its top is at 1, the ball's center half a meter above.
    #expect(abs(f.ball.position.y - 1.5) < 0.02)
    group.scale = Vector3(1, 4, 1)
    f.ball.position = Vector3(0, 5, 0)
    f.step(300)
    #expect(abs(f.ball.position.y - 2.5) < 0.02)
  }

  @Test("Semantics 4: the shape follows the pivot")
  func bakesPivot() {
    let f = Fixture(ballAt: Vector3(0, 4, 0))
    let box = Node(geometry: .box())
    box.physicsBody = .static()
    box.pivot = Matrix4(position: Vector3(0, -1, 0))
    f.scene.rootNode.addChildNode(box)
    f.step(300)
    #expect(abs(f.ball.position.y - 2) < 0.02)
  }

  @Test(
    "A body without geometry takes the shapes below it; those with bodies of their own count not")
  func makesCompounds() {
    let f = Fixture(ballAt: Vector3(3, 4, 0))
    let table = Node()
    table.physicsBody = .static()
    f.scene.rootNode.addChildNode(table)
    for x: Float in [-3, 3] {
      let leg = Node(geometry: .box())
      leg.position = Vector3(x, 0.5, 0)
      table.addChildNode(leg)
    }
    f.step(300)
    #expect(abs(f.ball.position.y - 1.5) < 0.02)
  }

  @Test("Semantics 26: masks are live")
  func masksAreLive() {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    f.step(60)
    #expect(f.ball.position.y > 0.45)
    f.ball.physicsBody?.collisionBitMask = 0
    f.step(60)
    #expect(f.ball.position.y < -1)
  }

  @Test("Semantics 27: a ball at rest sleeps, and wakes when it is pushed")
  func sleeps() {
    let f = Fixture(ballAt: Vector3(0, 0.5, 0))
    f.ball.physicsBody?.restitution = 0
    f.step(180)
    #expect(f.ball.physicsBody?.isResting == true)
    f.ball.physicsBody?.velocity = Vector3(2, 0, 0)
    f.step(1)
    #expect(f.ball.physicsBody?.isResting == false)
    #expect(f.ball.position.x > 0.02)
  }

  @Test("Semantics 28: defaults are SceneKit's")
  func defaults() {
    let body = PhysicsBody.dynamic()
    #expect(body.mass == 1 && body.friction == 0.5 && body.restitution == 0.5)
    #expect(body.rollingFriction == 0 && body.damping == 0.1 && body.angularDamping == 0.1)
    #expect(body.velocityFactor == .one && body.angularVelocityFactor == .one)
    #expect(body.categoryBitMask == 1 && PhysicsBody.static().categoryBitMask == 2)
    #expect(PhysicsBody.kinematic().categoryBitMask == 1 && PhysicsBody.static().mass == 0)
    #expect(body.collisionBitMask == .max && body.contactTestBitMask == 0)
    #expect(body.isAffectedByGravity && body.allowsResting)
    #expect(body.linearRestingThreshold == 0.1 && body.angularRestingThreshold == 0.1)
  }

  @Test("Velocities set before a body enters a scene are its initial ones")
  func startsAsDescribed() {
    let scene = Scene()
    let ball = Node(geometry: .sphere())
    ball.physicsBody = .dynamic()
    ball.physicsBody?.isAffectedByGravity = false
    ball.physicsBody?.damping = 0
    ball.physicsBody?.velocity = Vector3(6, 0, 0)
    scene.rootNode.addChildNode(ball)
    ball.physicsBody?.apply(impulse: Vector3(0, 0, 6))
    for _ in 0..<10 { scene.step() }
    #expect(isNear(ball.position, Vector3(1, 0, 1), 1e-4))
  }

  @Test("A force acts for one tick, an impulse immediately")
  func pushes() {
    let f = Fixture(ballAt: Vector3(0, 50, 0))
    f.scene.physicsWorld.gravity = .zero
    f.ball.physicsBody?.damping = 0
    f.ball.physicsBody?.apply(force: Vector3(60, 0, 0))
    f.step(2)
    #expect(abs((f.ball.physicsBody?.velocity.x ?? 0) - 1) < 1e-4)
    f.ball.physicsBody?.apply(impulse: Vector3(0, 0, 3))
    #expect(f.ball.physicsBody?.velocity.z == 3)
  }

  @Test("A body keeps its velocity when its node leaves the scene and comes back")
  func comesBack() {
    let f = Fixture(ballAt: Vector3(0, 50, 0))
    f.step(30)
    let velocity = f.ball.physicsBody?.velocity
    f.ball.removeFromParentNode()
    #expect(f.ball.physicsBody?.velocity == velocity)
    f.step(30)
    f.scene.rootNode.addChildNode(f.ball)
    #expect(f.ball.physicsBody?.velocity == velocity)
    f.step(1)
    #expect(f.ball.physicsBody?.velocity.y ?? 0 < velocity?.y ?? 0)
  }

  @Test("A dynamic floor is reported and not simulated")
  func notesImpossibleBodies() {
    let scene = Scene()
    let floor = Node(name: "floor", geometry: .floor())
    floor.physicsBody = .dynamic()
    scene.rootNode.addChildNode(floor)
    scene.step()
    #expect(scene.problems.count == 1)
    #expect(scene.problems.first?.hasPrefix("/floor: ") == true)
  }
}
