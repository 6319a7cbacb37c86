import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Force fields of nodes")
struct PhysicsFieldTests {
  /// A ball without weight at a place, and a node with a field at the origin.
  static func scene(_ field: PhysicsField, ballAt place: Vector3) -> (Scene, Node, Node) {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.1))
    ball.physicsBody = .dynamic()
    ball.physicsBody?.damping = 0
    ball.position = place
    scene.rootNode.addChildNode(ball)
    let node = Node(name: "field")
    node.physicsField = field
    scene.rootNode.addChildNode(node)
    return (scene, ball, node)
  }

  static func step(_ scene: Scene, _ ticks: Int) { for _ in 0..<ticks { scene.step() } }

  @Test("Parity: defaults of fields are SceneKit's")
  func defaults() {
    let f = PhysicsField(.drag)
    #expect(f.strength == 1 && f.falloffExponent == 0 && f.minimumDistance == 1e-6)
    #expect(f.isActive && !f.isExclusive && f.halfExtent == nil && !f.usesEllipsoidalExtent)
    #expect(f.scope == .insideExtent && f.offset == .zero && f.direction == Vector3(0, -1, 0))
    #expect(f.categoryBitMask == .max)
  }

  @Test("Each kind has its effect on a ball within a second")
  func kinds() {
    func after(_ field: PhysicsField, _ place: Vector3, _ velocity: Vector3 = .zero) -> Vector3 {
      let (scene, ball, _) = Self.scene(field, ballAt: place)
      ball.physicsBody?.velocity = velocity
      Self.step(scene, 60)
      return ball.physicsBody?.velocity ?? .zero
    }
    #expect((after(.linearGravity(), .zero) - Vector3(0, -1, 0)).length < 1e-3)
    #expect((after(.radialGravity(), Vector3(9, 0, 0)) - Vector3(-1, 0, 0)).length < 1e-2)
    #expect(abs(after(.drag(), .zero, Vector3(1, 0, 0)).x - 0.36788) < 1e-3)
    #expect(abs(after(.spring(), Vector3(1, 0, 0)).x + 0.84147) < 1e-2)
    // Round −Y by the right-hand rule: from +X towards +Z.
    #expect(after(.vortex(), Vector3(9, 0, 0)).z > 0.9)
    #expect(after(.noiseField(smoothness: 0.5, animationSpeed: 1), Vector3(1, 0.3, 0.2)).length > 0)
    #expect(
      after(.turbulenceField(smoothness: 0.5, animationSpeed: 1), Vector3(1, 0.3, 0)) == .zero)
  }

  @Test("A field moves, rotates and scales with the presentation of its node")
  func followsNode() {
    var field = PhysicsField.linearGravity()
    field.halfExtent = Vector3.one
    let (scene, ball, node) = Self.scene(field, ballAt: Vector3(5, 0, 0))
    Self.step(scene, 10)
    #expect(ball.physicsBody?.velocity == .zero, "out of reach")
    node.scale = Vector3(6, 1, 1)
    node.orientation = Quaternion(axis: .unitX, angle: .pi / 2)
    Self.step(scene, 60)
    // Down turned by a right angle about X is −Z.
    #expect((ball.physicsBody?.velocity.z ?? 0) < -0.9)
    let speed = ball.physicsBody?.velocity ?? .zero
    node.position.y = 50
    Self.step(scene, 10)
    #expect(ball.physicsBody?.velocity == speed)
  }

  @Test("Extent, scope, mask, offset and activity select the affected bodies")
  func reach() {
    func moves(_ change: (inout PhysicsField) -> Void, at place: Vector3) -> Bool {
      var field = PhysicsField.linearGravity()
      field.halfExtent = Vector3(repeating: 1)
      change(&field)
      let (scene, ball, _) = Self.scene(field, ballAt: place)
      Self.step(scene, 5)
      return ball.physicsBody?.velocity != .zero
    }
    let corner = Vector3(0.9, 0.9, 0.9)
    #expect(moves({ _ in }, at: corner))
    #expect(!moves({ $0.usesEllipsoidalExtent = true }, at: corner))
    #expect(!moves({ $0.scope = .outsideExtent }, at: corner))
    #expect(moves({ $0.scope = .outsideExtent }, at: corner * 2))
    #expect(!moves({ $0.categoryBitMask = 2 }, at: corner))
    #expect(!moves({ $0.isActive = false }, at: corner))
    #expect(!moves({ $0.offset = Vector3(0, 5, 0) }, at: corner))
    #expect(moves({ $0.offset = Vector3(0, 5, 0) }, at: corner + Vector3(0, 5, 0)))
  }

  @Test("An exclusive field excludes overlapping fields")
  func exclusive() {
    let (scene, ball, node) = Self.scene(.linearGravity(), ballAt: .zero)
    let other = Node()
    other.physicsField = .linearGravity()
    other.physicsField?.direction = .unitX
    scene.rootNode.addChildNode(other)
    Self.step(scene, 1)
    let both = ball.physicsBody?.velocity ?? .zero
    #expect(both.x > 0 && both.y < 0)
    node.physicsField?.isExclusive = true
    Self.step(scene, 1)
    #expect(ball.physicsBody?.velocity.x == both.x)
  }

  @Test("A hidden, removed or replaced field stops acting immediately")
  func stops() {
    let (scene, ball, node) = Self.scene(.linearGravity(), ballAt: .zero)
    func gain() -> Float {
      ball.physicsBody?.velocity = .zero
      Self.step(scene, 6)
      return ball.physicsBody?.velocity.length ?? 0
    }
    #expect(gain() > 0)
    node.isHidden = true
    #expect(gain() == 0)
    node.isHidden = false
    #expect(gain() > 0)
    node.removeFromParentNode()
    #expect(gain() == 0)
    scene.rootNode.addChildNode(node)
    #expect(gain() > 0)
    node.physicsField = nil
    #expect(gain() == 0)
    #expect(scene.physicsWorld.simulation.fieldHandles.isEmpty)
  }

  @Test("A restored scene continues identically, and clones have fields of their own")
  func state() throws {
    let (scene, _, node) = Self.scene(
      .noiseField(smoothness: 0.3, animationSpeed: 3), ballAt: Vector3(1, 2, 3))
    try expectSameFuture(scene)
    let twin = node.clone()
    scene.rootNode.addChildNode(twin)
    try expectSameFuture(scene)
    #expect(scene.physicsWorld.simulation.fieldHandles.count == 2)
    node.removeFromParentNode()
    try expectSameFuture(scene)
    #expect(scene.physicsWorld.simulation.fieldHandles.count == 1)
  }

  @Test("A field with an invalid number is reported and has no effect")
  func refused() {
    let (scene, ball, node) = Self.scene(.linearGravity(), ballAt: .zero)
    node.physicsField?.strength = .nan
    Self.step(scene, 3)
    #expect(scene.problems.count == 1 && ball.physicsBody?.velocity == .zero)
    node.physicsField?.strength = 2
    node.scale = Vector3(0, 1, 1)
    Self.step(scene, 3)
    #expect(ball.physicsBody?.velocity == .zero)
  }
}
