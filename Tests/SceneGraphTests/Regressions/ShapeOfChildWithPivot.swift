import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

/// Symptom: the collision shape of a child with a pivot was offset from its geometry.
///
/// Cause: shapes created from nodes used position, rotation and scale of children, but not the
/// pivot.
@Suite("Shapes of nodes with pivots")
struct ShapeOfChildWithPivot {
  @Test("The shape is where the nodes are drawn")
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
    // The box extends from −1.5 to −0.5.
    #expect(hit.map { abs($0.point.y + 0.5) < 1e-4 } == true)
  }
}
