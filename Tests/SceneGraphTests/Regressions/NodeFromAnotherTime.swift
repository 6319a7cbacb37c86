import CaromSceneGraph
import Testing

// Symptom: a node that entered after a snapshot could not be added again after the snapshot was
// restored: it trapped, or another node lost its identity. Cause: the node kept an identity that
// the restore had released.
@Suite("Regression: a node created after a restored snapshot")
struct NodeFromAnotherTime {
  @Test("It gets a new identity if its old one is taken")
  func entersAgain() throws {
    let scene = Scene()
    let before = SnapshotTests.save(scene)
    let (node, other) = (Node(name: "node"), Node(name: "other"))
    scene.rootNode.addChildNode(node)
    let id = node.id
    try SnapshotTests.load(before, scene)
    scene.rootNode.addChildNode(other)
    #expect(other.id == id)
    scene.rootNode.addChildNode(node)
    #expect(node.id != id)
    #expect(scene.node(withID: id) === other && scene.node(withID: node.id) === node)
    #expect(scene.nodeCount == 2)
  }

  @Test("It enters like a new node if its identity is free")
  func entersAlone() throws {
    let scene = Scene()
    let before = SnapshotTests.save(scene)
    let node = Node()
    scene.rootNode.addChildNode(node)
    try SnapshotTests.load(before, scene)
    scene.rootNode.addChildNode(node)
    #expect(scene.node(withID: node.id) === node)
  }
}
