import CaromMaths
import CaromSceneGraph

/// A scene with a floor and a ball, and helpers to step it.
struct Fixture {
  let scene = Scene()
  let ball: Node

  init(ballAt position: Vector3 = Vector3(0, 5, 0)) {
    let floor = Node(name: "floor", geometry: .floor())
    floor.physicsBody = .static()
    scene.rootNode.addChildNode(floor)
    ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
    ball.physicsBody = .dynamic()
    ball.position = position
    scene.rootNode.addChildNode(ball)
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }
}
