import CaromSceneGraph
import Testing

/// Symptom: a system whose emission and idle time are shorter together than a tick bore nothing after
/// its second tick.
///
/// Cause: each tick took one round off the time, however many had passed, so the time grew for ever.
@Suite("Regression: rounds of emission shorter than a tick")
struct ShortEmission {
  @Test("Half of the time is idle, so half of the rate is born")
  func halfIsBorn() {
    let (scene, node) = (Scene(), Node())
    scene.rootNode.addChildNode(node)
    var system = ParticleSystem()
    system.birthRate = 600
    system.emissionDuration = 0.005
    system.idleDuration = 0.005
    system.particleLifeSpan = 100
    node.addParticleSystem(system)
    for _ in 0..<60 { scene.step() }
    #expect((290...310).contains(node.presentation.particles(ofSystem: 0).count))
  }
}
