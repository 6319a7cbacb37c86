import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: at tick 0 of a session, and after seeking there, a camera that looks at a node did not
/// look at it, so pictures were black and locators found nothing in view.
///
/// Cause: constraints were only applied at the end of a tick.
@Suite("Regression: a session presents constraints at tick 0")
struct ConstraintsOfANewSessionTests {
  private func make() throws -> (Session, Node) {
    let scene = Scene()
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
    ball.position = Vector3(5, 0, 0)
    let eye = Node(name: "eye")
    eye.camera = Camera()
    eye.constraints = [.lookAt(ball)]
    scene.rootNode.addChildNode(ball)
    scene.rootNode.addChildNode(eye)
    return (try Session(scene: scene, game: NoRules()), eye)
  }

  private func looksAtBall(_ eye: Node) -> Bool {
    (eye.presentation.worldFront - .unitX).length < 1e-4
  }

  @Test("When it starts, after a restore, after seeking, and while it is paused")
  func presents() throws {
    let (session, eye) = try make()
    #expect(looksAtBall(eye))
    let start = session.snapshot()
    session.recordHistory()
    session.step(5)
    let later = session.snapshot()
    let hash = session.hash
    try session.seek(to: 0)
    #expect(session.tick == 0 && looksAtBall(eye))
    try session.restore(start)
    #expect(looksAtBall(eye))
    session.step(5)
    #expect(session.hash == hash)
    try session.restore(later)
    #expect(looksAtBall(eye))
    try session.restore(start)
    session.send(.command(CommandInput(.pause)))
    session.step(3)
    #expect(looksAtBall(eye))
  }
}
