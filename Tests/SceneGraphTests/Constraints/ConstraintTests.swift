import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

@Suite("Constraints")
struct ConstraintTests {
  let scene = Scene()
  let target = Node(name: "target")
  let node = Node(name: "node")

  init() {
    scene.rootNode.addChildNode(target)
    scene.rootNode.addChildNode(node)
  }

  @Test(
    "Following shrinks the distance by e^(−rate·t), for any duration of a tick",
    arguments: [
      1.0 / 240, 1.0 / 60, 1.0 / 10,
    ])
  func follows(_ timeStep: Double) {
    scene.physicsWorld.timeStep = timeStep
    target.position = Vector3(10, -20, 30)
    node.constraints = [.follow(target, offset: Vector3(0, 5, 0), rate: 0.6)]
    for _ in 0..<Int((2 / timeStep).rounded()) { scene.step() }
    // e^(−0.6·2) = 0.301194
    let goal = Vector3(10, -15, 30)
    #expect(isNear(node.presentation.position, goal * (1 - 0.301194), 1e-3))
    #expect(node.position == .zero)
  }

  @Test("Following treats each axis separately")
  func followsByAxis() {
    target.position = Vector3(1, 1, 1)
    var follow = FollowConstraint()
    follow.target = NodeReference(target)
    follow.rate = 1
    follow.axes = Vector3(1, 0, 2)
    node.constraints = [.follow(follow)]
    for _ in 0..<60 { scene.step() }
    #expect(isNear(node.presentation.position, Vector3(1 - 0.367879, 0, 1 - 0.135335), 1e-4))
  }

  @Test("Following restarts where code puts the node")
  func followsFromNewPlace() {
    target.position = Vector3(10, 0, 0)
    node.constraints = [.follow(target, rate: 1)]
    for _ in 0..<60 { scene.step() }
    node.position = Vector3(10, 0, 0)
    scene.step()
    #expect(isNear(node.presentation.position, Vector3(10, 0, 0)))
  }

  @Test("Following works in the world, under a moved and rotated parent")
  func followsInWorld() {
    let parent = Node()
    parent.position = Vector3(5, 5, 5)
    parent.eulerAngles = Vector3(0.3, 0.4, 0.5)
    parent.scale = Vector3(2, 2, 2)
    scene.rootNode.addChildNode(parent)
    parent.addChildNode(node)
    node.constraints = [.follow(target, rate: 1_000)]
    target.position = Vector3(1, 2, 3)
    scene.step()
    #expect(isNear(node.presentation.worldPosition, Vector3(1, 2, 3), 1e-4))
    #expect(isNear(node.presentation.worldTransform.translation, Vector3(1, 2, 3), 1e-4))
  }

  @Test("With gimbal lock there is no roll; without it the roll of the node is kept")
  func keepsRoll() {
    node.position = Vector3(3, 4, 5)
    node.eulerAngles = Vector3(0, 0, 0.5)
    node.constraints = [.lookAt(target, gimbalLock: true)]
    scene.step()
    #expect(abs(node.presentation.worldOrientation.rotate(.unitX).y) < 1e-5)
    node.constraints = [.lookAt(target)]
    node.constraints[0].isIncremental = false
    scene.step()
    #expect(abs(node.presentation.worldOrientation.rotate(.unitX).y) > 0.1)
  }

  @Test("The offset to look at is in the target's space, and the front may be another axis")
  func looksAtOffset() {
    target.eulerAngles = Vector3(0, .pi / 2, 0)
    var look = LookAtConstraint()
    look.target = NodeReference(target)
    look.targetOffset = Vector3(0, 0, 2)
    look.localFront = .unitX
    look.isGimbalLockEnabled = true
    node.position = Vector3(0, 0, 5)
    node.constraints = [.lookAt(look)]
    scene.step()
    let way = (Vector3(2, 0, 0) - node.position).normalized(or: .zero)
    #expect(isNear(node.presentation.orientation.rotate(.unitX), way, 1e-4))
  }

  @Test("Constraints apply in order, and a later node uses the result of an earlier one")
  func appliesInOrder() {
    let light = Node()
    scene.rootNode.addChildNode(light)
    target.position = Vector3(4, 0, 0)
    node.constraints = [.follow(target, rate: 1)]
    light.constraints = [
      .replicator(ReplicatorConstraint(position: node, offset: Vector3(0, 1, 0))), .lookAt(target),
    ]
    for _ in 0..<60 { scene.step() }
    let place = node.presentation.position
    #expect(place.x > 1)
    #expect(light.presentation.position == place + .unitY)
    let way = (target.position - light.presentation.position).normalized(or: .zero)
    #expect(isNear(light.presentation.worldFront, way, 1e-4))
  }

  @Test("Influence applies a fraction; a disabled constraint has no effect")
  func hasInfluence() {
    target.position = Vector3(4, 0, 0)
    var copy = ReplicatorConstraint(position: target)
    copy.influenceFactor = 0.25
    node.constraints = [.replicator(copy)]
    scene.step()
    #expect(node.presentation.position == Vector3(1, 0, 0))
    copy.isEnabled = false
    node.constraints = [.replicator(copy)]
    scene.step()
    #expect(node.presentation.position == .zero)
  }

  @Test("A constraint may refer to its own node or a descendant")
  func mindsItself() {
    let child = Node()
    child.position = .unitX
    node.addChildNode(child)
    node.constraints = [
      .follow(node, offset: .unitX, rate: 1), .lookAt(node), .lookAt(child),
      .follow(child, rate: 1),
      .replicator(ReplicatorConstraint(position: node)),
    ]
    for _ in 0..<60 { scene.step() }
    #expect(node.presentation.position.isFinite && node.presentation.orientation.isFinite)
  }

  @Test("A constraint without its target has no effect")
  func survivesMissingTarget() {
    target.position = Vector3(4, 0, 0)
    node.constraints = [.replicator(ReplicatorConstraint(position: target))]
    scene.step()
    target.removeFromParentNode()
    scene.step()
    #expect(node.presentation.position == .zero)
  }

  @Test("A target may enter the scene after the constraint was created")
  func settlesLater() {
    let late = Node()
    late.position = .unitX
    node.constraints = [.replicator(ReplicatorConstraint(position: late))]
    scene.step()
    #expect(node.presentation.position == .zero)
    scene.rootNode.addChildNode(late)
    scene.step()
    #expect(node.presentation.position == .unitX)
  }

  @Test("A kinematic body follows the constrained presentation of its node")
  func movesBodies() {
    node.geometry = .box()
    node.physicsBody = .kinematic()
    node.constraints = [.replicator(ReplicatorConstraint(position: target))]
    scene.step()
    target.position = Vector3(0, 9, 0)
    scene.step()
    scene.step()
    let handles = scene.physicsWorld.simulation.handles
    #expect(handles.count == 1)
    #expect(
      handles.first.flatMap { scene.physicsWorld.simulation.body($0) }?.position
        == Vector3(0, 9, 0))
  }
}
