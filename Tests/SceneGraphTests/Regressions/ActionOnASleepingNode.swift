import CaromSceneGraph
import Testing

// Symptom: an action that was run on a node whose other actions only waited ended immediately.
// Cause: the node was woken after the new action was added, and all actions in the list were
// advanced by the time that the node had slept.
@Suite("Regression: an action on a node whose actions sleep")
struct ActionOnASleepingNode {
  @Test("A new action takes its full duration, and the waiting action its remaining time")
  func takesItsTime() {
    let scene = Scene()
    let node = Node()
    scene.rootNode.addChildNode(node)
    var calls: [String] = []
    for name in ["old", "new"] { scene.functions[name] = { _ in calls.append(name) } }
    node.runAction(.wait(duration: 8), completion: "old")
    for _ in 0..<300 { scene.step() }
    node.runAction(.wait(duration: 2), completion: "new")
    for _ in 0..<119 { scene.step() }
    #expect(calls.isEmpty)
    scene.step()
    #expect(calls == ["new"])
    for _ in 0..<59 { scene.step() }
    #expect(calls == ["new"])
    scene.step()
    #expect(calls == ["new", "old"])
  }

  @Test("A sleeping node without actions can move to another scene")
  func leaves() {
    let (scene, other) = (Scene(), Scene())
    let node = Node()
    scene.rootNode.addChildNode(node)
    node.runAction(.wait(duration: 60))
    for _ in 0..<10 { scene.step() }
    node.removeAllActions()
    node.removeFromParentNode()
    other.rootNode.addChildNode(node)
    node.runAction(.hide())
    scene.step()
    #expect(!node.isHidden)
    other.step()
    #expect(node.isHidden)
  }
}
