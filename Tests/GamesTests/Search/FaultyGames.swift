import CaromGames
import CaromSceneGraph
import CaromSimulation

/// Brick Breaker, for subclasses with a bug in its rules.
class FaultyBreaker: Game {
  static var name: String { BrickBreaker.name }
  static var title: String { BrickBreaker.title }
  static var summary: String { BrickBreaker.summary }
  static var levels: [Level] { BrickBreaker.levels }
  static var roles: [any Role.Type] { BrickBreaker.roles }
  static var controls: GameControls { BrickBreaker.controls }
  static var actions: [InputAction] { BrickBreaker.actions }
  static var invariants: [Invariant] { BrickBreaker.invariants }
  static func makeBot() -> (any Bot)? { BrickBreaker.makeBot() }

  let rules = BrickBreaker()
  var state: BrickBreakerState {
    get { rules.state }
    set { rules.state = newValue }
  }

  required init() {}

  func bind(to session: Session) throws(GameError) { try rules.bind(to: session) }
  func start(_ session: Session) { rules.start(session) }
  func handle(_ event: InputEvent, in session: Session) { rules.handle(event, in: session) }
  func update(_ session: Session) { rules.update(session) }
  func didSimulatePhysics(_ session: Session) { rules.didSimulatePhysics(session) }
  func didBegin(_ contact: PhysicsContact, in session: Session) {
    rules.didBegin(contact, in: session)
  }

  /// The ball.
  func ball(_ session: Session) -> Node? {
    session.scene.rootNode.childNodes(withRole: BreakerBall.self).first
  }
}

/// A lost ball costs two lives.
final class DoubleLoss: FaultyBreaker {
  override func didBegin(_ contact: PhysicsContact, in session: Session) {
    let before = state.livesLeft
    super.didBegin(contact, in: session)
    if state.livesLeft < before { state.livesLeft -= 1 }
  }
}

/// A lost ball costs nothing.
final class FreeLoss: FaultyBreaker {
  override func didBegin(_ contact: PhysicsContact, in session: Session) {
    let before = state.livesLeft
    super.didBegin(contact, in: session)
    if state.phase == .lifeLost { state.livesLeft = before }
  }
}

/// The game is over with a life left.
final class EarlyGameOver: FaultyBreaker {
  override func didBegin(_ contact: PhysicsContact, in session: Session) {
    super.didBegin(contact, in: session)
    if state.phase == .lifeLost, state.livesLeft == 1 { state.phase = .gameOver }
  }
}

/// A lost ball costs a point.
final class CostlyLoss: FaultyBreaker {
  override func didBegin(_ contact: PhysicsContact, in session: Session) {
    let before = state.livesLeft
    super.didBegin(contact, in: session)
    if state.livesLeft < before { state.score = max(0, state.score - 1) }
  }
}

/// A brick counts twice.
final class DoublePoints: FaultyBreaker {
  override func didBegin(_ contact: PhysicsContact, in session: Session) {
    let before = state.score
    super.didBegin(contact, in: session)
    state.score += state.score - before
  }
}

/// A brick counts and stays.
final class LastingBricks: FaultyBreaker {
  override func didBegin(_ contact: PhysicsContact, in session: Session) {
    super.didBegin(contact, in: session)
    guard let ball = ball(session) else { return }
    contact.other(than: ball)?.isHidden = false
  }
}

/// Every hit makes the ball faster.
final class FasterBall: FaultyBreaker {
  override func didSimulatePhysics(_ session: Session) {
    super.didSimulatePhysics(session)
    guard state.phase == .playing, !session.contacts.isEmpty else { return }
    ball(session)?.physicsBody?.velocity *= 1.02
  }
}

/// The player cannot start another game.
final class LastGame: FaultyBreaker {
  override func handle(_ event: InputEvent, in session: Session) {
    if state.phase != .gameOver { super.handle(event, in: session) }
  }
}

/// The next game keeps the points of the last one.
final class KeptPoints: FaultyBreaker {
  override func handle(_ event: InputEvent, in session: Session) {
    let before = state
    super.handle(event, in: session)
    if before.phase == .gameOver, state.phase == .ready { state.score = before.score }
  }
}

/// Keys move the paddle beyond its range.
final class LoosePaddle: FaultyBreaker {
  override func update(_ session: Session) {
    super.update(session)
    let paddle = session.scene.rootNode.childNodes(withRole: Paddle.self).first
    paddle?.position.x += session.input.direction.x * 0.1
  }
}

/// Marble Maze, for subclasses with a bug in its rules.
class FaultyMaze: Game {
  static var name: String { MarbleMaze.name }
  static var title: String { MarbleMaze.title }
  static var summary: String { MarbleMaze.summary }
  static var levels: [Level] { MarbleMaze.levels }
  static var roles: [any Role.Type] { MarbleMaze.roles }
  static var controls: GameControls { MarbleMaze.controls }
  static var actions: [InputAction] { MarbleMaze.actions }
  static var invariants: [Invariant] { MarbleMaze.invariants }
  static func makeBot() -> (any Bot)? { MarbleMaze.makeBot() }

  let rules = MarbleMaze()
  var state: MarbleMazeState {
    get { rules.state }
    set { rules.state = newValue }
  }

  required init() {}

  func bind(to session: Session) throws(GameError) { try rules.bind(to: session) }
  func start(_ session: Session) { rules.start(session) }
  func handle(_ event: InputEvent, in session: Session) { rules.handle(event, in: session) }
  func update(_ session: Session) { rules.update(session) }
  func didSimulatePhysics(_ session: Session) { rules.didSimulatePhysics(session) }
  func didBegin(_ contact: PhysicsContact, in session: Session) {
    rules.didBegin(contact, in: session)
  }
}

/// The light never fades.
final class EternalLight: FaultyMaze {
  override func update(_ session: Session) {
    let before = state
    super.update(session)
    if before.phase == .playing, state.phase == .playing { state.lifeTicks = before.lifeTicks }
  }
}

/// A pearl counts twice.
final class DoublePearls: FaultyMaze {
  override func didBegin(_ contact: PhysicsContact, in session: Session) {
    let before = state.score
    super.didBegin(contact, in: session)
    state.score += state.score - before
  }
}

/// A marble that fell plays on.
final class EndlessFall: FaultyMaze {
  override func update(_ session: Session) {
    let before = state.phase
    super.update(session)
    if before == .playing, state.phase == .gameOver, state.lifeTicks > 0 { state.phase = .playing }
  }
}

/// A fall costs no life.
final class FreeFall: FaultyMaze {
  override func update(_ session: Session) {
    let before = state
    super.update(session)
    if before.phase == .playing, state.phase == .gameOver { state.livesLeft = before.livesLeft }
  }
}

/// The next run keeps the points of the last one.
final class KeptPearls: FaultyMaze {
  override func update(_ session: Session) {
    let before = state
    super.update(session)
    if before.isOver, state.phase == .tapToPlay { state.score = before.score }
  }
}

/// The first pearl does not return in the next run.
final class LostPearl: FaultyMaze {
  override func update(_ session: Session) {
    let wasOver = state.isOver
    let pearl = session.scene.rootNode.childNodes(withRole: Pearl.self).first
    let wasHidden = pearl?.isHidden ?? false
    super.update(session)
    if wasOver, state.phase == .tapToPlay, wasHidden { pearl?.isHidden = true }
  }
}

/// The player cannot start another run.
final class LastRun: FaultyMaze {
  override func update(_ session: Session) {
    super.update(session)
    if state.isOver { state.phaseTicks = 1 }
  }
}
