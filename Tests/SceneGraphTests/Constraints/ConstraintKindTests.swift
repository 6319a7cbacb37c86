import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

@Suite("Kinds of constraints")
struct ConstraintKindTests {
  let scene = Scene()
  let target = Node(name: "target")
  let node = Node(name: "node")

  init() {
    scene.rootNode.addChildNode(target)
    scene.rootNode.addChildNode(node)
  }

  func step(_ ticks: Int = 1) { for _ in 0..<ticks { scene.step() } }

  // MARK: Common properties

  @Test("Defaults are SceneKit's")
  func defaults() {
    let kinds: [Constraint] = [
      .lookAt(LookAtConstraint()), .replicator(ReplicatorConstraint()),
      .transform(TransformConstraint()), .distance(DistanceConstraint()),
      .inverseKinematics(IKConstraint()),
    ]
    for kind in kinds {
      #expect(kind.isEnabled && kind.influenceFactor == 1 && kind.isIncremental)
    }
    #expect(!LookAtConstraint().isGimbalLockEnabled)
    #expect(LookAtConstraint().localFront == Node.localFront)
    #expect(LookAtConstraint().worldUp == .unitY && LookAtConstraint().targetOffset == .zero)
    #expect(DistanceConstraint().minimumDistance == 0)
    #expect(DistanceConstraint().maximumDistance == .greatestFiniteMagnitude)
    #expect(AccelerationConstraint().damping == 0.1)
    #expect(AccelerationConstraint().decelerationDistance == 0)
    #expect(AccelerationConstraint().maximumLinearVelocity == .greatestFiniteMagnitude)
    #expect(BillboardConstraint().freeAxes == .all)
    #expect(SliderConstraint().radius == 1 && SliderConstraint().collisionCategoryBitMask == 0)
    #expect(AvoidOccluderConstraint().occluderCategoryBitMask == 1)
    #expect(AvoidOccluderConstraint().bias == 1e-5)
    #expect(IKJoint().maximumAllowedRotationAngle == .pi)
    #expect(IKConstraint().targetPosition == .zero)
  }

  @Test(
    "An incremental constraint starts from the presentation; another starts from the node every tick"
  )
  func incremental() {
    target.position = Vector3(8, 0, 0)
    var copy = ReplicatorConstraint(position: target)
    copy.influenceFactor = 0.5
    node.constraints = [.replicator(copy)]
    var places: [Float] = []
    for _ in 0..<3 {
      step()
      places.append(node.presentation.position.x)
    }
    #expect(places == [4, 6, 7])
    node.constraints[0].isIncremental = false
    step(3)
    #expect(node.presentation.position.x == 4)
  }

  @Test("An incremental constraint restarts from the node's own position after code moved it")
  func restartsIncremental() {
    target.position = Vector3(8, 0, 0)
    var copy = ReplicatorConstraint(position: target)
    copy.influenceFactor = 0.5
    node.constraints = [.replicator(copy)]
    step(5)
    node.position = Vector3(0, 2, 0)
    step()
    #expect(node.presentation.position == Vector3(4, 1, 0))
  }

  @Test("An incremental constraint on a body starts where physics put it")
  func startsAtBody() {
    let f = Fixture(ballAt: Vector3(0, 40, 0))
    let post = Node()
    post.position = Vector3(0, 100, 0)
    f.scene.rootNode.addChildNode(post)
    f.ball.constraints = [.distance(post, maximum: 65)]
    f.step(5)
    #expect(f.ball.presentation.position == f.ball.position)
    f.step(115)
    #expect(abs(f.ball.presentation.position.y - 35) < 1e-4)
    #expect(f.ball.position.y < 30)
  }

  @Test("Constraint functions may remove nodes, including their own, and change constraints")
  func removesInside() {
    let others = (0..<4).map { Node(name: "\($0)") }
    for other in others {
      scene.rootNode.addChildNode(other)
      other.constraints = [.transform("up")]
    }
    let node = node
    scene.constraintFunctions["up"] = .position { _, p in p + .unitY }
    scene.constraintFunctions["clear"] = .position { n, p in
      others[1].removeFromParentNode()
      others[0].constraints = []
      n.removeFromParentNode()
      return p + .unitX
    }
    node.constraints = [.transform("clear"), .transform("up")]
    step(2)
    #expect(node.scene == nil && node.presentation.position == .zero)
    #expect(others[1].presentation.position == .zero)
    #expect(others[0].presentation.position == .zero)
    #expect(others[2].presentation.position == Vector3(0, 2, 0))
    #expect(others[3].presentation.position == Vector3(0, 2, 0))
  }

