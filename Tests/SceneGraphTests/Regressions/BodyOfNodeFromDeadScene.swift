import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: a node that was taken from a scene that is gone never fell in another one.
// Cause: it was still marked as queued in the lists of the scene that died.
@Suite("Regression: the body of a node from a scene that is gone")
struct BodyOfNodeFromDeadScene {
  @Test("It is made in the next scene, and follows moves there")
  func falls() {
    let node = Node(geometry: .sphere())
    node.physicsBody = .dynamic()
    do {
      let first = Scene()
      first.rootNode.addChildNode(node)
      node.position = Vector3(0, 1, 0)
    }
    let second = Scene()
    second.rootNode.addChildNode(node)
    node.position = Vector3(0, 5, 0)
    for _ in 0..<10 { second.step() }
    #expect(node.position.y < 5 && node.position.y > 4.5)
  }
}
