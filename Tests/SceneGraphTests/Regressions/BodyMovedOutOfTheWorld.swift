import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: actions that move a node with a body farther and farther trapped. Cause: a position that
// was not finite was passed to the simulation.
@Suite("Regression: a body that is moved too far away")
struct BodyMovedOutOfTheWorld {
  @Test(
    "The body is not moved, and the scene reports a problem", arguments: BodyKind.allCases)
  func staysBehind(type: BodyKind) {
    let scene = Scene()
    let node = Node(name: "rocket", geometry: .box())
    node.physicsBody = PhysicsBody(type)
    scene.rootNode.addChildNode(node)
    node.runAction(.repeatForever(.moveBy(x: 3e38, y: 0, z: 0, duration: 0.02)))
    for _ in 0..<20 { scene.step() }
    #expect(scene.problems.contains { $0.hasPrefix("/rocket: ") })
    node.removeAllActions()
    node.position = Vector3(1, 2, 3)
    scene.step()
    #expect(isNear(node.worldPosition, Vector3(1, 2, 3), 0.1))
  }
}
