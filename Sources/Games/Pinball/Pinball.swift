public import CaromSceneGraph
public import CaromSimulation

/// Pinball: keep the ball in play with two flippers and reach the goal of the table.
///
/// The tables are data: flippers, plunger, bumpers, drop targets, multiball and tilt are behaviors
/// of their nodes. The game writes to the labels `score`, `ball` and `message` of a table, and goes
/// from table to table.
public final class Pinball: Game {
  /// The name on the command line and in scene files.
  public static let name = "pinball"
  /// The title.
  public static let title = "Pinball"
  /// A one-line description with the controls.
  public static let summary =
    "Reach the goal with three balls: hold Space to launch, Left and Right flip, Up nudges"
  /// The tables, in order.
  public static let levels = [
    Level("pinball/lighthouse.json", title: "Lighthouse Bay"),
    Level("pinball/toadstools.json", title: "Toadstool Wood"),
  ]
  /// The flippers, the plunger and the nudge.
  public static let actions = [
    InputAction("left", title: "Left flipper", keys: [.left, .a], buttons: [.leftShoulder]),
    InputAction("right", title: "Right flipper", keys: [.right, .d], buttons: [.rightShoulder]),
    InputAction("plunge", title: "Plunger", keys: [.space, .down], buttons: [.a]),
    InputAction("nudge", keys: [.up, .w], buttons: [.x]),
  ]
  /// Returns a bot that sees the table 12 ticks late.
  public static func makeBot() -> (any Bot)? { PinballBot() }
  /// A table has a camera.
  public static func problems(of scene: Scene) -> [LevelProblem] { scene.cameraProblems }

  /// The state of the table.
  public var state = Rules.State()

  /// Creates the game before its first tick.
  public init() {}

  /// Displays the first ball.
  public func start(_ session: Session) { display(session) }
  /// The table rests after the end.
  public var runsBehaviors: Bool { !state.isOver }

  /// Goes to the next table after a win, and begins the table again after a loss.
  public func handle(_ event: InputEvent, in session: Session) {
    guard event.isConfirmation, state.canContinue, !session.isPaused else { return }
    let level = state.phase == .won ? session.nextLevel : session.level
    if let level { session.present(level, with: .fade()) } else { session.startOver() }
  }

  /// Counts the ticks of the phase, and shows the whole table in narrow windows.
  public func update(_ session: Session) {
    if state.phaseTicks < .max { state.phaseTicks += 1 }
    session.fitTableView()
  }

  /// Keeps the score and the balls, and ends the table.
  public func didReceive(_ signal: BehaviorSignal, in session: Session) {
    if state.receive(signal) {
      if state.phase == .won { session.completeLevel() }
      session.scene.playSound(state.phase == .won ? "finished" : "gameOver")
      state.message += "\n{plunge} to " + (state.phase == .won ? "continue" : "play again")
    }
    display(session)
  }

  private func display(_ session: Session) {
    let player = session.scene.rootNode.childNodes(withRole: PlayerBehavior.self).first
    let all = player?.role(as: PlayerBehavior.self)?.lives ?? 0
    session.setText("\(state.score)", of: "score")
    session.setText("Ball \(min(all, all + 1 - (state.lives ?? all))) of \(all)", of: "ball")
    session.setText(state.message, of: "message")
  }
}
