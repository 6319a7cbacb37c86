import CaromMaths
import CaromSimulation

/// Plays single runs of a ``Fuzz`` search; a run depends on its number and the corpus alone.
struct FuzzRunner: Sendable {
  let fuzz: Fuzz
  /// Asked before each tick; returns true to end the run.
  let isCancelled: @Sendable () -> Bool
  private let invariants: [Invariant]
  private let game: any Game.Type
  private let controls: GameControls
  private let beginning: Snapshot
  private let makeSession: @Sendable () throws -> Session

  init(
    _ fuzz: Fuzz, _ pool: SessionPool, _ controls: GameControls?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.fuzz = fuzz
    self.isCancelled = isCancelled
    game = pool.game
    self.controls = controls ?? game.controls
    invariants = fuzz.invariants ?? Invariant.all + game.invariants
    beginning = pool.beginning
    makeSession = pool.makeSession
  }

  /// What one run found and covered.
  struct Result: Sendable {
    var ticks: UInt64 = 0
    var events: [TimedInput] = []
    var coverage = Coverage()
    var states: [UInt64] = []
    var failure: Fuzz.Failure?
    var isCut = false
  }

  /// Plays a run from its beginning to a violation or to its last tick.
  func play(_ number: Int, growingFrom corpus: InputCorpus, _ session: Session) -> Result {
    var stream = RandomStream(seed: fuzz.seed)
    let own = stream.next() &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    let (kind, chosen) = PlayerKind.player(
      ofRun: number, ticks: fuzz.ticks, game, controls, corpus, seed: own)
    var player = chosen
    let start = session.tick
    let undeclared = session.undeclaredValues
    let recorder = CoverageRecorder(session)
    var result = Result()
    (result.failure, result.events) = watch(
      &player, in: session, ticks: fuzz.ticks, recorder: recorder)
    recorder.finish()
    result.ticks = session.tick - start
    (result.coverage, result.states) = (recorder.coverage, recorder.states)
    Coverage.add(1, of: kind.rawValue, to: &result.coverage.players)
    if result.failure != nil { return result }
    if isCancelled() {
      result.isCut = true
      return result
    }
    result.failure = repeatFailure(number, session, undeclared, result)
    if result.failure == nil { result.failure = snapshotFailure(session, result) }
    return result
  }

  /// Repeats every fourth run, which must reach the same state.
  private func repeatFailure(
    _ number: Int, _ session: Session, _ undeclared: UndeclaredValues, _ result: Result
  ) -> Fuzz.Failure? {
    guard number % 4 == 0 else { return nil }
    let hash = session.hash
    SessionPool.restore(session, beginning)
    let left = undeclared.differences(from: session.undeclaredValues)
    var again: any Bot = ScriptPlayer(result.events)
    session.step(Int(clamping: result.ticks), with: &again)
    guard session.hash != hash else { return nil }
    return Fuzz.Failure(
      invariant: Fuzz.repeatName,
      message: "the same input led to another state" + UndeclaredValues.sentence(left),
      tick: session.tick, events: result.events)
  }

  /// Continues the run from snapshots, which must reach the same states.
  private func snapshotFailure(_ session: Session, _ result: Result) -> Fuzz.Failure? {
    guard let heavy = fuzz.heavy else { return nil }
    SessionPool.restore(session, beginning)
    do {
      _ = try HeavyMode(interval: heavy).run(
        session, ticks: Int(clamping: result.ticks), bot: ScriptPlayer(result.events),
        makeSession: makeSession)
      return nil
    } catch {
      return Fuzz.Failure(
        invariant: Fuzz.snapshotName, message: "\(error)", tick: session.tick,
        events: result.events)
    }
  }

  /// Plays until an invariant is violated; only those with a name if it is given.
  func watch(
    _ player: inout any Bot, in session: Session, ticks: Int, only name: String? = nil,
    recorder: CoverageRecorder? = nil
  ) -> (failure: Fuzz.Failure?, events: [TimedInput]) {
    let watchers = invariants.filter { name == nil || $0.name == name }
      .map { (name: $0.name, check: $0.begin(session)) }
    var events: [TimedInput] = []
    for _ in 0..<ticks {
      if isCancelled() { break }
      let sent = player.play(session)
      for event in sent {
        events.append(TimedInput(event, tick: session.tick))
        session.send(event)
      }
      session.step()
      if let recorder {
        if !sent.isEmpty { recorder.send(sent) }
        recorder.observe(session)
      }
      for watcher in watchers {
        guard let message = watcher.check(session) else { continue }
        let failure = Fuzz.Failure(
          invariant: watcher.name, message: message, tick: session.tick, events: events)
        return (failure, events)
      }
    }
    return (nil, events)
  }
}
