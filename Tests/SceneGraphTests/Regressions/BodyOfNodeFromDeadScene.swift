import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: a node from a deallocated scene did not fall in another scene. Cause: it was still
// marked as dirty in the deallocated scene.
@Suite("Regression: the body of a node from a deallocated scene")
struct BodyOfNodeFromDeadScene {
  @Test("The body is created in the next scene and follows moves there")
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
