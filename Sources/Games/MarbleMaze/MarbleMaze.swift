import CaromMaths
public import CaromSceneGraph
public import CaromSimulation

/// Marble Maze: roll a marble over narrow bridges and collect pearls before its light goes out.
///
/// The light fades with every tick, and a pearl refills it. A marble that falls, or whose light
/// goes out, returns to its checkpoint while it has lives. The goal ends the run, and the next
/// level follows.
public final class MarbleMaze: Game {
  /// The name on the command line and in scene files.
  public static let name = "marble-maze"
  /// The title that is displayed to the user.
  public static let title = "Marble Maze"
  /// A one-line description with the controls.
  public static let summary =
    "Tilt the board with arrows, WASD, a stick or a sensor and collect pearls; start with space"
  /// The levels, in order.
  public static let levels = [
    "The Bridges", "First Light", "Stairs and Slopes", "Springboard", "The Ferry", "Open Sesame",
    "Paper Wings", "The Rails", "Balance", "Iron Will", "The Factory", "Looping", "Star Gate",
    "The Grand Tour",
  ].enumerated().map { Level("marble-maze/level\($0.offset + 1).json", title: $0.element) }
  /// The roles of its nodes.
  public static var roles: [any Role.Type] {
    [
      Marble.self, Pearl.self, Goal.self, Checkpoint.self, Form.self, Transformer.self, Prop.self,
      WayLight.self, Rig.self,
    ]
  }
  /// Tilting by keys, the start of a run, and the calibration of a sensor.
  public static let actions =
    InputAction.directions + [
      InputAction("start", keys: [.space, .enter], buttons: [.a, .start], usesPointer: true),
      InputAction("calibrate", keys: [.c], buttons: [.y]),
    ]
  /// Space starts the run; tilting rolls the marble.
  public static var controls: GameControls {
    // The marble rolls over a bridge in two seconds.
    GameControls(usesTilt: true, holdTicks: 5...120)
  }
  /// Returns a bot that steers along the stones.
  public static func makeBot() -> (any Bot)? { MarbleMazeBot() }

  /// The category bit masks of bodies in the levels.
  public enum Category {
    /// The marble.
    public static let ball: UInt32 = 1
    /// The stones that the marble rolls on.
    public static let stone: UInt32 = 2
    /// Pillars, which the marble bumps into.
    public static let pillar: UInt32 = 4
    /// Crates, which the marble bumps into.
    public static let crate: UInt32 = 8
    /// Pearls, which are sensors.
    public static let pearl: UInt32 = 16
    /// Goals, which are sensors.
    public static let goal: UInt32 = 32
    /// Checkpoints and transformers, which are sensors.
    public static let gate: UInt32 = 64
    /// The plates of loops, through which the camera sees the marble.
    public static let glass: UInt32 = 128
  }

  /// The state of the run.
  public var state = MarbleMazeState()

  /// The nodes of the scene; nil before ``bind(to:)``.
  private(set) var parts: Parts?
  /// The vertical velocity of the marble before the physics of this tick; undefined between ticks.
  var verticalSpeed: Float = 0

  /// The time for which a fallen marble is watched, in ticks.
  private static let fallTicks: Int32 = 12

  /// The tick in which the player last left a result; of no meaning in later ticks.
  private var proceedTick: UInt64?

  /// Creates the game before its first tick.
  public init() {}

  /// Finds the marble, the pearls and the rigs.
  public func bind(to session: Session) throws(GameError) {
    parts = try Parts(session)
    proceedTick = nil
  }

  /// Adds the overlay and records where everything starts.
  public func start(_ session: Session) {
    guard let parts else { return }
    state.startPosition = parts.ball.worldPosition
    state.startScore = state.score
    for prop in parts.props { prop.recordStart() }
    recordView(parts, session)
    makeLabels(session)
    reset(session)
  }

  // MARK: Phases

  /// Resets the level and the score for the next run.
  private func reset(_ session: Session) {
    guard let parts else { return }
    enter(.tapToPlay)
    state.startsAgain = false
    state.score = state.startScore
    (state.bonus, state.pearls, state.runTicks) = (0, 0, 0)
    (state.lifeTicks, state.refillTicks) = (0, 0)
    state.livesLeft = parts.rules.lives
    state.returnPosition = state.startPosition
    state.returnForm = parts.form(named: parts.rules.form)
    for node in parts.checkpoints { node.setReached(false) }
    for pearl in parts.pearls {
      pearl.removeAction(forKey: "return")
      pearl.isHidden = false
    }
    openGoals()
    setGlow(parts.rules.idleLight)
    moveBack(parts)
    showScore(session)
  }

  private func enter(_ phase: MarbleMazeState.Phase) {
    (state.phase, state.phaseTicks, state.tilt) = (phase, 0, .zero)
  }

