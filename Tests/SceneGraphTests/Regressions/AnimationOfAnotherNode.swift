import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: after a node left, was renamed or re-entered, an animation with its path had no effect,
/// while a restored scene animated the node that now has the path; the hashes differed.
///
/// Cause: targets were resolved again only after new identities had been assigned.
@Suite("Regression: an animation follows its path as the tree changes")
struct AnimationOfAnotherNode {
  let scene = Scene()

  init() {
    for x: Float in [0, 10] {
      let arm = Node(name: "arm")
      arm.position = Vector3(x, 0, 0)
      scene.rootNode.addChildNode(arm)
    }
    var lift = Animation("/arm.position.y", keyTimes: [0, 1], values: KeyValues([0, 1]))
    lift.repeatsForever = true
    scene.rootNode.addAnimation(lift)
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }
  var lifted: [Bool] { scene.rootNode.childNodes.map { $0.presentation.position.y > 0 } }

  @Test("When the first node of a name leaves, the next one is animated, also after a restore")
  func leaves() throws {
    step(5)
    #expect(lifted == [true, false])
    let first = scene.rootNode.childNodes[0]
    first.removeFromParentNode()
    step(5)
    #expect(lifted == [true] && first.presentation.position.y == 0)
    try expectSameFuture(scene)
  }

  @Test("A renamed node is no longer animated, until it gets its name back")
  func renamed() throws {
    step(5)
    scene.rootNode.childNodes[0].name = "leg"
    step(5)
    #expect(lifted == [false, true])
    scene.rootNode.childNodes[0].name = "arm"
    step(5)
    #expect(lifted == [true, false])
    try expectSameFuture(scene)
  }

  @Test("A target that enters the scene after the animation started is animated")
  func comesBack() throws {
    let arm = scene.rootNode.childNodes[0]
    step(1)
    arm.removeFromParentNode()
    step(1)
    scene.rootNode.childNodes[0].name = "leg"
    scene.rootNode.addChildNode(arm)
    step(5)
    #expect(arm.presentation.position.y > 0)
    try expectSameFuture(scene)
  }
}
