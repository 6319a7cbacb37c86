import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

/// Symptom: an invisible bar hit the bodies in its path, while its node stood still.
///
/// Cause: a kinematic body with a velocity moved in the simulation, but only dynamic bodies wrote
/// their transforms to their nodes.
@Suite("Regression: the velocity of a kinematic body moves its node")
struct KinematicVelocity {
  private let scene = Scene()
  private let bar = Node(name: "bar", geometry: .box(width: 1, height: 1, length: 1))

  init() {
    scene.physicsWorld.gravity = .zero
    bar.physicsBody = .kinematic()
  }

  private func add(below parent: Node? = nil, _ velocity: Vector3, _ angular: Vector3 = .zero) {
    bar.physicsBody?.velocity = velocity
    bar.physicsBody?.angularVelocity = angular
    (parent ?? scene.rootNode).addChildNode(bar)
  }

  private func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }

  private var live: Body? {
    bar.physicsBody?.handle.flatMap { scene.physicsWorld.simulation.body($0) }
  }

  /// Expects the body to be where the node is presented.
  private func expectTogether(
    _ tolerance: Float = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let body = try #require(live, sourceLocation: sourceLocation)
    let gap = (body.position - bar.presentation.worldPosition).length
    #expect(gap <= tolerance, sourceLocation: sourceLocation)
    let turn = body.orientation.angle(to: bar.presentation.worldOrientation)
    #expect(turn <= 1e-3, sourceLocation: sourceLocation)
  }

  @Test("It moves by velocity × time and rotates by angular velocity × time, with its body")
  func moves() throws {
    add(Vector3(1.5, 0, -3), Vector3(0, 1, 0))
    for tick in 1...120 {
      scene.step()
      try expectTogether()
      let time = Float(tick) / 60
      #expect(isNear(bar.position, Vector3(1.5 * time, 0, -3 * time), 1e-4))
      let turn = Quaternion(axis: .unitY, angle: time)
      #expect(bar.orientation.angle(to: turn) < 1e-3)
    }
    #expect(live?.velocity == Vector3(1.5, 0, -3) && live?.angularVelocity == .unitY)
  }

  @Test("It hits what it visibly meets, with its velocity")
  func strikes() throws {
    let ball = Node(geometry: .sphere(radius: 0.5))
    ball.position = Vector3(2, 0, 0)
    ball.physicsBody = .dynamic()
    ball.physicsBody?.restitution = 0
    ball.physicsBody?.damping = 0
    scene.rootNode.addChildNode(ball)
    add(Vector3(2, 0, 0))
    step(90)
    #expect(abs((ball.physicsBody?.velocity.x ?? 0) - 2) < 0.02)
    #expect(abs(ball.position.x - bar.position.x - 1) < 0.02)
  }

  @Test("Speed scales its time, and pausing stops it")
  func speeds() {
    scene.physicsWorld.speed = 2
    add(.unitX)
    step(30)
    #expect(abs(bar.position.x - 1) < 1e-5)
    scene.physicsWorld.speed = 0
    step(30)
    #expect(abs(bar.position.x - 1) < 1e-5)
  }

  @Test("Under moved, rotated and scaled parents it moves along the axes of the world")
  func nests() throws {
    let (outer, inner) = (Node(), Node())
    outer.position = Vector3(3, 4, 5)
    outer.eulerAngles = Vector3(0.3, 0.7, -0.4)
    outer.scale = Vector3(2, 2, 2)
    inner.position = Vector3(-1, 0, 2)
    inner.eulerAngles = Vector3(-0.5, 0, 1.1)
    scene.rootNode.addChildNode(outer)
    outer.addChildNode(inner)
    bar.position = Vector3(0.5, 0.25, 0)
    add(below: inner, Vector3(1, -2, 0.5), Vector3(0, 0, 2))
    let (start, facing) = (bar.worldPosition, bar.worldOrientation)
    step(60)
    #expect(isNear(bar.worldPosition, start + Vector3(1, -2, 0.5), 1e-4))
    let turned = Quaternion(axis: .unitZ, angle: 2) * facing
    #expect(bar.worldOrientation.angle(to: turned) < 2e-3)
    try expectTogether(1e-5)
  }

  @Test("Moves of a parent add to its velocity")
  func rides() throws {
    let ship = Node()
    scene.rootNode.addChildNode(ship)
    add(below: ship, Vector3(0, 1, 0))
    for tick in 1...60 {
      ship.position.x = Float(tick) / 20
      scene.step()
      try expectTogether(1e-5)
    }
    #expect(isNear(bar.worldPosition, Vector3(3, 1, 0), 1e-4))
    #expect(isNear(live?.velocity ?? .zero, Vector3(3, 1, 0), 1e-3))
  }

  @Test("A position that code sets is the target of that tick, and the velocity continues there")
  func isSet() throws {
    add(.unitX)
    step(60)
    bar.position = Vector3(0, 2, 0)
    step(1)
    #expect(bar.position == Vector3(0, 2, 0))
    try expectTogether()
    step(60)
    #expect(isNear(bar.position, Vector3(1, 2, 0), 1e-4))
    try expectTogether()
  }

  @Test("An action moves it while it runs, and the velocity continues afterwards")
  func acts() throws {
    add(.unitX)
    bar.runAction(.move(to: Vector3(0, 0, 5), duration: 0.5))
    step(30)
    #expect(isNear(bar.position, Vector3(0, 0, 5), 1e-5))
    step(60)
    #expect(isNear(bar.position, Vector3(1, 0, 5), 1e-4))
    try expectTogether()
  }

  @Test("A teleported body continues from there in the same tick")
  func jumps() throws {
    add(.unitX)
    step(60)
    bar.position = Vector3(-10, 0, 0)
    bar.physicsBody?.resetTransform()
    step(60)
    #expect(isNear(bar.position, Vector3(-9, 0, 0), 1e-4))
    try expectTogether()
  }

  @Test("A constraint lies on top: the body is where the node is presented")
  func isConstrained() throws {
    let target = Node()
    target.position = Vector3(0, 7, 0)
    scene.rootNode.addChildNode(target)
    bar.constraints = [.replicator(target)]
    add(.unitX)
    step(60)
    #expect(isNear(bar.position, .unitX, 1e-4))
    #expect(bar.presentation.worldPosition == Vector3(0, 7, 0))
    try expectTogether(1e-5)
    bar.constraints = []
    step(60)
    #expect(isNear(bar.position, Vector3(2, 0, 0), 1e-4))
    try expectTogether()
  }

  @Test("A hidden node stands still, and continues when it is shown")
  func hides() throws {
    add(.unitX)
    step(30)
    bar.isHidden = true
    step(30)
    bar.isHidden = false
    step(30)
    #expect(abs(bar.position.x - 1) < 1e-4)
    try expectTogether()
  }

  @Test("It stops when its velocity is set to zero")
  func stops() throws {
    add(.unitX, .unitY)
    step(30)
    bar.physicsBody?.velocity = .zero
    bar.physicsBody?.angularVelocity = .zero
    let (position, orientation) = (bar.position, bar.orientation)
    step(30)
    #expect(bar.position == position && bar.orientation == orientation)
    try expectTogether()
  }

  @Test("A fast spin keeps its direction")
  func spins() {
    // 3.3 radians in a tick: the shorter way is the opposite one.
    add(.zero, Vector3(0, 200, 0))
    step(3)
    #expect(live?.angularVelocity == Vector3(0, 200, 0))
    #expect(bar.orientation.angle(to: Quaternion(axis: .unitY, angle: 10)) < 1e-3)
  }

  @Test("A dynamic body that becomes kinematic stops")
  func becomesKinematic() throws {
    bar.physicsBody = .dynamic()
    add(.unitX)
    step(10)
    bar.physicsBody?.type = .kinematic
    let position = bar.position
    step(10)
    #expect(bar.position == position && bar.physicsBody?.velocity == .zero)
    try expectTogether()
    bar.physicsBody?.type = .dynamic
    bar.physicsBody?.velocity = .unitX
    step(1)
    var state = try #require(bar.physicsBody?.state)
    state.type = .kinematic
    bar.physicsBody?.state = state
    step(10)
    #expect(bar.physicsBody?.velocity == .zero)
    state.velocity = Vector3(0, 1, 0)
    bar.physicsBody?.state = state
    let start = bar.position
    step(60)
    #expect(isNear(bar.position, start + .unitY, 1e-4))
  }

  @Test("The description of a body that its node moves has no velocity")
  func describes() {
    add(.zero)
    scene.step()
    bar.position.x = 1
    scene.step()
    #expect(bar.physicsBody?.velocity.x ?? 0 > 50)
    #expect(bar.physicsBody?.state.velocity == .zero)
    bar.removeFromParentNode()
    scene.rootNode.addChildNode(bar)
    step(10)
    #expect(bar.position == .unitX)
  }

  @Test("A restored scene continues identically")
  func isRestored() throws {
    let ship = Node()
    ship.scale = Vector3(2, 2, 2)
    scene.rootNode.addChildNode(ship)
    add(below: ship, Vector3(1, 0, 0.5), Vector3(0, 3, 0))
    let ball = Node(geometry: .sphere(radius: 0.5))
    ball.position = Vector3(1.8, 0, 0)
    ball.physicsBody = .dynamic()
    scene.rootNode.addChildNode(ball)
    try expectSameFuture(scene)
    bar.position.y = 0.2
    try expectSameFuture(scene)
    bar.physicsBody?.velocity = Vector3(0, 1, 0)
    try expectSameFuture(scene)
    bar.position.y = 0.1
    bar.physicsBody?.resetTransform()
    try expectSameFuture(scene)
  }

  @Test("It does not leave the world")
  func isBounded() throws {
    bar.position = Vector3(9_999_990, 0, 0)
    add(Vector3(1e4, 0, 0))
    step(10)
    #expect(bar.position.x <= 1e7 && scene.problems.isEmpty)
    try expectTogether(1)
  }
}
