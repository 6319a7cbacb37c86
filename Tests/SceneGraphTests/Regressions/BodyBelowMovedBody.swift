import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

/// Symptom: a kinematic body under a dynamic one stopped following its node.
///
/// Cause: the list of dirty bodies grows during iteration, because a moved body invalidates its
/// descendants. Entries added then were dropped, but stayed marked as listed.
@Suite("A body under a body that moved in the same tick")
struct BodyBelowMovedBody {
  @Test("It follows its node in every later tick")
  func follows() {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let (above, dynamic, kinematic) = (Node(), Node(), Node())
    dynamic.physicsBody = .dynamic(.sphere(Sphere(radius: 0.1)))
    kinematic.physicsBody = .kinematic(.sphere(Sphere(radius: 0.1)))
    kinematic.physicsBody?.collisionBitMask = 0
    scene.rootNode.addChildNode(above)
    above.addChildNode(dynamic)
    dynamic.addChildNode(kinematic)
    scene.step()
    kinematic.position.x = 1
    above.position.y = 1
    scene.step()
    kinematic.position.x = 5
    scene.step()
    let world = scene.physicsWorld.simulation
    let place = kinematic.physicsBody?.handle.flatMap { world.body($0)?.transform.position }
    #expect(place.map { ($0 - kinematic.worldPosition).length < 1e-4 } == true)
    #expect(kinematic.worldPosition.x > 4)
  }
}
