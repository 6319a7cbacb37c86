import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: a scene created in code and the same scene after saving and loading differed after a
// tick, though their hashes were equal. Cause: nodes with circular constraints were processed in
// the order in which they entered, which neither files nor hashes contain.
@Suite("Regression: circular constraints")
struct ConstraintsInACircle {
  private func scene(secondFirst: Bool) -> Scene {
    let scene = Scene()
    let (a, b) = (Node(name: "a"), Node(name: "b"))
    a.position = Vector3(1, 2, 3)
    b.position = Vector3(-4, 0, 1)
    if secondFirst {
      scene.rootNode.addChildNode(b)
      scene.rootNode.insertChildNode(a, at: 0)
    } else {
      scene.rootNode.addChildNode(a)
      scene.rootNode.addChildNode(b)
    }
    a.constraints = [.follow(b, offset: Vector3(0, 1, 0), rate: 2)]
    b.constraints = [.follow(a, offset: Vector3(0, 0, 2), rate: 3)]
    return scene
  }

  @Test("The first node in tree order is processed first, whichever entered first")
  func inOrderOfTheTree() {
    let (one, other) = (scene(secondFirst: false), scene(secondFirst: true))
    for _ in 0..<5 {
      one.step()
      other.step()
      for name in ["a", "b"] {
        #expect(
          one.rootNode.childNode(withName: name)?.presentation.worldPosition
            == other.rootNode.childNode(withName: name)?.presentation.worldPosition)
      }
    }
  }

  // Symptom: in the first ticks a node followed the transform of a later node from the previous
  // tick. Cause: dependencies were looked up by identity, which a reference has only once both
  // nodes are in the scene.
  @Test("A dependency that enters the scene later is processed first in the first tick")
  func laterTarget() {
    let scene = Scene()
    let (eye, goal) = (Node(name: "eye"), Node(name: "goal"))
    eye.constraints = [.replicator(ReplicatorConstraint(position: goal))]
    goal.constraints = [.transform("away", inWorldSpace: true)]
    scene.constraintFunctions["away"] = .position { _, _ in Vector3(5, 0, 0) }
    scene.rootNode.addChildNode(eye)
    scene.rootNode.addChildNode(goal)
    scene.step()
    #expect(eye.presentation.worldPosition == Vector3(5, 0, 0))
  }
}
