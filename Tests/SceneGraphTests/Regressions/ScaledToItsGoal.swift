import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: the final scale of a node differed from the target by rounding. Cause: the final value
// was computed by interpolation.
@Suite("Regression: scaling to a target")
struct ScaledToItsGoal {
  @Test("The final scale equals the target bit for bit")
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
