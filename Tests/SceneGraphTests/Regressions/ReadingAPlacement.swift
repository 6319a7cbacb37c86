import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: reading where a node is in the world changed the hash of the scene.
///
/// Cause: a node whose body was still to be made was noted as moved too when the node above it
/// moved, but only if its placement had been read before; the notes are state.
@Suite("Regression: reading a placement")
struct ReadingAPlacement {
  @Test("A scene has the same hash whether placements were read or not")
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

  @Test("A place that was set before the body was made does not count for a later move above")
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
    // A dynamic body stays in the world when the node above it moves.
    #expect(isNear(node.worldPosition, Vector3(0, 1, 0)))
  }
}
