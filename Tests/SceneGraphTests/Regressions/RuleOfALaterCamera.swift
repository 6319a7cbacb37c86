import CaromMaths
import CaromSceneGraph
import Testing

/// Symptom: a billboard whose camera entered the scene later showed where the camera had been one
/// tick before, and so did every rule that minds a node with rules of its own.
///
/// Cause: constraints applied in the order in which nodes entered, whatever they mind.
@Suite("Regression: rules come after those of what they mind")
struct RuleOfALaterCamera {
  let scene = Scene()
  let ball = Node(name: "ball")
  let camera = Node(name: "camera")

  @Test("A billboard turns to a later camera as it looks in the same tick")
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

  @Test("Rules in a circle go in order, once a tick each")
  func circle() {
    let sign = Node(name: "sign")
    sign.constraints = [.follow(camera, rate: 1)]
    enter(sign)
    camera.constraints.append(.follow(sign, rate: 1))
    for _ in 0..<10 { scene.step() }
    #expect(sign.presentation.position.z > 0 && camera.presentation.position.z < 10)
  }

  @Test("What sits on a later node with rules is minded as it is placed in the same tick")
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
