import CaromMaths
public import CaromProperties
import CaromSceneGraph
public import CaromSimulation

/// Rules: the game of levels without Swift code, whose rules are the behaviors of their nodes.
///
/// It keeps the score and the lives, displays them and the end of the level, and begins again when
/// the player confirms.
public final class Rules: Game {
  /// The name on the command line and in scene files.
  public static let name = "rules"
  /// The title that is displayed to the user.
  public static let title = "Rules by Data"
  /// A one-line description with the controls.
  public static let summary =
    "Plays any level whose rules are behaviors of its nodes; each level has its own keys"
  /// The levels, in order.
  public static let levels = [Level("rules/level1.json", title: "Rules by Data")]
  /// The keys of behaviors are those of each level.
  public static var controls: GameControls {
    GameControls(keys: [.left, .right, .up, .down, .space], usesTilt: true)
  }

  /// Returns a bot that uses the flippers of a level.
  public static func makeBot() -> (any Bot)? { RulesBot() }

  /// The state of a level.
  public struct State: GameState, Hashable {
    /// A one-line description for the schema.
    public static let summary = "The state of a level whose rules are behaviors"

    /// The phases of a level.
    public enum Phase: String, EnumName, Sendable {
      /// The level is played.
      case playing
      /// The level was won.
      case won
      /// The level was lost.
      case lost
    }

    /// The current phase.
    public var phase = Phase.playing
    /// The score.
    public var score: Int32 = 0
    /// The remaining lives of the last player that changed; nil without lives.
    public var lives: Int32?
    /// The message at the end.
    public var message = ""
    /// The number of ticks since the phase began.
    public var phaseTicks: Int32 = 0

    /// Creates the state before the first tick.
    public init() {}

    /// The name of the phase in files.
    public var phaseName: String { phase.rawValue }
    /// Whether the level has ended.
    public var isOver: Bool { phase != .playing }

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("phase", \.phase, "The current phase")
      p.property("score", \.score, "The score", .none, -1e9...1e9)
      p.property("lives", \.lives, "The remaining lives", .none, 0...1_000)
      p.property("message", \.message, "The message at the end")
      p.property("phaseTicks", \.phaseTicks, "The time since the phase began", .ticks)
    }
  }

  /// The state of the level.
  public var state = State()

  /// The time for which an end is displayed at least, in ticks.
  private static let endTicks: Int32 = 30

  /// Creates the game before its first tick.
  public init() {}

  /// Adds the overlay elements that the scene does not define.
  public func start(_ session: Session) {
    session.addPanels(messageAt: Vector2(0, -100))
    let labels = [
      Label("score", position: Vector2(0, 24), size: 38, alignment: .center, anchor: .top),
      Label("lives", position: Vector2(24, 28), size: 30, anchor: .topLeft),
      Label(
        "message", position: Vector2(0, -100), size: 40, alignment: .center,
        verticalAlignment: .center, anchor: .center),
    ]
    for label in labels where session.scene.overlay[label: label.name] == nil {
      session.scene.overlay[label: label.name] = label
    }
    display(session)
  }

  /// Behaviors run until the end.
  public var runsBehaviors: Bool { state.phase == .playing }

  /// Begins the level again once it has ended.
  public func handle(_ event: InputEvent, in session: Session) {
    if event.isConfirmation, state.isOver, state.phaseTicks >= Self.endTicks, !session.isPaused {
      session.startOver()
    }
  }

  /// Counts the ticks of the phase.
  public func update(_ session: Session) {
    if state.phaseTicks < .max { state.phaseTicks += 1 }
  }

  /// Keeps the score and the lives, and ends the level; what follows the end has no effect.
  public func didReceive(_ signal: BehaviorSignal, in session: Session) {
    guard state.phase == .playing else { return }
    switch signal {
    case .score(let points):
      state.score = Int32(max(-1_000_000_000, min(1_000_000_000, Int(state.score) + Int(points))))
    case .lives(let lives): state.lives = lives
    case .win(let message): end(.won, message.isEmpty ? "You win" : message, session)
    case .lose(let message): end(.lost, message.isEmpty ? "Game over" : message, session)
    }
    display(session)
  }

  private func end(_ phase: State.Phase, _ message: String, _ session: Session) {
    (state.phase, state.message, state.phaseTicks) = (phase, message, 0)
    if phase == .won { session.completeLevel() }
    session.scene.playSound(phase == .won ? "finished" : "gameOver")
  }

  private func display(_ session: Session) {
    session.setText("\(state.score)", of: "score")
    session.setText(state.lives.map { "Lives \($0)" } ?? "", of: "lives")
    session.setText(state.message, of: "message")
  }
}

/// Plays levels with flippers: presses the key of a flipper when a player's body is close to it,
/// and begins again after the end.
struct RulesBot: Bot {
  /// The distance in meters between the centers of body and flipper at which the key is pressed.
  private static let reach: Float = 1.2
  /// For how many ticks a key is held, and how many later it can be pressed again.
  private static let (hold, rest) = (UInt64(14), UInt64(26))

  /// The tick in which each flipper's key was pressed last, by the order of the flippers.
  private var presses: [UInt64] = []

  /// The events for the next tick.
  mutating func play(_ session: Session) -> [InputEvent] {
    let root = session.scene.rootNode
    let players = root.childNodes(withRole: PlayerBehavior.self).compactMap(\.bodyNode)
    let flippers = root.childNodes(withRole: FlipperBehavior.self)
    while presses.count < flippers.count { presses.append(0) }
    var events: [InputEvent] = []
    for (index, node) in flippers.enumerated() {
      guard let flipper: FlipperBehavior = node.role(), let key = flipper.input.keys.first else {
        continue
      }
      let isDown = session.input.isPressed(key)
      if isDown, session.tick >= presses[index] + Self.hold {
        events.append(.release(key))
      } else if !isDown, session.tick >= presses[index] + Self.hold + Self.rest,
        players.contains(where: { ($0.worldPosition - node.worldPosition).length < Self.reach })
      {
        presses[index] = session.tick
        events.append(.press(key))
      }
    }
    if session.state(as: Rules.State.self)?.isOver ?? false {
      events += [.press(.space), .release(.space)]
    }
    return events
  }
}
