import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: a repeating animation of negligible duration with an event never ended a tick. Cause:
// all runs within the tick were visited, and adding one to their number had no effect in floating
// point.
@Suite("Regression: events of an animation with very short runs")
struct EndlessEvents {
  @Test("A tick terminates for any duration of the runs", arguments: [1e-9, 1e-15, 1e-300])
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