  // MARK: Functions

  @Test("A function changes position, rotation or both, in world or parent space")
  func functions() {
    let parent = Node()
    scene.rootNode.addChildNode(parent)
    parent.position = Vector3(10, 0, 0)
    parent.eulerAngles = Vector3(0, .pi / 2, 0)
    parent.addChildNode(node)
    scene.constraintFunctions["right"] = .position { _, p in p + .unitX }
    scene.constraintFunctions["yaw"] = .orientation { _, q in
      (Quaternion(axis: .unitY, angle: .pi / 2) * q).normalized
    }
    scene.constraintFunctions["both"] = .transform { _, m in
      Matrix4(position: .unitY, orientation: Quaternion(axis: .unitX, angle: .pi / 2)) * m
    }
    func show(_ name: String, world: Bool) -> PresentationNode {
      var rule = TransformConstraint()
      rule.function = name
      rule.isInWorldSpace = world
      rule.isIncremental = false
      node.constraints = [.transform(rule)]
      step()
      return node.presentation
    }
    #expect(isNear(show("right", world: true).worldPosition, Vector3(11, 0, 0)))
    #expect(isNear(show("right", world: false).worldPosition, Vector3(10, 0, -1)))
    #expect(isNear(show("yaw", world: true).worldFront, .unitZ))
    #expect(isNear(show("yaw", world: false).worldFront, .unitZ))
    #expect(isNear(show("both", world: true).worldPosition, Vector3(10, 1, 0)))
    #expect(isNear(show("both", world: true).worldFront, -.unitX))
    #expect(isNear(show("both", world: false).worldPosition, Vector3(10, 1, 0)))
    #expect(isNear(show("both", world: false).worldUp, .unitX))
    #expect(show("none", world: true).position == .zero)
    #expect(scene.problems == ["no constraint function is called \"none\""])
  }

  // MARK: Distance

  @Test("A distance constraint pulls like a rope and pushes away")
  func distance() {
    target.position = Vector3(10, 0, 0)
    node.constraints = [.distance(target, minimum: 1, maximum: 4)]
    step()
    #expect(isNear(node.presentation.position, Vector3(6, 0, 0)))
    target.position = Vector3(7, 0, 0)
    step()
    #expect(isNear(node.presentation.position, Vector3(6, 0, 0)))
    target.position = Vector3(6.5, 0, 0)
    step()
    #expect(isNear(node.presentation.position, Vector3(5.5, 0, 0)))
    target.position = node.presentation.position
    step()
    #expect(isNear(node.presentation.position, Vector3(5.5, 0, 1)))
  }

  // MARK: Replicator

  @Test("A replicator copies position, rotation and scale, with offsets")
  func replicates() {
    target.position = Vector3(1, 2, 3)
    target.eulerAngles = Vector3(0, .pi / 2, 0)
    target.scale = Vector3(2, 2, 2)
    var copy = ReplicatorConstraint()
    copy.target = NodeReference(target)
    copy.positionOffset = .unitY
    copy.orientationOffset = Quaternion(axis: .unitX, angle: .pi / 2)
    copy.scaleOffset = Vector3(1, 3, 1)
    node.constraints = [.replicator(copy)]
    step()
    let shown = node.presentation
    #expect(shown.position == Vector3(1, 3, 3) && isNear(shown.scale, Vector3(2, 6, 2)))
    #expect(isNear(shown.worldFront, .unitY))
    #expect(isNear(shown.worldRight, -.unitZ))
  }

  // MARK: Acceleration

