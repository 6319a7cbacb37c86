import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: a node was scaled to almost, but not quite, what was asked for.
// Cause: the goal was worked out as the start and the way from there, which rounds.
@Suite("Regression: scaled to its goal")
struct ScaledToItsGoal {
  @Test("The scale at the end is the one asked for, to the last bit")
  func isExact() {
    let scene = Scene()
    for (start, goal) in [(0.3, 0.1), (7.7, 0.3), (1e-3, 3.3)] as [(Float, Float)] {
      let node = Node()
      node.scale = Vector3(repeating: start)
      scene.rootNode.addChildNode(node)
      node.runAction(.scale(to: goal, duration: 0.1))
      for _ in 0..<10 { scene.step() }
      #expect(node.scale == Vector3(repeating: goal))
    }
  }
}
