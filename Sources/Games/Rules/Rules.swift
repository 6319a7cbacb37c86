import CaromMaths
public import CaromProperties
import CaromSceneGraph
public import CaromSimulation

/// Rules: the game of levels without Swift code, whose rules are the behaviors of their nodes.
///
/// It keeps the score and the lives, displays them and the end of the level, and begins again when
/// the player confirms. It has no levels of its own: files name it, and are played by their path.
public final class Rules: Game {
  /// The name on the command line and in scene files.
  public static let name = "rules"
  /// The title that is displayed to the user.
  public static let title = "Rules by Data"
  /// A one-line description.
  public static let summary =
    "Plays scene files whose rules are behaviors of their nodes; each file has its own keys"
  /// The keys of behaviors are those of each level.
  public static var controls: GameControls {
    GameControls(keys: [.left, .right, .up, .down, .space], usesTilt: true)
  }

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
    /// Whether the level was won.
    public var isWon: Bool { phase == .won }

    /// Takes over what a behavior signals; what follows the end has no effect.
    ///
    /// - Returns: Whether the signal has ended the level.
    mutating func receive(_ signal: BehaviorSignal) -> Bool {
      guard phase == .playing else { return false }
      switch signal {
      case .score(let points):
        score = Int32(max(-1_000_000_000, min(1_000_000_000, Int(score) + Int(points))))
      case .lives(let lives): self.lives = lives
      case .win(let text): (phase, message) = (.won, text.isEmpty ? "You win" : text)
      case .lose(let text): (phase, message) = (.lost, text.isEmpty ? "Game over" : text)
      }
      if isOver { phaseTicks = 0 }
      return isOver
    }

    /// Whether the player can leave the message of the end.
    var canContinue: Bool { isOver && phaseTicks >= 30 }

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
    if event.isConfirmation, state.canContinue, !session.isPaused { session.startOver() }
  }

  /// Counts the ticks of the phase.
  public func update(_ session: Session) {
    if state.phaseTicks < .max { state.phaseTicks += 1 }
  }

  /// Keeps the score and the lives, and ends the level; what follows the end has no effect.
  public func didReceive(_ signal: BehaviorSignal, in session: Session) {
    if state.receive(signal) {
      if state.phase == .won { session.completeLevel() }
      session.scene.playSound(state.phase == .won ? "finished" : "gameOver")
    }
    display(session)
  }

  private func display(_ session: Session) {
    // A level in which nothing scores has no score.
    session.setText(state.score == 0 ? "" : "\(state.score)", of: "score")
    if session.scene.overlay[panel: "score"]?.isVisible == (state.score == 0) {
      session.scene.overlay[panel: "score"]?.isVisible = state.score != 0
    }
    session.setText(state.lives.map { "Lives \($0)" } ?? "", of: "lives")
    session.setText(state.message, of: "message")
  }
}
