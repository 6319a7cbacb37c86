import Carom

/// A game without rules, which makes input visible and audible.
///
/// A ball follows keys, sticks and tilt horizontally and the pointer vertically, and jumps while
/// the pointer is pressed. Space beeps, and moving left hums.
final class Probe: Game {
  static let name = "probe"
  static let title = "Probe"
  static let summary = "Shows and sounds what hands do"
  static let levels = [Level("probe.json")]

  struct State: GameState {
    static let summary = "No state"
    var phaseName: String { "playing" }
    var score: Int32 { 0 }
    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }
  var state = State()

  /// A session with the ball in front of a camera with a light.
  static func session() throws -> Session {
    let scene = Scene()
    let ball = Node()
    ball.name = "ball"
    ball.geometry = .sphere(radius: 0.5)
    scene.rootNode.addChildNode(ball)
    let eye = Node()
    eye.camera = Camera()
    eye.position = Vector3(0, 0, 5)
    eye.light = Light()
    scene.rootNode.addChildNode(eye)
    return try Session(scene: scene, game: Probe())
  }

  func handle(_ event: InputEvent, in session: Session) {
    if event == .press(.space) { session.scene.playSound("beep") }
  }

  func update(_ session: Session) {
    let input = session.input
    if input.direction.x < 0 { session.scene.sustainSound("beep") }
    session.scene.rootNode.childNode(withName: "ball")?.position = Vector3(
      input.direction.x + input.tilt.x,
      (0.5 - input.pointer.y) * 2 + (input.isPointerPressed ? 0.5 : 0), 0)
  }
}
