import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: using a body after its node was deallocated crashed or wrote to freed memory.
///
/// Cause: a body has an unowned reference to its node, which was not cleared when the node was
/// deallocated.
@Suite("A body that outlives its node")
struct BodyOutlivesNode {
  @Test("It has no node and can be used as a definition")
  func usedAsDescription() {
    let body = PhysicsBody.dynamic()
    do {
      let node = Node(name: "short-lived")
      node.physicsBody = body
      #expect(body.node === node)
    }
    #expect(body.node == nil)
    body.velocity = Vector3(1, 2, 3)
    #expect(body.velocity == Vector3(1, 2, 3))
    let next = Node()
    next.physicsBody = body
    #expect(body.node === next)
  }

  @Test("It has no node after its scene was deallocated")
  func sceneGone() {
    let body = PhysicsBody.dynamic(.sphere(Sphere()))
    do {
      let scene = Scene()
      let node = Node()
      node.physicsBody = body
      scene.rootNode.addChildNode(node)
      scene.step()
    }
    #expect(body.node == nil)
    #expect(body.handle == nil)
    body.velocity = .unitX
    #expect(body.velocity == .unitX)
  }
}
