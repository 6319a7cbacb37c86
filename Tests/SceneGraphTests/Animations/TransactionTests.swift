import CaromMaths
import CaromSceneGraph
import Testing

@Suite("Transactions")
struct TransactionTests {
  let scene = Scene()
  let node = Node(name: "node")

  init() {
    scene.rootNode.addChildNode(node)
    scene.functions["done"] = { $0.name = ($0.name ?? "") + "!" }
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }

  /// Moves the node in the first callback of a tick.
  private final class Mover: SceneDelegate {
    let node: Node
    init(_ node: Node) { self.node = node }
    func update(_ scene: Scene) { node.position.x += 1 }
  }

  @Test("Semantics 23: a change takes 0.25 s inside of a transaction and no time outside")
  func defaults() {
    node.position = .unitX
    #expect(node.presentation.position == .unitX)
    scene.transaction { node.position = Vector3(3, 0, 0) }
    #expect(node.position == Vector3(3, 0, 0))
    #expect(node.presentation.position == .unitX)
    step(3)
    #expect(isNear(node.presentation.position, Vector3(1 + 2 * 0.2, 0, 0)))
    step(11)
    #expect(node.presentation.position.x < 3)
    step(1)
    #expect(node.presentation.position == Vector3(3, 0, 0))
  }

  @Test("Semantics 23: changes in the callbacks of a delegate are not animated")
  func callbacks() {
    scene.transaction(animationDuration: 10) {
      node.position.y = 5
      scene.step(Mover(node))
      #expect(node.presentation.position.x == 1)
      #expect(node.presentation.position.y < 0.1)
    }
    scene.step(Mover(node))
    #expect(node.presentation.position.x == 2)
    #expect(node.presentation.position.y < 0.1)
  }

  @Test("Parity 1.8: the life light of a game fades in within a second")
  func materials() {
    let material = Material()
    material.emission.intensity = 0.2
    node.geometry = .sphere(radius: 1)
    node.geometry?.materials = [material]
    scene.transaction(animationDuration: 1, completion: "done") { material.emission.intensity = 1 }
    #expect(material.emission.intensity == 1)
    #expect(material.presentation.emission.intensity == 0.2)
    step(30)
    #expect(abs(material.presentation.emission.intensity - 0.6) < 1e-5)
    #expect(scene.rootNode.name == nil)
    step(30)
    #expect(material.presentation === material)
    #expect(scene.rootNode.name == "!")
  }

  @Test(
    "Parity 1.8: rotation, scale, opacity, lights and cameras go along, by the timing asked for")
  func allKinds() {
    node.light = Light()
    node.camera = Camera()
    scene.transaction(animationDuration: 1, timing: .easeIn) {
      node.eulerAngles = Vector3(0, 4 * .pi, 0)
      node.scale = Vector3(3, 3, 3)
      node.opacity = 0
      node.light?.intensity = 0
      node.light?.color = .black
      node.camera?.zFar = 200
    }
    step(30)
    let shown = node.presentation
    #expect(shown.orientation.angle(to: Quaternion(axis: .unitY, angle: .pi)) < 1e-3)
    #expect(isNear(shown.scale, Vector3(1.5, 1.5, 1.5)))
    #expect(abs(shown.opacity - 0.75) < 1e-5)
    #expect(abs((shown.light?.intensity ?? 0) - 750) < 0.01)
    #expect(abs((shown.light?.color.red ?? 0) - 0.75) < 1e-4)
    #expect(abs((shown.camera?.zFar ?? 0) - 125) < 0.01)
    step(30)
    #expect(node.presentation.opacity == 0 && node.presentation.camera?.zFar == 200)
  }

  @Test("Parity 1.8: transactions nest, each with its own settings")
  func nests() {
    let other = Node()
    scene.rootNode.addChildNode(other)
    scene.transaction(animationDuration: 1) {
      node.position.x = 1
      scene.transaction(animationDuration: 0.5) { other.position.x = 1 }
      scene.transaction(disableActions: true) { other.position.y = 1 }
      node.position.y = 1
    }
    step(1)
    #expect(isNear(other.presentation.position, Vector3(1 / 30, 1, 0)))
    step(14)
    #expect(isNear(node.presentation.position, Vector3(0.25, 0.25, 0)))
    #expect(isNear(other.presentation.position, Vector3(0.5, 1, 0)))
  }

  @Test("A second transaction starts from the presentation, and the first one ends")
  func interrupts() {
    scene.transaction(animationDuration: 1) { node.position.x = 2 }
    step(30)
    scene.transaction(animationDuration: 1) { node.position.x = 0 }
    #expect(isNear(node.presentation.position, .unitX))
    step(30)
    #expect(isNear(node.presentation.position, Vector3(0.5, 0, 0)))
    try? expectSameFuture(scene)
  }

  @Test("A value set meanwhile outside of a transaction becomes the target of the transition")
  func followsTheModel() {
    scene.transaction(animationDuration: 1) { node.position.x = 2 }
    step(30)
    node.position.x = 4
    step(29)
    #expect(node.presentation.position.x > 3.8)
    step(1)
    #expect(node.presentation.position.x == 4)
  }
}
