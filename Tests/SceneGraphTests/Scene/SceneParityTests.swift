import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Scenes and nodes as SceneKit has them")
struct SceneParityTests {
  @Test("Parity rootNode: exists from the start, without name or parent, and is never removed")
  func root() {
    let scene = Scene()
    let root = scene.rootNode
    #expect(root.scene === scene && root.parent == nil && root.name == nil)
    #expect(root.childNodes.isEmpty && root.worldTransform == .identity)
    root.removeFromParentNode()
    #expect(scene.rootNode === root && root.scene === scene)
    #expect(scene.node(withID: root.id) === root && scene.nodeCount == 0)
  }

  @Test("The root of a scene becomes no child of another node")
  func rootOfNobody() async {
    await #expect(processExitsWith: .failure) {
      let scene = Scene()
      Node().addChildNode(scene.rootNode)
      scene.step()
    }
  }

  @Test("Parity physicsWorld: each scene has its own, with SceneKit's gravity and time step")
  func physicsWorld() {
    let (a, b) = (Scene(), Scene())
    #expect(a.physicsWorld !== b.physicsWorld)
    for scene in [a, b] {
      #expect(scene.physicsWorld.gravity == Vector3(0, -9.8, 0))
      #expect(scene.physicsWorld.speed == 1 && scene.physicsWorld.timeStep == 1.0 / 60)
      #expect(scene.physicsWorld.contactDelegate == nil)
      #expect(scene.physicsWorld.allBehaviors.isEmpty)
    }
  }

  @Test("Parity: the surroundings of a scene have SceneKit's defaults")
  func surroundings() {
    let scene = Scene()
    #expect(scene.fogStartDistance == 0 && scene.fogEndDistance == 0)
    #expect(scene.fogDensityExponent == 1 && scene.fogColor == .white)
    #expect(!scene.isPaused && scene.pointOfView == nil)
    #expect(scene.background.contents == .color(.black) && scene.background.intensity == 1)
    #expect(scene.lightingEnvironment == nil)
  }

  @Test("Parity pointOfView: the first node with a camera, unless another one is set")
  func pointOfView() {
    let scene = Scene()
    let (first, second) = (Node(name: "first"), Node(name: "second"))
    for node in [Node(), first, second] { scene.rootNode.addChildNode(node) }
    (first.camera, second.camera) = (Camera(), Camera())
    #expect(scene.pointOfView === first)
    scene.pointOfView = second
    #expect(scene.pointOfView === second)
    second.removeFromParentNode()
    #expect(scene.pointOfView === first)
  }

  @Test("Parity isPaused: actions, animations, particles and physics are paused")
  func paused() {
    let f = Fixture(ballAt: Vector3(0, 9, 0))
    let node = Node(name: "mover")
    node.runAction(.repeatForever(.move(by: .unitX, duration: 1)))
    node.addAnimation(
      Animation("opacity", keyTimes: [0, 1], values: KeyValues([0, 1])), forKey: "fade")
    node.particleSystems = [ParticleSystem()]
    node.particleSystems[0].birthRate = 60
    f.scene.rootNode.addChildNode(node)
    f.step(20)
    let before = f.scene.hash
    let opacity = node.presentation.opacity
    #expect(f.ball.position.y < 9 && node.position.x > 0 && opacity > 0)
    f.scene.isPaused = true
    f.step(20)
    f.scene.isPaused = false
    #expect(f.scene.hash == before)
    #expect(node.presentation.opacity == opacity)
    f.step(1)
    #expect(f.scene.hash != before)
  }

  @Test("Parity: every property of a new node has SceneKit's default")
  func nodeDefaults() {
    let node = Node()
    #expect(node.position == .zero && node.scale == .one && node.eulerAngles == .zero)
    #expect(node.orientation == .identity && node.rotation == Vector4(0, 0, 0, 0))
    #expect(node.transform == .identity && node.pivot == .identity)
    #expect(node.worldPosition == .zero && node.worldOrientation == .identity)
    #expect(Node.localFront == Vector3(0, 0, -1) && Node.localRight == .unitX)
    #expect(Node.localUp == .unitY && node.worldFront == Node.localFront)
    #expect(node.geometry == nil && node.light == nil && node.camera == nil)
    #expect(node.physicsBody == nil && node.physicsField == nil && node.particleSystems.isEmpty)
    #expect(node.constraints.isEmpty && node.childNodes.isEmpty && node.parent == nil)
    #expect(!node.isPaused && !node.isHidden && node.opacity == 1 && node.categoryBitMask == 1)
    #expect(node.morpher == nil && node.skinner == nil && node.animationKeys.isEmpty)
    let shown = node.presentation
    #expect(shown.worldTransform == .identity && shown.opacity == 1)
  }
}
