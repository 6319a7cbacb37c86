import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: reading the world transform of a node changed the hash of the scene.
///
/// Cause: a node with a pending body was also marked as dirty when its parent moved, but only if
/// its transform had been read before; these marks are part of the state.
@Suite("Regression: reading a world transform")
struct ReadingWorldTransforms {
  @Test("Reading world transforms does not change the hash of a scene")
  func sameHash() {
    var hashes: [UInt64] = []
    for reads in [false, true] {
      let scene = Scene()
      let (parent, node) = (Node(), Node(geometry: .sphere()))
      scene.rootNode.addChildNode(parent)
      parent.addChildNode(node)
      scene.step()
      if reads { _ = node.presentation.worldTransform }
      node.physicsBody = .dynamic()
      parent.position = Vector3(0, 3, 0)
      hashes.append(scene.hash)
      scene.step()
      hashes.append(scene.hash)
    }
    #expect(hashes[0] == hashes[2] && hashes[1] == hashes[3])
  }

  @Test("A position set before the body was created does not affect a later move of an ancestor")
  func movesWithParent() {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let (parent, node) = (Node(), Node(geometry: .sphere()))
    node.physicsBody = .dynamic()
    node.position = Vector3(0, 1, 0)
    parent.addChildNode(node)
    scene.rootNode.addChildNode(parent)
    scene.step()
    parent.position = Vector3(5, 0, 0)
    scene.step()
    // A dynamic body keeps its world transform when an ancestor moves.
    #expect(isNear(node.worldPosition, Vector3(0, 1, 0)))
  }
}
