import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A game in which a ball is steered by arrow keys through a corridor, at 4 m/s, to a distance.
///
/// The way is a sequence of straight parts of 4 m, each at a right angle to the one before. The
/// ball moves by a fifteenth of a meter each tick, so bounds of the fastest win are known.
final class Corridor: Game {
  static let name = "corridor"
  static let title = "Corridor"
  static let summary = "Arrow keys steer the ball to the end of the corridor"
  static var controls: GameControls {
    GameControls(keys: [.right, .up, .down], holdTicks: 5...60)
  }
  /// The number of straight parts: right, up, right, down, and so on.
  static let parts = 6
  static let length: Float = 4
  static let speed: Float = 4
  /// The number of ticks along the middle of the corridor.
  static let middleTicks = UInt64(Float(parts) * length / speed * 60)
  /// A lower bound: the corridor is a meter wide, so each turn saves at most a meter, and so does
  /// the end.
  static let fewestTicks = UInt64((Float(parts) * (length - 1) - 1) / speed * 60)

  struct State: GameState {
    static let summary = "The state of Corridor"
    var score: Int32 = 0
    var isWon = false
    var isLost = false
    var phaseName: String { isWon ? "won" : isLost ? "lost" : "playing" }
    var isOver: Bool { isLost }
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "Always 0")
      p.property("isWon", \.isWon, "Whether the ball has reached the end")
      p.property("isLost", \.isLost, "Whether the ball has left the corridor")
    }
  }
  var state = State()

  /// Whether leaving the corridor loses; otherwise its walls stop the ball.
  private let isDeadly: Bool
  /// Whether there is a wall in front of the end.
  private let isClosed: Bool

  init() { (isDeadly, isClosed) = (false, false) }
  init(isDeadly: Bool, isClosed: Bool = false) {
    (self.isDeadly, self.isClosed) = (isDeadly, isClosed)
  }

  func update(_ session: Session) {
    guard !state.isWon, !state.isLost,
      let ball = session.scene.rootNode.childNode(withName: "ball")
    else { return }
    var step = Vector3.zero
    if session.input.isPressed(KeyCode.right) { step.x = Self.speed / 60 }
    if session.input.isPressed(KeyCode.up) { step.z = -Self.speed / 60 }
    if session.input.isPressed(KeyCode.down) { step.z = Self.speed / 60 }
    let next = ball.position + step
    if Self.contains(next) {
      ball.position = next
    } else if isDeadly {
      state.isLost = true
    }
    let end = Self.corners[Self.parts]
    state.isWon = !isClosed && ball.position.distance(to: end) < 0.5
  }

  /// The ends of the parts.
  static let corners: [Vector3] = (0..<parts).reduce(into: [.zero]) { corners, part in
    let last = corners[corners.count - 1]
    let step = [Vector3(length, 0, 0), Vector3(0, 0, -length)][part % 2]
    // Every other turn goes back down.
    corners.append(last + (part % 4 == 3 ? -step : step))
  }

  /// Whether a point is at most half a meter from the middle of the corridor.
  private static func contains(_ point: Vector3) -> Bool {
    zip(corners, corners.dropFirst()).contains { a, b in
      let (low, high) = (
        Vector3(min(a.x, b.x) - 0.5, 0, min(a.z, b.z) - 0.5),
        Vector3(max(a.x, b.x) + 0.5, 0, max(a.z, b.z) + 0.5)
      )
      return point.x >= low.x && point.x <= high.x && point.z >= low.z && point.z <= high.z
    }
  }

  /// Creates a session with the ball at the start.
  static func makeSession(isDeadly: Bool, isClosed: Bool = false) throws -> Session {
    let scene = Scene()
    scene.physicsWorld.gravity = .zero
    let ball = Node(name: "ball", geometry: .sphere(radius: 0.4))
    ball.physicsBody = .dynamic()
    // The extent of the level, out of the way.
    let floor = Node(name: "floor", geometry: .box(width: 40, height: 1, length: 40))
    floor.position.y = -5
    floor.physicsBody = .static()
    for node in [ball, floor] { scene.rootNode.addChildNode(node) }
    return try Session(
      scene: scene, game: Corridor(isDeadly: isDeadly, isClosed: isClosed), seed: 1)
  }
}