  /// Moves the marble to its checkpoint, and all props to their starts.
  private func moveBack(_ parts: Parts) {
    take(form: state.returnForm)
    if parts.ball.isHidden { parts.ball.isHidden = false }
    parts.ball.worldPosition = state.returnPosition
    parts.ball.markTeleported()
    parts.body.velocity = .zero
    parts.body.angularVelocity = .zero
    parts.body.clearAllForces()
    for prop in parts.props { prop.restoreStart() }
    moveRigs(parts, to: state.returnPosition)
  }

  /// Starts the run, or leaves its result once it was displayed long enough to be noticed.
  private func confirm(_ parts: Parts, _ session: Session) {
    switch state.phase {
    case .tapToPlay:
      // A second press in the tick that left the result does not start the next run unseen.
      if proceedTick != session.tick { play(session) }
    case .gameOver, .finished:
      guard state.phaseTicks >= parts.rules.endTicks else { return }
      let isLost = state.phase == .gameOver
      proceed(session)
      if isLost, state.phase == .tapToPlay {
        state.startsAgain = true
        showScore(session)
      }
      proceedTick = session.tick
    case .playing, .fallen: break
    }
  }

  private func play(_ session: Session) {
    guard let parts else { return }
    enter(.playing)
    state.startsAgain = false
    state.orbit = 0
    turnRigs()
    refill(parts.rules.lifeTicks)
    session.scene.playSound("start")
    showScore(session)
  }

  /// The ticks after which a run that follows a lost one starts at the earliest and at the latest.
  private static let (leastPause, mostPause): (Int32, Int32) = (12, 180)

  /// Whether the marble has come to rest at its start, or has had the time for it.
  private func isReadyAgain(_ parts: Parts) -> Bool {
    guard state.phaseTicks >= Self.leastPause, state.phaseTicks < Self.mostPause else {
      return state.phaseTicks >= Self.mostPause
    }
    // It is slow where it turns above the stones, too.
    return parts.body.velocity.length < 0.5
      && parts.ball.scene?.physicsWorld.contactTest(with: parts.body).isEmpty == false
  }

  /// Takes a life, and ends the run with the last one.
  private func lose(_ session: Session) {
    state.livesLeft = max(0, state.livesLeft - 1)
    guard state.livesLeft > 0 else { return end(.gameOver, session) }
    enter(.fallen)
    session.scene.playSound("lifeLost")
    showScore(session)
  }

  private func end(_ phase: MarbleMazeState.Phase, _ session: Session) {
    enter(phase)
    if phase == .finished {
      state.bonus = timeBonus(session)
      state.score = clamped(Int(state.score) + Int(state.bonus))
      session.completeLevel()
    }
    if UInt64(clamping: state.score) > session.storage["marble-maze.highScore"] {
      session.storage["marble-maze.highScore"] = UInt64(clamping: state.score)
    }
    session.scene.playSound(phase == .finished ? "finished" : "gameOver")
    showScore(session)
  }

  /// The points for the seconds that the run was faster than the par time.
  private func timeBonus(_ session: Session) -> Int32 {
    guard let par = session.scene.par.duration, let rules = parts?.rules else { return 0 }
    let seconds = (par - Double(state.runTicks) * session.tickLength).rounded(.down)
    return Int32(max(0, min(seconds, 1e6))) * rules.secondPoints
  }

  private func clamped(_ score: Int) -> Int32 { Int32(max(0, min(score, 1_000_000_000))) }

  /// Follows the behaviors of a level: points count, a win is the goal, and a loss costs a life.
  public func didReceive(_ signal: BehaviorSignal, in session: Session) {
    guard state.phase == .playing else { return }
    switch signal {
    case .score(let points):
      state.score = clamped(Int(state.score) + Int(points))
      showScore(session)
    case .win: end(.finished, session)
    case .lose: lose(session)
    // The lives are those of the marble.
    case .lives: break
    }
  }

  // MARK: Ticks

  /// Starts the run, leaves its result, and calibrates the board.
  public func handle(_ event: InputEvent, in session: Session) {
    guard !session.isPaused, let parts else { return }
    if event.isConfirmation { confirm(parts, session) }
    if session.isBegun("calibrate", by: event) {
      state.calibration = session.input.tilt - parts.rules.neutralTilt
    }
  }

