import CaromSceneGraph
import Testing

/// Symptom: a system whose emission and idle time together are shorter than a tick emitted nothing
/// after its second tick.
///
/// Cause: each tick subtracted a single cycle from the time, so the time grew without bound.
@Suite("Regression: emission cycles shorter than a tick")
struct ShortEmission {
  @Test("With half of the time idle, half of the particles are emitted")
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
