import CaromSceneGraph
import Testing

// Symptom: a node that had entered after a snapshot could not be added again once the snapshot was
// restored: the program stopped, or another node lost its identity to it.
// Cause: the node kept the identity of a time that had been taken back.
@Suite("Regression: a node from a time that was taken back")
struct NodeFromAnotherTime {
  @Test("It gets an identity of its own, whoever has the old one")
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

  @Test("Alone it enters as if for the first time")
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
