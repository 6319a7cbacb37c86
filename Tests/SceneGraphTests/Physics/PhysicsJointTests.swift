import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneGraph
import Testing

/// A static post and a door of 1 m beside it, without gravity by default.
struct DoorFixture {
  let scene = Scene()
  let post = Node(name: "post", geometry: .box(width: 0.1, height: 2, length: 0.1))
  let door = Node(name: "door", geometry: .box(width: 1, height: 2, length: 0.1))
  let joint: PhysicsJoint

  init(_ kind: JointKind, axis: Vector3 = .unitY, gravity: Vector3 = .zero) {
    scene.physicsWorld.gravity = gravity
    post.physicsBody = .static()
    door.physicsBody = .dynamic()
    door.position = Vector3(0.6, 0, 0)
    for body in [post, door].compactMap(\.physicsBody) {
      (body.damping, body.angularDamping) = (0, 0)
      body.allowsResting = false
    }
    scene.rootNode.addChildNode(post)
    scene.rootNode.addChildNode(door)
    var state = JointState()
    state.kind = kind
    state.bodyB = NodeReference(post)
    state.anchorA = Vector3(-0.55, 0, 0)
    state.axisA = axis
    joint = PhysicsJoint(state)
    door.joints = [joint]
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }
}

@Suite("Joints of nodes")
struct PhysicsJointTests {
  @Test("A hinge whose axis and anchor are given on A alone turns about them")
  func hinge() {
    let f = DoorFixture(.hinge())
    f.door.physicsBody?.apply(impulse: Vector3(0, 0, 1), at: Vector3(1.1, 0, 0))
    f.step(60)
    #expect(f.joint.isHolding)
    #expect(abs(f.joint.angle) > 0.2 && f.joint.gap < 1e-3)
    // The center stays 0.55 m from the hinge, at its height.
    let arm = f.door.position - Vector3(0.05, 0, 0)
    #expect(abs(arm.length - 0.55) < 2e-3 && abs(arm.y) < 1e-3)
    #expect(f.door.worldUp.y > 0.9999)
  }

  @Test("Parity: a joint is added, found and removed by SceneKit's names")
  func worldNames() throws {
    let f = Fixture()
    let body = try #require(f.ball.physicsBody)
    let joint = PhysicsJoint.ballSocket(bodyA: body, anchorA: Vector3(0, 2, 0))
    f.scene.physicsWorld.addBehavior(joint)
    #expect(f.ball.joints.count == 1 && joint.node === f.ball && joint.bodyA === body)
    #expect(f.scene.physicsWorld.allBehaviors.count == 1)
    f.step(120)
    #expect(f.ball.position.y > 4.9, "it hangs on the world")
    f.scene.physicsWorld.removeBehavior(joint)
    #expect(f.scene.physicsWorld.allBehaviors.isEmpty && joint.node == nil && !joint.isHolding)
    f.step(120)
    #expect(f.ball.position.y < 1, "it fell")
    f.scene.physicsWorld.addBehavior(joint)
    f.scene.physicsWorld.removeAllBehaviors()
    #expect(f.ball.joints.isEmpty)
  }

  @Test("Anchors and axes of B count where they are given")
  func anchorsOfB() throws {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let (a, b) = (Node(geometry: .sphere(radius: 0.1)), Node(geometry: .sphere(radius: 0.1)))
    for (node, x) in [(a, Float(0)), (b, 3)] {
      node.physicsBody = .dynamic()
      node.position.x = x
      scene.rootNode.addChildNode(node)
    }
    let joint = PhysicsJoint.ballSocket(
      bodyA: try #require(a.physicsBody), anchorA: Vector3(0.5, 0, 0), bodyB: b.physicsBody,
      anchorB: Vector3(-0.5, 0, 0))
    scene.physicsWorld.addBehavior(joint)
    for _ in 0..<240 { scene.step() }
    // The gap of 2 m was closed.
    #expect(joint.gap < 5e-3)
    #expect((b.position - a.position).length <= 1.01)
    #expect(joint.bodyB === b.physicsBody)
  }

