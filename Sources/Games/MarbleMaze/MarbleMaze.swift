import CaromMaths
public import CaromSceneGraph
public import CaromSimulation

/// Marble Maze: roll a marble over narrow bridges and collect pearls before its light goes out.
///
/// The light fades with every tick, and a pearl refills it. Pearls reappear, so a run can last
/// indefinitely. A goal ends the run in levels that have one, and the next level follows.
public final class MarbleMaze: Game {
  /// The name on the command line and in scene files.
  public static let name = "marble-maze"
  /// The title that is displayed to the user.
  public static let title = "Marble Maze"
  /// A one-line description with the controls.
  public static let summary =
    "Tilt the marble with arrows, WASD, a stick or a sensor and collect pearls; start with space"
  /// The levels.
  public static let levels = [Level("marble-maze/level1.json", title: "The Bridges")]
  /// The roles of its nodes.
  public static var roles: [any Role.Type] {
    [Marble.self, Pearl.self, Goal.self, Rig.self]
  }
  /// Tilting by keys, and the start of a run.
  public static var actions: [InputAction] {
    InputAction.directions + [
      InputAction("start", keys: [.space, .enter], buttons: [.a, .start], usesPointer: true)
    ]
  }
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
  }

  /// The state of the run.
  public var state = MarbleMazeState()

  /// The nodes of the scene; nil before ``bind(to:)``.
  private(set) var parts: Parts?
  /// The vertical velocity of the marble before the physics of this tick; undefined between ticks.
  private var verticalSpeed: Float = 0

  /// Creates the game before its first tick.
  public init() {}

  /// Finds the marble, the pearls and the rigs.
  public func bind(to session: Session) throws(GameError) {
    parts = try Parts(session)
  }

  /// Adds the overlay and records the start position of the marble.
  public func start(_ session: Session) {
    guard let parts else { return }
    state.startPosition = parts.ball.worldPosition
    makeLabels(session)
    reset(session)
  }

  // MARK: Phases

  /// Resets the level and the score for the next run.
  private func reset(_ session: Session) {
    guard let parts else { return }
    state.phase = .tapToPlay
    state.phaseTicks = 0
    state.score = 0
    state.lifeTicks = 0
    state.refillTicks = 0
    state.tilt = .zero
    setGlow(parts.rules.idleLight)
    parts.ball.worldPosition = state.startPosition
    parts.body.velocity = .zero
    parts.body.angularVelocity = .zero
    parts.body.clearAllForces()
    for pearl in parts.pearls {
      pearl.removeAction(forKey: "return")
      pearl.isHidden = false
    }
    for (rig, _) in parts.rigs {
      rig.worldPosition = state.startPosition
      rig.markTeleported()
    }
    showScore(session)
  }

  private func play(_ session: Session) {
    guard let parts else { return }
    state.phase = .playing
    state.phaseTicks = 0
    state.orbit = 0
    turnRigs()
    refill(parts.rules.lifeTicks)
    session.scene.playSound("start")
    showScore(session)
  }

  private func end(_ phase: MarbleMazeState.Phase, _ session: Session) {
    state.phase = phase
    state.phaseTicks = 0
    state.tilt = .zero
    if UInt64(clamping: state.score) > session.storage["marble-maze.highScore"] {
      session.storage["marble-maze.highScore"] = UInt64(clamping: state.score)
    }
    session.scene.playSound(phase == .finished ? "finished" : "gameOver")
    showScore(session)
  }

  /// Follows the behaviors of a level: points count, a win is the goal, and a loss ends the run.
  public func didReceive(_ signal: BehaviorSignal, in session: Session) {
    guard state.phase == .playing else { return }
    switch signal {
    case .score(let points):
      state.score = Int32(clamping: Int(state.score) + Int(points))
      showScore(session)
    case .win: end(.finished, session)
    case .lose: end(.gameOver, session)
    // A run has a single life.
    case .lives: break
    }
  }

  // MARK: Ticks

  /// Starts the run.
  public func handle(_ event: InputEvent, in session: Session) {
    if event.isConfirmation, state.phase == .tapToPlay, !session.isPaused { play(session) }
  }

  /// Updates the life, tilts the marble and detects the end of the run.
  public func update(_ session: Session) {
    guard let parts else { return }
    if state.phaseTicks < .max { state.phaseTicks += 1 }
    switch state.phase {
    case .tapToPlay:
      orbit(parts, Float(session.tickLength))
    case .playing:
      push(parts, session)
      state.lifeTicks -= 1
      shine(parts)
      if parts.ball.worldPosition.y < parts.rules.fallHeight || state.lifeTicks <= 0 {
        end(.gameOver, session)
      }
    case .gameOver, .finished:
      shine(parts)
      if state.phaseTicks >= parts.rules.endTicks {
        if state.phase == .finished, session.presentNextLevel(with: .fade()) { break }
        reset(session)
        session.scene.playSound("reset")
      }
    }
    showLife(session)
    verticalSpeed = parts.body.velocity.y
  }

  /// Plays the sounds of the marble's motion in this tick.
  public func didSimulatePhysics(_ session: Session) {
    if let parts { sound(parts, session) }
  }

  /// Accelerates the marble by the smoothed tilt.
  private func push(_ parts: Parts, _ session: Session) {
    let time = Float(session.tickLength)
    let input = session.input.tilt - parts.rules.neutralTilt + session.input.direction
    let length = input.length
    let target = length > 1 ? input * (1 / length) : input
    let fraction = 1 - Portable.exp(-parts.rules.tiltRate * time)
    state.tilt = state.tilt + (target - state.tilt) * fraction
    if abs(state.tilt.x) + abs(state.tilt.y) < 1e-5 {
      state.tilt = .zero
      return
    }
    parts.body.velocity +=
      Vector3(state.tilt.x, 0, -state.tilt.y) * (parts.rules.acceleration * time)
  }

  // MARK: Sounds

  /// The speed at which impact and rolling sounds reach full volume, in meters per second.
  private static let maxVolumeSpeed: Float = 6

  /// Plays the sounds of landing and rolling.
  ///
  /// A fall that stops within one tick is a landing, on any body. A marble that moves horizontally
  /// without rising or falling is rolling.
  private func sound(_ parts: Parts, _ session: Session) {
    let velocity = parts.body.velocity
    let stop = velocity.y - verticalSpeed
    if verticalSpeed < -1, stop > 1 {
      let strength = min(1, stop / (2 * Self.maxVolumeSpeed))
      session.scene.playSound(
        "land", gain: 0.2 + 0.8 * strength, pitch: 1.1 - 0.2 * strength, at: parts.ball)
    }
    let speed = (velocity.x * velocity.x + velocity.z * velocity.z).squareRoot()
    guard speed > 0.1, abs(velocity.y) < 0.7 else { return }
    let volume = min(1, speed / Self.maxVolumeSpeed)
    session.scene.sustainSound(
      "roll", gain: 0.7 * volume, pitch: 0.6 + 0.7 * volume, at: parts.ball)
  }

  // MARK: Light

  /// Adds life in ticks, up to the maximum; the glow follows within the refill time.
  private func refill(_ ticks: Int32) {
    guard let rules = parts?.rules else { return }
    state.lifeTicks = min(rules.lifeTicks, state.lifeTicks + ticks)
    state.refillTicks = rules.refillTicks
  }

  /// Moves the glow of the marble towards its life.
  private func shine(_ parts: Parts) {
    let life = Float(max(0, state.lifeTicks)) / Float(parts.rules.lifeTicks)
    if state.refillTicks > 0 {
      setGlow(state.glow + (life - state.glow) / Float(state.refillTicks))
      state.refillTicks -= 1
    } else {
      setGlow(life)
    }
  }

  private func setGlow(_ glow: Float) {
    guard glow != state.glow else { return }
    state.glow = glow
    parts?.material?.emission.intensity = glow
  }

  // MARK: Camera

  /// Rotates the cameras about the waiting marble.
  private func orbit(_ parts: Parts, _ time: Float) {
    guard let speed = parts.rigs.first(where: { $0.rules.orbitSpeed != 0 })?.rules.orbitSpeed
    else { return }
    state.orbit += speed * time
    if state.orbit > .pi { state.orbit -= 2 * .pi }
    if state.orbit < -.pi { state.orbit += 2 * .pi }
    turnRigs()
  }

  /// Rotates the arm of each orbiting rig and preserves its pitch.
  private func turnRigs() {
    for (rig, rules) in parts?.rigs ?? [] where rules.orbitSpeed != 0 {
      guard let arm = rig.childNodes.first else { continue }
      let angles = arm.eulerAngles
      arm.eulerAngles = Vector3(angles.x, state.orbit, angles.z)
    }
  }

  // MARK: Contacts

  /// Handles pearls, the goal and bumps.
  public func didBegin(_ contact: PhysicsContact, in session: Session) {
    guard let parts, let other = contact.other(than: parts.ball) else { return }
    let category = other.physicsBody?.categoryBitMask ?? 0
    if category & (Category.pillar | Category.crate) != 0 {
      let strength = min(1, contact.collisionImpulse / parts.body.mass / Self.maxVolumeSpeed)
      session.scene.playSound(
        category & Category.crate != 0 ? "knock" : "bump", gain: 0.15 + 0.85 * strength,
        pitch: 0.85 + 0.3 * strength, at: parts.ball)
    }
    guard state.phase == .playing, let target = other.roleNode else { return }
    if let pearl: Pearl = target.role() {
      guard !target.isHidden else { return }
      target.isHidden = true
      target.runAction(
        .sequence([.wait(duration: pearl.hiddenDuration), .unhide()]), forKey: "return")
      state.score += pearl.points
      refill(Int32(pearl.life * Float(parts.rules.lifeTicks)))
      session.scene.playSound("powerUp", at: target)
      showScore(session)
    } else if target.role is Goal {
      end(.finished, session)
    }
  }
}
