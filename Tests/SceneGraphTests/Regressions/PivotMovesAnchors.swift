import CaromMaths
import CaromPhysics
import CaromSceneGraph
import Testing

// Symptom: setting a pivot at run time moved the shape of a body, but not the anchors of its joints
// and its wheels. Cause: joint frames were rebuilt only after a change of scale or of the
// definition.
@Suite("Regression: a pivot moves the anchors of joints")
struct PivotMovesAnchors {
  private func frames(_ joint: PhysicsJoint, _ scene: Scene) -> (a: Vector3, b: Vector3)? {
    guard let handle = joint.handle, let live = scene.physicsWorld.simulation.joint(handle) else {
      return nil
    }
    return (live.frameA.position, live.frameB.position)
  }

  @Test("The frames of both bodies move with the pivot, with their scales")
  func joints() throws {
    let f = Fixture(ballAt: Vector3(0, 5, 0))
    let other = Node(name: "other", geometry: .box())
    other.physicsBody = .dynamic()
    other.position = Vector3(0, 7, 0)
    other.scale = Vector3(2, 2, 2)
    f.scene.rootNode.addChildNode(other)
    let joint = PhysicsJoint.ballSocket(
      bodyA: try #require(f.ball.physicsBody), anchorA: Vector3(0, 1, 0),
      bodyB: other.physicsBody)
    f.scene.physicsWorld.addBehavior(joint)
    f.step(1)
    let before = try #require(frames(joint, f.scene))
    #expect(before.a == Vector3(0, 1, 0))
    f.ball.pivot = Matrix4(position: Vector3(0, 0.25, 0))
    f.step(1)
    #expect(frames(joint, f.scene)?.a == Vector3(0, 0.75, 0))
    #expect(frames(joint, f.scene)?.b == before.b)
    var state = other.state
    state.pivot = Matrix4(position: Vector3(0, 0.25, 0))
    other.state = state
    f.step(1)
    let after = try #require(frames(joint, f.scene))
    #expect(after.b.distance(to: before.b - Vector3(0, 0.5, 0)) < 1e-5)
    try expectSameFuture(f.scene)
  }

  @Test("A car is raised by as much as its wheels are lowered")
  func wheels() {
    let f = CarFixture()
    f.step(240)
    let height = f.chassis.position.y
    f.chassis.pivot = Matrix4(position: Vector3(0, 0.1, 0))
    f.step(240)
    #expect(abs(f.chassis.position.y - height - 0.1) < 0.01)
  }
}
