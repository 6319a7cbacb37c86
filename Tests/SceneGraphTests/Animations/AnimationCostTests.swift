import CaromMaths
import CaromSceneGraph
import TestSupport
import Testing

@Suite("Cost of animations")
struct AnimationCostTests {
  /// Ten thousand nodes in a hundred groups, each with its own animation.
  static func crowd() -> (scene: Scene, nodes: [Node]) {
    let scene = Scene()
    var nodes: [Node] = []
    for _ in 0..<100 {
      let group = Node()
      scene.rootNode.addChildNode(group)
      for i in 0..<100 {
        let node = Node()
        group.addChildNode(node)
        var clip = Animation(
          "position", keyTimes: [0, 0.5, 1],
          values: KeyValues([Vector3.zero, Vector3(Float(i), 1, 0), .zero]))
        clip.repeatsForever = true
        node.addAnimation(clip)
        nodes.append(node)
      }
    }
    return (scene, nodes)
  }

  @Test("Ten thousand animated nodes: a tick's values and world transforms cost little")
  func manyNodes() {
    let (scene, nodes) = Self.crowd()
    for _ in 0..<10 { scene.step() }
    var (tick, transforms) = (Duration.seconds(9), Duration.seconds(9))
    var sum: Float = 0
    for _ in 0..<20 {
      tick = min(tick, cpuTime { scene.step() })
      transforms = min(
        transforms,
        cpuTime { for node in nodes { sum += node.presentation.worldTransform.w.y } })
    }
    print("10,000 animated nodes: a tick \(tick), world transforms \(transforms)")
    #expect(sum > 0)
    #if !DEBUG
      // Measured 0.74 and 0.97 (the target is 2 in total); three times as much on a busy machine.
      #expect(tick + transforms < .milliseconds(6))
    #endif
  }

  @Test("A thousand waiting nodes add no cost to a tick")
  func waiting() {
    let scene = Scene()
    for _ in 0..<1_000 {
      let node = Node()
      scene.rootNode.addChildNode(node)
      node.runAction(.sequence([.hide(), .wait(duration: 120), .unhide()]))
    }
    for _ in 0..<3 { scene.step() }
    var best = Duration.seconds(9)
    for _ in 0..<5 { best = min(best, cpuTime { for _ in 0..<100 { scene.step() } }) }
    print("1,000 waiting nodes: a tick \(best / 100)")
    #if !DEBUG
      #expect(best < .microseconds(20) * 100)
    #endif
  }
}
