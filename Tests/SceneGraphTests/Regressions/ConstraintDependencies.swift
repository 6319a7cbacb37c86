import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: a billboard whose camera entered the scene later used the camera's transform of the
/// previous tick, as did every constraint that depends on a node with constraints.
///
/// Cause: constraints were applied in the order in which nodes entered, regardless of dependencies.
@Suite("Regression: constraints are applied after their dependencies")
struct ConstraintDependencies {
  let scene = Scene()
  let ball = Node(name: "ball")
  let camera = Node(name: "camera")

  @Test("A billboard faces a later camera with its orientation of the same tick")
  func billboard() {
    let sign = Node(name: "sign")
    sign.constraints = [.billboard()]
    enter(sign)
    #expect(isNear(sign.presentation.worldFront, camera.presentation.worldFront, 1e-5))
    ball.position = Vector3(5, 0, 0)
    scene.step()
    #expect(camera.presentation.worldFront.x > 0.3)
    #expect(isNear(sign.presentation.worldFront, camera.presentation.worldFront, 1e-5))
  }

  @Test("Circular constraints are applied in order, once per tick")
  func circle() {
    let sign = Node(name: "sign")
    sign.constraints = [.follow(camera, rate: 1)]
    enter(sign)
    camera.constraints.append(.follow(sign, rate: 1))
    for _ in 0..<10 { scene.step() }
    #expect(sign.presentation.position.z > 0 && camera.presentation.position.z < 10)
  }

  @Test("A descendant of a later constrained node is used with its transform of the same tick")
  func below() {
    let sign = Node(name: "sign")
    let mark = Node(name: "mark")
    mark.position = Vector3(0, 1, 0)
    enter(sign)
    camera.addChildNode(mark)
    sign.constraints = [.replicator(mark)]
    ball.position = Vector3(5, 0, 0)
    scene.step()
    #expect(
      isNear(sign.presentation.worldPosition, mark.presentation.worldPosition, 1e-5))
  }

  private func enter(_ sign: Node) {
    scene.rootNode.addChildNode(sign)
    scene.rootNode.addChildNode(ball)
    camera.camera = Camera()
    camera.position = Vector3(0, 0, 10)
    camera.constraints = [.lookAt(ball)]
    scene.rootNode.addChildNode(camera)
    scene.step()
  }
}