  @Test("Anchors are in the space of the node, with its scale and pivot")
  func scaleAndPivot() {
    let scene = Scene()
    let node = Node(geometry: .box())
    node.physicsBody = .dynamic()
    node.scale = Vector3(2, 4, 2)
    node.pivot = Matrix4(position: Vector3(0, -0.5, 0))
    node.position = Vector3(1, 10, 0)
    scene.rootNode.addChildNode(node)
    // The middle of the top of the box: four meters above the pivot.
    let top = Vector3(0, 0.5, 0)
    let before = node.convertPosition(top, to: nil)
    #expect((before - Vector3(1, 14, 0)).length < 1e-5)
    let joint = PhysicsJoint(JointState())
    joint.anchorA = top
    node.joints = [joint]
    node.physicsBody?.velocity = Vector3(1, 0, 0)
    for _ in 0..<60 { scene.step() }
    #expect((node.convertPosition(top, to: nil) - before).length < 5e-3)
    // At half the size, the same corner is held.
    node.scale = Vector3(1, 2, 1)
    for _ in 0..<240 { scene.step() }
    #expect((node.convertPosition(top, to: nil) - before).length < 2e-2)
  }

  @Test("Limits, motors and springs are live")
  func liveProperties() {
    let f = DoorFixture(.hinge())
    f.joint.hinge?.motorTargetAngularVelocity = 1
    f.joint.hinge?.motorMaximumTorque = 100
    f.step(30)
    #expect(abs(f.joint.speed - 1) < 0.02)
    f.joint.hinge?.maximumAngularLimit = 0.75
    f.step(60)
    #expect(abs(f.joint.angle - 0.75) < 0.03)
    f.joint.hinge?.motorMaximumTorque = 0
    f.joint.hinge?.springFrequency = 3
    f.joint.hinge?.springTarget = -0.5
    f.step(120)
    #expect(abs(f.joint.angle + 0.5) < 0.02)
    #expect(f.joint.slider == nil, "it is no slider")
  }

  @Test("Each kind is made and measures what it allows")
  func kinds() {
    var slider = SliderJoint()
    slider.motorTargetLinearVelocity = 1
    slider.motorMaximumForce = 100
    slider.maximumLinearLimit = 0.5
    let s = DoorFixture(.slider(slider), axis: .unitX)
    s.step(60)
    #expect(abs(s.joint.position - 0.5) < 0.02, "B, the post, seems to move: the door goes −X")
    #expect(abs(s.door.position.x - 0.1) < 0.02 && s.door.worldUp.y > 0.999)

    let fixed = DoorFixture(.fixed(), gravity: Vector3(0, -9.8, 0))
    fixed.step(60)
    #expect((fixed.door.position - Vector3(0.6, 0, 0)).length < 0.01)
    #expect(abs(fixed.joint.force.y) > 5, "it carries the door")

    var rope = DistanceJoint()
    rope.maximumLength = 3
    let d = DoorFixture(.distance(rope), gravity: Vector3(0, -9.8, 0))
    d.step(240)
    #expect(abs(d.joint.position - 3) < 0.05)

    var cone = ConeTwistJoint()
    (cone.maximumAngularLimit1, cone.maximumAngularLimit2) = (0.3, 0.3)
    cone.maximumTwistAngle = 0.1
    let c = DoorFixture(.coneTwist(cone), axis: .unitX)
    c.door.physicsBody?.angularVelocity = Vector3(3, 0, 3)
    c.step(120)
    #expect(abs(c.joint.angle) < 0.15 && c.door.worldRight.x > 0.9)

    let w = DoorFixture(.wheel(), axis: .unitZ)
    w.joint.upA = .unitY
    w.joint.wheel?.motorTargetAngularVelocity = 2
    w.joint.wheel?.motorMaximumTorque = 50
    w.step(60)
    #expect(abs(w.joint.speed) > 1.5)
    #expect(w.scene.problems.isEmpty)

    var six = SixDegreesOfFreedomJoint()
    six.linearX = JointLinearAxis(limits: -0.5...0.5, motor: JointMotor(speed: 1, maxForce: 100))
    let s6 = DoorFixture(.sixDegreesOfFreedom(six), axis: .unitX)
    s6.step(60)
    #expect(abs(s6.joint.offset.x - 0.5) < 0.02 && abs(s6.door.position.x - 0.1) < 0.02)
    s6.joint.sixDegreesOfFreedom?.linearX.motorTargetVelocity = -1
    s6.step(90)
    #expect(abs(s6.joint.offset.x + 0.5) < 0.02 && s6.scene.problems.isEmpty)
  }

