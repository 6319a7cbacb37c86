import CaromMaths
import CaromPhysics
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Cost of a tick")
struct TickCostTests {
  /// A court of a game: 80 static bricks, a ball, two constraints and a few actions.
  static func court() -> (scene: Scene, ball: Node) {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    for i in 0..<80 {
      let brick = Node(name: "brick", geometry: .box(width: 1, height: 0.5, length: 0.5))
      brick.physicsBody = .static()
      brick.position = Vector3(Float(i % 10) - 5, 0, Float(i / 10) * -0.5 - 2)
      scene.rootNode.addChildNode(brick)
      if i < 4 {
        brick.runAction(
          .repeatForever(.sequence([.fadeOpacity(to: 0, duration: 1), .wait(duration: 1)])))
      }
    }
    for x: Float in [-6, 6] {
      let wall = Node(geometry: .box(width: 1, height: 1, length: 30))
      wall.physicsBody = .static()
      wall.position = Vector3(x, 0, 0)
      scene.rootNode.addChildNode(wall)
    }
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.25))
    ball.physicsBody = .dynamic()
    ball.physicsBody?.restitution = 1
    ball.physicsBody?.damping = 0
    ball.physicsBody?.velocity = Vector3(3, 0, 0)
    ball.position = Vector3(0, 0, 3)
    scene.rootNode.addChildNode(ball)
    let camera = Node(name: "camera")
    camera.camera = Camera()
    camera.constraints = [.follow(ball, offset: Vector3(0, 5, 5), rate: 1), .lookAt(ball)]
    scene.rootNode.addChildNode(camera)
    for _ in 0..<35 { camera.addChildNode(Node()) }
    return (scene, ball)
  }

  @Test("A tick of a game's court costs little on top of physics")
  func costsLittle() {
    let (scene, ball) = Self.court()
    for _ in 0..<100 { scene.step() }
    var (whole, physics) = (Duration.seconds(9), Duration.seconds(9))
    for _ in 0..<5 {
      whole = min(whole, cpuTime { for _ in 0..<1_000 { scene.step() } })
      let world = scene.physicsWorld.simulation
      physics = min(physics, cpuTime { for _ in 0..<1_000 { world.step(1.0 / 60) } })
    }
    print("a tick \(whole / 1_000), physics alone \(physics / 1_000)")
    #expect(abs(ball.position.x) < 6)
    #if !DEBUG
      // Three times the target, for machines under load.
      #expect(whole - physics < .microseconds(45) * 1_000)
    #endif
  }

  @Test("Ten thousand animated nodes and their world transforms cost little")
  func manyNodes() {
    let scene = Scene()
    var nodes: [Node] = []
    for _ in 0..<100 {
      let group = Node()
      scene.rootNode.addChildNode(group)
      for _ in 0..<100 {
        let node = Node()
        group.addChildNode(node)
        nodes.append(node)
      }
    }
    var best = Duration.seconds(9)
    var sum: Float = 0
    for round in 0..<5 {
      best = min(
        best,
        cpuTime {
          for node in nodes { node.position = Vector3(Float(round), 1, 2) }
          for node in nodes { sum += node.presentation.worldTransform.w.x }
        })
    }
    print("10,000 nodes moved and placed: \(best)")
    #expect(sum == 10_000 * 10)
    #if !DEBUG
      #expect(best < .milliseconds(6))
    #endif
  }
}
