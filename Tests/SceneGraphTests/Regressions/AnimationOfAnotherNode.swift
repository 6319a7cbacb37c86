import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: after a node left, was renamed or came back, an animation of it by path drove nothing,
/// while a restored scene drove the node that now has the path; the hashes parted.
///
/// Cause: which nodes a player writes was looked for again only when more identities had been given.
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

  @Test("When the first of a name leaves, the next is driven, restored or not")
  func leaves() throws {
    step(5)
    #expect(lifted == [true, false])
    let first = scene.rootNode.childNodes[0]
    first.removeFromParentNode()
    step(5)
    #expect(lifted == [true] && first.presentation.position.y == 0)
    try expectSameFuture(scene)
  }

  @Test("A node that is renamed is let go of, and found again by its name")
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

  @Test("A target that was out of the scene when the animation began is driven when it is back")
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
