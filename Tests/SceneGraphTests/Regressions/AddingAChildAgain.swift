import CaromSceneGraph
import Testing

/// Adding a node to its own parent trapped, because the last index was computed before the node was
/// removed.
@Suite("Regression: adding a child again")
struct AddingAChildAgain {
  @Test("A node that is added to its own parent becomes the last child")
  func becomesLast() {
    let (parent, a, b) = (Node(), Node(name: "a"), Node(name: "b"))
    parent.addChildNode(a)
    parent.addChildNode(b)
    parent.addChildNode(a)
    parent.addChildNode(a)
    #expect(parent.childNodes.map(\.name) == ["b", "a"])
  }
}
