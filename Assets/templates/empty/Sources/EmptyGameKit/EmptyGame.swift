import Carom

/// The rules: space reverses the turntables; five turns end a level.
///
/// Replace them by your own.
///
/// The other callbacks of a game are in the documentation of `Game`.
public final class EmptyGame: Game {
  public static let name = "empty-game"
  public static let title = "Empty Game"
  public static let summary = "Space reverses the turntables, five times in each level"
  public static let levels = [
    Level("level1.json", title: "One Table"), Level("level2.json", title: "Two Tables"),
  ]
  public static var roles: [any Role.Type] { [Turntable.self] }
  public static var actions: [InputAction] {
    [
      InputAction("reverse", keys: [.space, .enter], buttons: [.a, .start], usesPointer: true)
    ]
  }
  public static var controls: GameControls { GameControls(keys: [.space]) }
  public static func makeBot() -> (any Bot)? { EmptyGameBot() }

  /// The number of turns that ends a level.
  public static let goal: Int32 = 5

  /// Everything that the rules remember: it is saved, hashed and shown to tests.
  public struct State: GameState {
    public static let summary = "The state of a round"
    /// The number of turns in all levels.
    public var score: Int32 = 0
    /// The number of turns in this level.
    public var turns: Int32 = 0
    /// Whether the last level has ended.
    public var isOver = false
    /// The angle of the turntables, in radians.
    public var angle: Float = 0

    public init() {}

    public var phaseName: String { isOver ? "over" : "playing" }
    /// What stays in the next level.
    public static var carriedOver: [PartialKeyPath<Self>] { [\.score] }

    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The number of turns in all levels", .none, 0...1_000)
      p.property("turns", \.turns, "The number of turns in this level", .none, 0...1_000)
      p.property("isOver", \.isOver, "Whether the last level has ended")
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
    guard session.isBegun("reverse", by: event), !session.isPaused, !session.isChangingLevel
    else { return }
    session.scene.playSound("turn")
    if state.isOver { return session.startOver(with: .fade()) }
    state.score += 1
    state.turns += 1
    guard state.turns == Self.goal else { return }
    state.isOver = !session.presentNextLevel(with: .fade(), score: state.turns)
  }

  public func update(_ session: Session) {
    let speed = turntables.first?.role(as: Turntable.self)?.speed ?? 0
    let direction: Float = state.turns % 2 == 0 ? 1 : -1
    if !state.isOver { state.angle += direction * speed * Float(session.tickLength) }
    if abs(state.angle) > .pi { state.angle -= direction * 2 * .pi }
    for turntable in turntables { turntable.eulerAngles = Vector3(0, state.angle, 0) }
    session.scene.overlay.setText("Turns \(state.turns)", of: "score")
  }
}
