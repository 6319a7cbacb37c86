import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: an animation of no length to speak of that repeats for ever and has an event never let a
// tick end.
// Cause: all runs within the tick were gone through, and adding one to their number changed nothing.
@Suite("Regression: events of endlessly many runs")
struct EndlessEvents {
  @Test("A tick ends, however short the runs are", arguments: [1e-9, 1e-15, 1e-300])
  func ends(duration: Double) {
    let scene = Scene()
    let node = Node()
    scene.rootNode.addChildNode(node)
    var calls = 0
    scene.functions["tick"] = { _ in calls += 1 }
    var animation = Animation("position.x", keyTimes: [0], values: KeyValues([1]))
    animation.duration = duration
    animation.repeatsForever = true
    animation.events = [AnimationEvent(keyTime: 0, function: "tick")]
    node.addAnimation(animation)
    for _ in 0..<3 { scene.step() }
    #expect(calls <= 300)
    #expect(node.presentation.position.x == 1)
  }
}
