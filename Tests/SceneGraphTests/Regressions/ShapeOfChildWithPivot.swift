import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

/// Symptom: the solid of a child with a pivot stood beside what was drawn of it.
///
/// Cause: a shape made of nodes placed children by position, rotation and scale, without the pivot.
@Suite("A shape of nodes with pivots")
struct ShapeOfChildWithPivot {
  @Test("Is where the nodes are drawn")
  func isWhereDrawn() {
    let scene = Scene()
    let child = Node(geometry: .box())
    child.pivot = Matrix4(position: Vector3(0, 1, 0))
    let parent = Node()
    parent.addChildNode(child)
    parent.physicsBody = .static(PhysicsShape(node: parent))
    scene.rootNode.addChildNode(parent)
    scene.step()
    let hit = scene.physicsWorld.simulation.rayCast(
      origin: Vector3(0, 5, 0), translation: Vector3(0, -10, 0))
    // The box is drawn from −1.5 to −0.5.
    #expect(hit.map { abs($0.point.y + 0.5) < 1e-4 } == true)
  }
}
