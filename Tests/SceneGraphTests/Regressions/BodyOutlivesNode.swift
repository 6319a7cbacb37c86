import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: the program crashed, or wrote to freed memory, when a body was used after its node was
/// gone.
///
/// Cause: a body knows its node without owning it, and the node's end did not tell the body.
@Suite("A body that outlives its node")
struct BodyOutlivesNode {
  @Test("Has no node any more and can be used as a description")
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

  @Test("Has no node any more when its whole scene is gone")
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