  @Test("A joint breaks once, is reported and stays broken until it is mended")
  func breaks() {
    final class Log: ContactDelegate {
      var breaks: [PhysicsJointBreak] = []
      func didBreak(_ event: PhysicsJointBreak) { breaks.append(event) }
    }
    let f = DoorFixture(.fixed(), gravity: Vector3(0, -9.8, 0))
    let log = Log()
    f.scene.physicsWorld.contactDelegate = log
    f.joint.breakingForce = 20
    f.step(60)
    #expect(log.breaks.isEmpty && f.joint.isHolding)
    f.door.physicsBody?.apply(impulse: Vector3(0, -10, 0))
    f.step(5)
    #expect(log.breaks.count == 1 && f.joint.isBroken && !f.joint.isHolding)
    #expect(log.breaks.first?.joint === f.joint && log.breaks.first?.nodeA === f.door)
    #expect(log.breaks.first?.nodeB === f.post)
    #expect((log.breaks.first?.force.length ?? 0) > 20)
    f.step(30)
    #expect(f.door.position.y < -0.3 && log.breaks.count == 1)
    f.joint.breakingForce = nil
    f.joint.isBroken = false
    f.door.physicsBody?.velocity = .zero
    f.step(240)
    #expect(f.joint.isHolding && f.joint.gap < 0.01, "it holds where it was made")
    #expect(f.door.position.y > -0.05)
  }

  @Test("A hidden node lets go, and is pulled back when it is shown")
  func hiding() {
    let f = DoorFixture(.ballSocket(), gravity: Vector3(0, -9.8, 0))
    f.step(10)
    f.post.isHidden = true
    f.step(30)
    #expect(!f.joint.isHolding && f.door.position.y < -0.5)
    f.post.isHidden = false
    f.step(400)
    #expect(f.joint.isHolding && f.joint.gap < 0.02)
    #expect(f.scene.physicsWorld.allBehaviors.count == 1)
  }

  @Test("It leaves with its own node, and waits for the other one")
  func leaving() {
    let f = DoorFixture(.ballSocket(), gravity: Vector3(0, -9.8, 0))
    f.step(10)
    f.post.removeFromParentNode()
    f.step(10)
    #expect(!f.joint.isHolding && f.joint.bodyB == nil)
    f.scene.rootNode.addChildNode(f.post)
    f.step(300)
    #expect(f.joint.isHolding && f.joint.gap < 0.02)
    f.door.removeFromParentNode()
    #expect(f.scene.physicsWorld.allBehaviors.isEmpty && f.joint.node === f.door)
    f.step(2)
    f.scene.rootNode.addChildNode(f.door)
    f.step(2)
    #expect(f.scene.physicsWorld.allBehaviors.count == 1 && f.joint.isHolding)
    f.door.physicsBody = nil
    f.step(1)
    #expect(!f.joint.isHolding)
  }

