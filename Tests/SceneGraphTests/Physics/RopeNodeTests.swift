import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Ropes of nodes")
struct RopeNodeTests {
  @Test("A rope of nodes holds a weight, is cloned with its joints, and restores bit by bit")
  func holds() throws {
    func scene() -> (Scene, Node, Node) {
      let scene = Scene()
      let weight = Node(name: "weight", geometry: .sphere(radius: 0.3))
      weight.position = Vector3(0, 2, 0)
      weight.physicsBody = .dynamic()
      weight.physicsBody?.mass = 20
      scene.rootNode.addChildNode(weight)
      let definition = RopeDefinition(from: Vector3(0, 6, 0), to: Vector3(0, 2.3, 0))
      let rope = Node.rope(definition, endBody: weight.physicsBody)
      scene.rootNode.addChildNode(rope)
      return (scene, weight, rope)
    }
    let (first, weight, rope) = scene()
    #expect(rope.childNodes.count == 12)
    for _ in 0..<120 { first.step() }
    #expect(first.problems.isEmpty)
    #expect(abs(weight.position.y - 2) < 0.01)
    let force = rope.childNodes.first?.joints.first?.force.length ?? 0
    #expect(abs(force - 21 * 9.8) < 1)
    let buffer = StateBuffer()
    buffer.fill { first.save(into: &$0) }
    let (second, _, _) = scene()
    second.step()
    var source = StateSource(buffer.bytes)
    try second.load(from: &source)
    for _ in 0..<60 {
      first.step()
      second.step()
    }
    #expect(first.hash == second.hash)
  }
}
