import CaromMaths
import CaromSceneGraph
import CaromSimulation

/// Plays input from states of a ``Solve`` search; what it finds depends on state and seed alone.
struct SolveExplorer: Sendable {
  let solve: Solve
  let game: any Game.Type
  let controls: GameControls
  /// Asked before each tick; returns true to stop.
  let isCancelled: @Sendable () -> Bool
  /// The tick of the initial state.
  private let start: UInt64
  /// The cells of each session of the pool.
  private let cells: [SolveCells]

  /// The ticks between two looks at the state.
  private static let lookTicks: UInt64 = 4

  init(
    _ solve: Solve, _ pool: SessionPool, _ controls: GameControls?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.solve = solve
    game = pool.game
    self.controls = controls ?? game.controls
    self.isCancelled = isCancelled
    start = pool.beginning.tick
    cells = pool.sessions.map { SolveCells($0) }
  }

  /// A state in a cell that is new, or was reached in fewer ticks.
  struct Found: Sendable {
    var key: UInt64
    var ticks: UInt64
    var score: Int32
    var snapshot: Snapshot
    /// The number of events that led to it.
    var events: Int
  }

  /// What an exploration found.
  struct Result: Sendable {
    var ticks: UInt64 = 0
    var events: [TimedInput] = []
    var found: [Found] = []
    /// The ticks from the start of the search at which the level was won.
    var winTicks: UInt64?
    var score: Int32 = .min
    var furthest: Float = 0
    var loss: Solve.Loss?
    var isCut = false
  }

  /// Plays random input for up to twice the time that a player may hold one.
  func explore(
    _ session: Session, _ archive: SolveArchive, before limit: UInt64, seed: UInt64
  ) -> Result {
    var random = RandomStream(seed: seed)
    let ticks = 1 + random.int(below: 2 * controls.holdTicks.upperBound)
    var player: any Bot = ReleasingPlayer(controls, session, seed: random.next())
    return play(&player, for: UInt64(ticks), session, archive, before: limit)
  }

  /// Plays the input of a player until the level is won or lost, or its time is over.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - length: The maximum number of ticks.
  ///   - session: The session, in the state to begin with.
  ///   - archive: The states that are known; nil to look for none.
  ///   - limit: The ticks from the start of the search at which to end.
  /// - Returns: What was found.
  func play(
    _ player: inout any Bot, for length: UInt64, _ session: Session, _ archive: SolveArchive?,
    before limit: UInt64
  ) -> Result {
    var result = Result()
    let cells = cells(of: session)
    let lives = session.lives ?? 0
    let first = session.tick
    var position = cells.position
    while session.tick - first < length, session.tick - start < limit {
      if isCancelled() {
        result.isCut = true
        break
      }
      for event in player.play(session) {
        result.events.append(TimedInput(event, tick: session.tick))
        session.send(event)
      }
      session.step()
      result.ticks += 1
      let now = session.tick - start
      if hasWon(session) {
        result.winTicks = now
        result.score = max(result.score, session.score)
        break
      }
      if (session.lives ?? 0) < lives || Self.isOver(session.game) {
        result.loss = Solve.Loss(position: position, ticks: now)
        break
      }
      position = cells.position
      guard let archive, result.ticks % Self.lookTicks == 0 else { continue }
      result.score = max(result.score, session.score)
      result.furthest = max(result.furthest, position.distance(to: cells.beginning))
      let key = cells.key()
      if archive.isNew(key, ticks: now), !result.found.contains(where: { $0.key == key }) {
        result.found.append(
          Found(
            key: key, ticks: now, score: session.score, snapshot: session.snapshot(),
            events: result.events.count))
      }
    }
    return result
  }

  /// Plays random input for a moment; then the bot of the game plays on, if it has one.
  func slip(_ session: Session, seed: UInt64) -> Result {
    var player: any Bot = SlippingPlayer(controls, session, seed: seed, then: game.makeBot())
    let length = SlippingPlayer.slipTicks + Self.recoveryTicks
    return play(&player, for: length, session, nil, before: .max)
  }

  /// The ticks after a slip in which it can have consequences.
  private static let recoveryTicks: UInt64 = 180

  private func cells(of session: Session) -> SolveCells {
    guard let own = cells.first(where: { $0.session === session }) else {
      preconditionFailure("the session is one of the pool")
    }
    return own
  }

  private func hasWon(_ session: Session) -> Bool {
    if let goal = solve.goal { return goal.isTrue(in: session) }
    return session.hasJustCompletedLevel
  }

  private static func isOver(_ game: some Game) -> Bool { game.state.isOver }
}

/// A random player who hands over to a bot after a moment.
private struct SlippingPlayer: Bot {
  /// A quarter of a second: about the time in which a person notices a mistake.
  static let slipTicks: UInt64 = 15

  private var slip: ReleasingPlayer
  private var bot: (any Bot)?
  private let controls: GameControls
  private let start: UInt64

  init(_ controls: GameControls, _ session: Session, seed: UInt64, then bot: (any Bot)?) {
    slip = ReleasingPlayer(controls, session, seed: seed)
    (self.bot, self.controls, start) = (bot, controls, session.tick)
  }

  mutating func play(_ session: Session) -> [InputEvent] {
    let ticks = session.tick - start
    if ticks < Self.slipTicks { return slip.play(session) }
    let releases =
      ticks == Self.slipTicks
      ? controls.keys.filter { session.input.isPressed($0) }.map { InputEvent.release($0) } : []
    return releases + (bot?.play(session) ?? [])
  }
}

/// A random player that first releases the keys that are pressed in a restored state.
private struct ReleasingPlayer: Bot {
  private var player: RandomPlayer
  private var releases: [InputEvent]

  init(_ controls: GameControls, _ session: Session, seed: UInt64) {
    player = RandomPlayer(controls, seed: seed)
    releases = controls.keys.filter { session.input.isPressed($0) }.map { .release($0) }
  }

  mutating func play(_ session: Session) -> [InputEvent] {
    defer { releases = [] }
    return releases + player.play(session)
  }
}
