import CaromMaths
import CaromSimulation

/// The rounds of a ``Solve`` search.
struct SolveSearch {
  private let explorer: SolveExplorer
  private let pool: SessionPool
  private var archive: SolveArchive
  private var random: RandomStream
  private var outcome = Solve.Outcome()
  private var solve: Solve { explorer.solve }

  /// The explorations of a round; like all sizes, independent of the number of threads.
  private static let roundSize = 32
  /// The number of states of a win in which the player slips.
  private static let slips = 128

  init(_ explorer: SolveExplorer, _ pool: SessionPool) {
    self.explorer = explorer
    self.pool = pool
    random = RandomStream(seed: explorer.solve.seed)
    archive = SolveArchive(pool.beginning, seed: random.next())
  }

  /// Runs until the budget is used, or until the first win if that is enough.
  mutating func run(_ progress: (Solve.Progress) -> Bool) -> Solve.Outcome {
    if solve.usesBot { runBot() }
    while outcome.ticks < solve.budget, !(solve.stopsAtFirstWin && outcome.win != nil),
      !outcome.isInterrupted
    {
      runRound()
      let now = Solve.Progress(
        ticks: outcome.ticks, cells: archive.cellCount, winTicks: outcome.win?.ticks)
      if !progress(now) { outcome.isInterrupted = true }
    }
    outcome.cells = archive.cellCount
    measureRisk()
    return outcome
  }

  /// The ticks at which an exploration ends.
  private var limit: UInt64 { min(solve.ticks + 1, outcome.win?.ticks ?? .max) }

  private mutating func runBot() {
    guard explorer.game.makeBot() != nil else { return }
    let (explorer, archive, limit) = (explorer, archive, limit)
    let results = pool.run(1) { _, session in
      guard var bot = explorer.game.makeBot() else { return SolveExplorer.Result() }
      return explorer.play(&bot, for: explorer.solve.ticks, session, archive, before: limit)
    }
    for result in results {
      add(result, from: 0)
      outcome.botTicks = result.winTicks
    }
  }

  private mutating func runRound() {
    let starts = (0..<Self.roundSize).map { _ in
      (index: archive.choose(before: limit), seed: random.next())
    }
    let results = explore(from: starts, archive)
    // The trails are those at the start of the round: an entry may be replaced during it.
    let trails = starts.map { archive.entries[$0.index].trail }
    for (number, result) in results.enumerated() {
      if result.isCut {
        outcome.isInterrupted = true
        return
      }
      let hadWin = outcome.win != nil && outcome.win?.ticks != outcome.botTicks
      outcome.explorations += 1
      add(result, from: trails[number])
      if !hadWin, result.winTicks != nil, outcome.firstWinAfter == nil {
        outcome.firstWinAfter = outcome.ticks
      }
    }
  }

  /// Explores from states of the archive, which is not kept after it.
  private func explore(
    from starts: [(index: Int, seed: UInt64)], _ archive: SolveArchive
  ) -> [SolveExplorer.Result] {
    let (explorer, limit) = (explorer, limit)
    return pool.run(
      starts.count, from: { archive.entries[starts[$0].index].snapshot }
    ) { number, session in
      explorer.explore(session, archive, before: limit, seed: starts[number].seed)
    }
  }

  /// Adds what an exploration found.
  private mutating func add(_ result: SolveExplorer.Result, from trail: Int) {
    outcome.ticks += result.ticks
    outcome.bestScore = max(outcome.bestScore, result.score)
    outcome.furthest = max(outcome.furthest, result.furthest)
    for found in result.found where archive.isNew(found.key, ticks: found.ticks) {
      let own = archive.addTrail(trail, Array(result.events.prefix(found.events)))
      archive.add(
        SolveArchive.Entry(
          key: found.key, ticks: found.ticks, score: found.score, snapshot: found.snapshot,
          trail: own))
    }
    if let loss = result.loss {
      outcome.lossCount += 1
      if outcome.losses.count < Solve.maximumLosses { outcome.losses.append(loss) }
    }
    if let ticks = result.winTicks, ticks < outcome.win?.ticks ?? .max {
      outcome.win = Solve.Win(
        ticks: ticks, score: result.score, events: archive.events(to: trail) + result.events)
    }
  }

  // MARK: Risk

  /// Slips in evenly spaced states of the win.
  private mutating func measureRisk() {
    guard let win = outcome.win, !outcome.isInterrupted else { return }
    let (explorer, seed) = (explorer, random.next())
    let count = min(Self.slips, Int(clamping: win.ticks))
    let states = pool.run(1) { _, session in
      var script: any Bot = ScriptPlayer(win.events)
      let start = session.tick
      return (0..<count).map { number in
        let tick = start + win.ticks * UInt64(number) / UInt64(count)
        session.step(Int(tick - session.tick), with: &script)
        return session.snapshot()
      }
    }.flatMap { $0 }
    let results = pool.run(states.count, from: { states[$0] }) { number, session in
      explorer.slip(session, seed: seed &+ UInt64(number))
    }
    outcome.risk = Solve.Risk(slips: results.count, lost: results.count { $0.loss != nil })
    for result in results {
      outcome.ticks += result.ticks
      if let loss = result.loss, outcome.losses.count < Solve.maximumLosses {
        outcome.losses.append(loss)
      }
    }
  }
}