  /// Updates the life, tilts the marble and detects the end of the run.
  public func update(_ session: Session) {
    guard let parts else { return }
    if state.phaseTicks < .max { state.phaseTicks += 1 }
    switch state.phase {
    case .tapToPlay:
      orbit(parts, Float(session.tickLength))
      if state.startsAgain, isReadyAgain(parts) { play(session) }
    case .playing:
      push(parts, session)
      state.lifeTicks -= 1
      state.runTicks = min(state.runTicks + 1, 1_000_000_000)
      shine(parts)
      if parts.ball.worldPosition.y < parts.rules.fallHeight || state.lifeTicks <= 0 {
        lose(session)
      }
    case .fallen:
      shine(parts)
      leaveFall(parts)
      if state.phaseTicks >= parts.rules.returnTicks { comeBack(parts, session) }
    case .gameOver, .finished:
      shine(parts)
      if state.phase == .finished { brake(parts) }
      // The result stays for any time.
      leaveFall(parts)
    }
    for prop in parts.props { prop.hide(below: parts.rules.fallHeight) }
    showLife(session)
    verticalSpeed = parts.body.velocity.y
  }

  /// Takes a marble that has fallen to where the run goes on, so that the camera shows the maze.
  ///
  /// The camera moves to the checkpoint, and jumps to the start. The marble is hidden there.
  private func leaveFall(_ parts: Parts) {
    guard state.phaseTicks >= Self.fallTicks, !parts.ball.isHidden,
      parts.ball.worldPosition.y < parts.rules.fallHeight
    else { return }
    parts.body.velocity = .zero
    parts.body.angularVelocity = .zero
    let isOver = state.phase != .fallen
    parts.ball.worldPosition = isOver ? state.startPosition : state.returnPosition
    parts.ball.markTeleported()
    parts.ball.isHidden = true
    if isOver { moveRigs(parts, to: state.startPosition) }
  }

  private func moveRigs(_ parts: Parts, to position: Vector3) {
    for (rig, _) in parts.rigs {
      rig.worldPosition = position
      rig.markTeleported()
    }
  }

  /// Continues the run at the checkpoint.
  private func comeBack(_ parts: Parts, _ session: Session) {
    moveBack(parts)
    enter(.playing)
    refill(parts.rules.lifeTicks)
    session.scene.playSound("reset")
    showScore(session)
  }

  /// Goes to the next run: in the next level, again in this one, or in the first one after the
  /// last.
  private func proceed(_ session: Session) {
    if state.phase == .finished, !session.isChangingLevel {
      if let next = session.nextLevel, session.present(next, with: .fade()) { return }
      if session.level != nil { return session.startOver(with: .fade()) }
    }
    guard !session.isChangingLevel else { return }
    reset(session)
    session.scene.playSound("reset")
  }

  // MARK: Contacts

  /// Handles pearls, the goal, checkpoints, transformers and bumps.
  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard let parts, let other = contact.other(than: parts.ball) else { return }
    let category = other.physicsBody?.categoryBitMask ?? 0
    if category & (Category.pillar | Category.crate) != 0 {
      return bump(
        contact.collisionImpulse / parts.body.mass, category & Category.crate != 0, session)
    }
    guard state.phase == .playing, let target = other.roleNode else { return }
    if let pearl: Pearl = target.role() {
      collect(pearl, target, session)
    } else if let checkpoint: Checkpoint = target.role() {
      reach(checkpoint, target, session)
    } else if let transformer: Transformer = target.role() {
      let form = parts.form(named: transformer.form)
      guard form != state.form else { return }
      take(form: form)
      // The marble loses its speed in a transformer.
      parts.body.velocity = .zero
      parts.body.angularVelocity = .zero
      session.scene.playSound("serve", at: target)
    } else if target.role is Goal {
      end(.finished, session)
    }
  }

  private func collect(_ pearl: Pearl, _ node: Node, _ session: Session) {
    guard let rules = parts?.rules, !node.isHidden else { return }
    node.isHidden = true
    node.runAction(.sequence([.wait(duration: pearl.hiddenDuration), .unhide()]), forKey: "return")
    state.score = clamped(Int(state.score) + Int(pearl.points))
    state.pearls = min(state.pearls + 1, 1_000_000_000)
    refill(Int32(pearl.life * Float(rules.lifeTicks)))
    session.scene.playSound("powerUp", at: node)
    if openGoals() { session.scene.playSound("cleared") }
    showScore(session)
  }

  private func reach(_ checkpoint: Checkpoint, _ node: Node, _ session: Session) {
    guard let rules = parts?.rules, !checkpoint.isReached else { return }
    node.setReached(true)
    state.returnPosition = node.worldPosition + checkpoint.offset
    state.returnForm = state.form
    refill(Int32(checkpoint.life * Float(rules.lifeTicks)))
    session.scene.playSound("cleared", gain: 0.6, at: node)
  }

  /// Shows the goals for which the run has enough pearls; returns whether one opened.
  @discardableResult private func openGoals() -> Bool {
    var opened = false
    for node in parts?.goals ?? [] {
      let isClosed = state.pearls < node.role(as: Goal.self)?.pearls ?? 0
      if node.isHidden, !isClosed { opened = true }
      if node.isHidden != isClosed { node.isHidden = isClosed }
    }
    return opened
  }
}
