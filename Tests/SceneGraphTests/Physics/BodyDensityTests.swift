import CaromMaths
import CaromProperties
import CaromSceneGraph
import Testing

@Suite("Density of bodies")
struct BodyDensityTests {
  private func scene() -> (Scene, Node) {
    let scene = Scene()
    let crate = Node(geometry: Geometry.box())
    crate.physicsBody = .dynamic()
    crate.physicsBody?.density = 500
    crate.physicsBody?.isAffectedByGravity = false
    scene.rootNode.addChildNode(crate)
    return (scene, crate)
  }

  @Test("The mass of a body with a density follows the scale of its node")
  func scale() {
    let (scene, crate) = scene()
    scene.step()
    #expect(abs((crate.physicsBody?.mass ?? 0) - 500) < 0.01)
    crate.scale = Vector3(2, 2, 2)
    scene.step()
    #expect(abs((crate.physicsBody?.mass ?? 0) - 4000) < 0.1)
  }

  @Test("Setting the mass removes the density, and setting the density the mass")
  func exclusive() {
    let (scene, crate) = scene()
    scene.step()
    crate.physicsBody?.mass = 7
    #expect(crate.physicsBody?.density == nil && crate.physicsBody?.mass == 7)
    crate.physicsBody?.density = 100
    #expect(abs((crate.physicsBody?.mass ?? 0) - 100) < 0.01)
    #expect(crate.physicsBody?.state.mass == nil)
  }

  @Test("A restored body still has its density")
  func state() throws {
    let (scene, crate) = scene()
    scene.step()
    let buffer = StateBuffer()
    buffer.fill { scene.save(into: &$0) }
    crate.physicsBody?.mass = 7
    var source = StateSource(buffer.bytes)
    try scene.load(from: &source)
    #expect(crate.physicsBody?.density == 500)
    #expect(abs((crate.physicsBody?.mass ?? 0) - 500) < 0.01)
  }
}