  @Test("Speed and acceleration stay within limits, and the goal is reached without overshoot")
  func accelerates() {
    target.position = Vector3(20, 0, 0)
    var rule = AccelerationConstraint()
    rule.maximumLinearAcceleration = 10
    rule.maximumLinearVelocity = 6
    rule.damping = 0
    node.constraints = [
      .replicator(ReplicatorConstraint(position: target)), .acceleration(rule),
    ]
    var (last, speed, fastest) = (Float(0), Float(0), Float(0))
    for _ in 0..<300 {
      step()
      let x = node.presentation.position.x
      let new = (x - last) * 60
      #expect(abs(new - speed) <= 10.1 / 60 + 1e-3)
      #expect(x <= 20.01)
      (last, speed, fastest) = (x, new, max(fastest, new))
    }
    #expect(fastest > 5.9 && fastest < 6.01)
    #expect(abs(last - 20) < 1e-2 && abs(speed) < 1e-2)
  }

  @Test("It slows down within the given distance, and damping reduces the speed")
  func slowsDown() {
    target.position = Vector3(20, 0, 0)
    var rule = AccelerationConstraint()
    rule.maximumLinearVelocity = 6
    rule.decelerationDistance = 6
    rule.damping = 0
    node.constraints = [
      .replicator(ReplicatorConstraint(position: target)), .acceleration(rule),
    ]
    var last: Float = 0
    for _ in 0..<400 {
      step()
      let x = node.presentation.position.x
      if x > 14.2 { #expect((x - last) * 60 <= (20 - last) + 0.01) }
      last = x
    }
    #expect(last > 19.8)
  }

  // MARK: Billboard

  @Test("A billboard has the orientation of the camera, or rotates about the free axes only")
  func billboard() {
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.position = Vector3(5, 5, 5)
    eye.look(at: .zero)
    scene.rootNode.insertChildNode(eye, at: 0)
    node.constraints = [.billboard()]
    step()
    #expect(isNear(node.presentation.worldFront, eye.worldFront))
    #expect(isNear(node.presentation.worldUp, eye.worldUp))
    node.constraints = [.billboard(freeAxes: .y)]
    step()
    #expect(isNear(node.presentation.worldUp, .unitY))
    let flat = Vector3(eye.worldFront.x, 0, eye.worldFront.z).normalized(or: .zero)
    #expect(isNear(node.presentation.worldFront, flat))
    node.constraints = [.billboard(freeAxes: [.x, .y])]
    step()
    #expect(isNear(node.presentation.worldFront, eye.worldFront))
    eye.localRotate(by: Quaternion(axis: .unitZ, angle: 0.4))
    node.eulerAngles = Vector3(0.5, 0.6, 0.7)
    node.constraints = [.billboard(freeAxes: [.x, .y, .z])]
    step()
    #expect(isNear(node.presentation.worldRight, eye.worldRight))
  }

  // MARK: Slider

  @Test("A slider stops at a body of its categories and slides along it")
  func slides() {
    let wall = Node(geometry: .box(width: 1, height: 10, length: 10))
    wall.physicsBody = .static()
    wall.physicsBody?.categoryBitMask = 8
    wall.position = Vector3(5, 0, 0)
    scene.rootNode.addChildNode(wall)
    node.constraints = [
      .replicator(ReplicatorConstraint(position: target)), .slider(radius: 0.5, collidingWith: 8),
    ]
    step()
    for i in 1...60 {
      target.position = Vector3(Float(i) * 0.2, 0, Float(i) * 0.05)
      step()
      #expect(node.presentation.position.x < 4.001)
    }
    #expect(isNear(node.presentation.position, Vector3(4, 0, 3), 1e-2))
    node.constraints = [
      .replicator(ReplicatorConstraint(position: target)), .slider(radius: 0.5, collidingWith: 1),
    ]
    step()
    #expect(isNear(node.presentation.position, target.position))
  }

  // MARK: Avoid occluder

  @Test("A camera moves in front of an occluder, and back when the line of sight is free")
  func avoidsOccluders() {
    let wall = Node(geometry: .box(width: 4, height: 4, length: 1))
    wall.position = Vector3(0, 0, 5)
    target.geometry = .sphere()
    node.geometry = .sphere()
    scene.rootNode.addChildNode(wall)
    node.position = Vector3(0, 0, 10)
    node.constraints = [.avoidOccluder(target)]
    step()
    #expect(isNear(node.presentation.position, Vector3(0, 0, 4.5), 1e-4))
    wall.categoryBitMask = 2
    step()
    #expect(node.presentation.position == Vector3(0, 0, 10))
    wall.categoryBitMask = 3
    wall.isHidden = true
    step()
    #expect(node.presentation.position == Vector3(0, 0, 10))
  }
}
