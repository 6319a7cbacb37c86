import CaromMaths
import CaromSceneGraph
import Testing

// Symptom: the player trapped when a file was edited so that the body of a floor became dynamic.
// Cause: the type of the body was set before its shape was validated and replaced.
@Suite("Regression: a body whose shape has no volume becomes dynamic")
struct FloorThatBecomesDynamic {
  private func standing() -> (Scene, Node, PhysicsBody) {
    let scene = Scene()
    let node = Node(name: "floor", geometry: .floor())
    let body = PhysicsBody.static()
    node.physicsBody = body
    scene.rootNode.addChildNode(node)
    scene.step()
    return (scene, node, body)
  }

  @Test("Without a suitable shape it keeps its type, and the scene reports a problem")
  func stays() {
    let (scene, node, body) = standing()
    var state = body.state
    state.type = .dynamic
    body.state = state
    for _ in 0..<30 { scene.step() }
    #expect(body.type == .static && node.position == .zero)
    #expect(scene.problems.count == 1 && scene.problems[0].hasPrefix("/floor: "))
  }

  @Test("With a suitable shape it falls, and a static body stands again")
  func falls() {
    let (scene, node, body) = standing()
    var state = body.state
    state.type = .dynamic
    state.shape = .sphere(Sphere(radius: 1))
    body.state = state
    for _ in 0..<30 { scene.step() }
    #expect(body.type == .dynamic && node.position.y < -0.5)
    state = body.state
    state.type = .static
    state.shape = nil
    body.state = state
    let place = node.position
    for _ in 0..<30 { scene.step() }
    #expect(body.type == .static && node.position == place)
    #expect(scene.problems.isEmpty)
  }
}