  @Test("A clone of both nodes swings separately, a clone of one on the same other node")
  func clones() throws {
    let pair = Node(name: "pair")
    let f = DoorFixture(.ballSocket(), gravity: Vector3(0, -9.8, 0))
    let scene = f.scene
    pair.addChildNode(f.post)
    pair.addChildNode(f.door)
    scene.rootNode.addChildNode(pair)
    for _ in 0..<20 { scene.step() }
    let twin = pair.clone()
    twin.position.z = 5
    scene.rootNode.addChildNode(twin)
    let (post, door) = (twin.childNodes[0], twin.childNodes[1])
    #expect(door.joints.first !== f.joint)
    for _ in 0..<60 { scene.step() }
    #expect(door.joints.first?.bodyB === post.physicsBody)
    #expect(door.joints.first.map { $0.isHolding && $0.gap < 0.01 } == true)
    // It continues from the pose of the original and hangs on the same corner.
    let corner = door.convertPosition(Vector3(-0.55, 0, 0), to: nil)
    #expect((corner - Vector3(0.05, 0, 5)).length < 0.02)

    let third = f.door.clone()
    pair.addChildNode(third)
    third.position.z = 3
    for _ in 0..<60 { scene.step() }
    #expect(third.joints.first?.bodyB === f.post.physicsBody)
    #expect(third.joints.first.map { $0.isHolding && $0.gap < 0.01 } == true)
    #expect(third.convertPosition(Vector3(-0.55, 0, 0), to: nil).z > 2.9, "held where it was put")
  }

  @Test("A restored scene continues identically, with broken and waiting joints")
  func snapshots() throws {
    let f = DoorFixture(.hinge(), gravity: Vector3(1, -9.8, 2))
    let bob = Node(name: "bob", geometry: .sphere(radius: 0.2))
    bob.physicsBody = .dynamic()
    bob.position = Vector3(2, 0, 0)
    let rod = PhysicsJoint(JointState())
    rod.kind = .distance(DistanceJoint())
    rod.state.bodyB = NodeReference(f.door)
    bob.joints = [rod]
    f.scene.rootNode.addChildNode(bob)
    try expectSameFuture(f.scene)
    f.door.physicsBody?.isBullet = true
    rod.breakingForce = 1
    try expectSameFuture(f.scene)
    #expect(rod.isBroken)
    f.post.removeFromParentNode()
    f.step(1)
    try expectSameFuture(f.scene)
  }

  @Test("A snapshot restores into the same scene and the same joints")
  func restoring() throws {
    let f = DoorFixture(.hinge(), gravity: Vector3(1, -9.8, 2))
    f.step(20)
    let buffer = StateBuffer()
    buffer.fill { f.scene.save(into: &$0) }
    let hash = f.scene.hash
    f.joint.breakingForce = 1e-3
    f.step(20)
    #expect(f.joint.isBroken)
    let joint = f.door.joints.first
    f.door.joints.append(PhysicsJoint(JointState()))
    var source = StateSource(buffer.bytes)
    try f.scene.load(from: &source)
    #expect(f.scene.hash == hash && f.door.joints.count == 1 && f.door.joints.first === joint)
    #expect(!f.joint.isBroken && f.joint.isHolding)
    f.step(20)
    #expect(f.joint.gap < 1e-3)
  }

  @Test("A joint that cannot be simulated is reported and does nothing")
  func refused() {
    let f = DoorFixture(.hinge())
    f.joint.anchorA = Vector3(.nan, 0, 0)
    f.step(2)
    #expect(f.scene.problems.count == 1)
    #expect(f.door.position.isFinite)
    f.joint.anchorA = Vector3(-0.55, 0, 0)
    f.joint.axisA = .zero
    f.step(2)
    f.joint.axisA = .unitY
    f.step(2)
    #expect(f.joint.isHolding)
    let lone = PhysicsJoint(JointState())
    f.post.joints = [lone]
    f.step(2)
    #expect(!lone.isHolding, "static to the world: nothing to hold")
    lone.state.bodyB = NodeReference(f.post)
    f.step(2)
    #expect(!lone.isHolding)
  }
}
