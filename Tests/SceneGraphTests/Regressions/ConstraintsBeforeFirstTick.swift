import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

/// Symptom: the first picture of a scene was black, because its camera, which looks at a node, was
/// not turned to it yet.
///
/// Cause: constraints were only applied at the end of a tick.
@Suite("Regression: constraints are presented before the first tick")
struct ConstraintsBeforeFirstTick {
  private let scene = Scene()
  private let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
  private let eye = Node(name: "eye")

  init() {
    scene.physicsWorld.gravity = .zero
    ball.position = Vector3(3, 2, 5)
    ball.physicsBody = .dynamic()
    ball.physicsBody?.velocity = Vector3(1, 0, 0)
    eye.position = Vector3(0, 1, -4)
    scene.rootNode.addChildNode(ball)
    scene.rootNode.addChildNode(eye)
  }

  private func copy(of scene: Scene) throws -> Scene {
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    let fresh = Scene()
    var source = StateSource(buffer.bytes)
    try fresh.load(from: &source)
    return fresh
  }

  /// Expects that presenting the constraints changes neither the state nor the future.
  private func expectNoEffect(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let other = try copy(of: scene)
    let hash = scene.hash
    scene.updatePresentation()
    scene.updatePresentation()
    #expect(scene.hash == hash, sourceLocation: sourceLocation)
    for tick in 1...20 {
      scene.step()
      other.step()
      scene.updatePresentation()
      #expect(scene.hash == other.hash, "tick \(tick)", sourceLocation: sourceLocation)
    }
  }

  @Test("A camera that looks at a node is presented so before the first tick")
  func looks() throws {
    eye.constraints = [.lookAt(ball)]
    scene.updatePresentation()
    let direction = (ball.position - eye.position).normalized(or: .zero)
    #expect(isNear(eye.presentation.worldFront, direction, 1e-4))
    #expect(isNear(eye.worldFront, Vector3(0, 0, -1)))
    ball.position = Vector3(-3, 2, 5)
    scene.updatePresentation()
    let moved = (ball.position - eye.position).normalized(or: .zero)
    #expect(isNear(eye.presentation.worldFront, moved, 1e-4))
    try expectNoEffect()
  }

  @Test("Constraints that change over time begin at the node's own transform, in the first tick")
  func begins() throws {
    var slow = ReplicatorConstraint()
    slow.target = NodeReference(ball)
    slow.influenceFactor = 0.1
    slow.isIncremental = true
    var brake = AccelerationConstraint()
    brake.maximumLinearAcceleration = 1
    eye.constraints = [
      .follow(ball, rate: 2), .replicator(slow), .acceleration(brake),
      .slider(radius: 0.3, collidingWith: .max), .lookAt(ball),
    ]
    let sign = Node(name: "sign")
    sign.constraints = [.billboard()]
    eye.addChildNode(sign)
    eye.camera = Camera()
    try expectNoEffect()
  }

  @Test("A chain of inverse kinematics is presented, and its nodes return to their own rotations")
  func reaches() throws {
    let (shoulder, elbow, hand) = (Node(), Node(), Node(name: "hand"))
    scene.rootNode.addChildNode(shoulder)
    shoulder.addChildNode(elbow)
    elbow.position = .unitY
    elbow.addChildNode(hand)
    hand.position = .unitY
    let goal = Vector3(1, 0.5, 0.5)
    hand.constraints = [.inverseKinematics(chainRoot: shoulder, target: goal)]
    scene.updatePresentation()
    #expect(hand.presentation.worldPosition.distance(to: goal) < 1e-2)
    hand.constraints = []
    #expect(isNear(hand.presentation.worldPosition, Vector3(0, 2, 0)))
    hand.constraints = [.inverseKinematics(chainRoot: shoulder, target: goal)]
    try expectNoEffect()
  }

  @Test("Bodies below a presented node keep following their ancestors")
  func bodiesFollow() throws {
    let (outer, plate) = (Node(), Node(geometry: .box()))
    scene.rootNode.addChildNode(outer)
    eye.removeFromParentNode()
    outer.addChildNode(eye)
    plate.physicsBody = .kinematic()
    plate.position = .unitX
    eye.addChildNode(plate)
    eye.constraints = [.lookAt(ball)]
    scene.createBodies()
    scene.updatePresentation()
    outer.position = Vector3(0, 3, 0)
    scene.step()
    scene.step()
    let world = scene.physicsWorld.simulation
    let body = try #require(plate.physicsBody?.handle.flatMap { world.body($0) })
    #expect(isNear(body.position, plate.presentation.worldPosition, 0.05))
    try expectNoEffect()
  }

  @Test("A node that is added between two ticks is presented as its constraints require")
  func isAdded() throws {
    scene.step()
    let lamp = Node(name: "lamp")
    lamp.constraints = [.replicator(ball)]
    scene.rootNode.addChildNode(lamp)
    scene.updatePresentation()
    #expect(lamp.presentation.worldPosition == ball.position)
    try expectNoEffect()
  }
}
