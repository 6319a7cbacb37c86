import Carom

/// The rules: space reverses the turntables; five turns end the round.
///
/// Replace them by your own.
///
/// The other callbacks of a game are in the documentation of `Game`.
public final class EmptyGame: Game {
  public static let name = "empty-game"
  public static let title = "Empty Game"
  public static let summary = "Space reverses the turntables, five times"
  public static let scenePath = "level1.json"
  public static var roles: [any Role.Type] { [Turntable.self] }
  public static var controls: GameControls { GameControls(keys: [.space]) }
  public static func makeBot() -> (any Bot)? { EmptyGameBot() }

  /// The number of turns that ends a round.
  public static let goal: Int32 = 5

  /// Everything that the rules remember: it is saved, hashed and shown to tests.
  public struct State: GameState {
    public static let summary = "The state of a round"
    /// The number of turns.
    public var score: Int32 = 0
    /// The angle of the turntables, in radians.
    public var angle: Float = 0

    public init() {}

    public var isOver: Bool { score >= EmptyGame.goal }
    public var phaseName: String { isOver ? "over" : "playing" }

    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The number of turns", .none, 0...1_000)
      p.degrees("angleDegrees", \.angle, "The angle of the turntables")
    }
  }
  public var state = State()
  /// The nodes of the scene; `bind` finds them again after each restored snapshot.
  private var turntables: [Node] = []

  public init() {}

  public func bind(to session: Session) throws(GameError) {
    turntables = session.scene.rootNode.childNodes(withRole: Turntable.self)
    if turntables.isEmpty { throw GameError(["a level has a node with the role turntable"]) }
  }

  public func handle(_ event: InputEvent, in session: Session) {
    guard event.isConfirmation, !session.isPaused else { return }
    state.score = state.isOver ? 0 : state.score + 1
    session.scene.playSound("turn")
  }

  public func update(_ session: Session) {
    let speed = turntables.first?.role(as: Turntable.self)?.speed ?? 0
    let direction: Float = state.score % 2 == 0 ? 1 : -1
    if !state.isOver { state.angle += direction * speed * Float(session.tickLength) }
    if abs(state.angle) > .pi { state.angle -= direction * 2 * .pi }
    for turntable in turntables { turntable.eulerAngles = Vector3(0, state.angle, 0) }
    session.scene.overlay.setText("Turns \(state.score)", of: "score")
  }
}
