import CaromAutomation
import CaromDocuments
import CaromMaths
import CaromSimulation
import Testing

@Suite("Solving levels")
struct SolveTests {
  private static let open: @Sendable () throws -> Session = {
    try Corridor.makeSession(isDeadly: false)
  }
  private static let deadly: @Sendable () throws -> Session = {
    try Corridor.makeSession(isDeadly: true)
  }

  private func search(_ budget: UInt64, threads: Int = 2) throws -> Solve {
    Solve(
      budget: budget, ticks: 3_600, seed: 5, goal: try Locator(xpath: "//game[@isWon='true']"),
      threads: threads)
  }

  @Test("A corridor of six turns is won in at most a quarter more than the fewest ticks possible")
  func fast() throws {
    let outcome = try search(600_000).run(makeSession: Self.open)
    let win = try #require(outcome.win)
    #expect(win.ticks >= Corridor.fewestTicks)
    #expect(Double(win.ticks) <= 1.25 * Double(Corridor.middleTicks), "\(win.ticks)")
    #expect(outcome.botTicks == nil)
    #expect(try #require(outcome.firstWinAfter) < outcome.ticks)
    #expect(outcome.lossCount == 0)
    // Nothing can be lost.
    #expect(outcome.risk?.share == 0)
    #expect(outcome.risk?.difficulty == .gentle)
  }

  @Test("The recording of a win verifies, and ends with the tick in which the goal is reached")
  func recording() throws {
    var solve = try search(600_000)
    solve.stopsAtFirstWin = true
    let win = try #require(try solve.run(makeSession: Self.open).win)
    let text = Solve.recording(of: win, in: try Self.open(), scene: "corridor.json")
    let replay = try Replay(reading: SourceText(name: "win", text))
    var run = try ReplayRun(replay, in: Self.open())
    #expect(run.play(through: win.ticks - 1).divergence == nil)
    #expect(run.session.phase == "playing")
    #expect(run.play().divergence == nil)
    #expect(run.session.phase == "won")
  }

  @Test("Random input alone does not win the deadly corridor; the search does, with equal input")
  func deep() throws {
    let budget: UInt64 = 600_000
    let outcome = try search(budget).run(makeSession: Self.deadly)
    #expect(outcome.win != nil)
    #expect(outcome.lossCount > 0)
    #expect(outcome.losses.count == min(outcome.lossCount, Solve.maximumLosses) + lost(outcome))
    // Random players with the same number of ticks, each until it loses.
    let session = try Self.deadly()
    let start = session.snapshot()
    var (ticks, number): (UInt64, UInt64) = (0, 0)
    while ticks < budget {
      try session.restore(start)
      var player: any Bot = RandomPlayer(Corridor.controls, seed: number)
      while session.phase == "playing", session.tick < 3_600 { session.step(1, with: &player) }
      #expect(session.phase != "won", "run \(number)")
      (ticks, number) = (ticks + max(1, session.tick), number + 1)
    }
    #expect(number > 100)
  }

  private func lost(_ outcome: Solve.Outcome) -> Int { outcome.risk?.lost ?? 0 }

  @Test("A corridor whose edges lose is riskier than one with walls")
  func risk() throws {
    let outcome = try search(600_000).run(makeSession: Self.deadly)
    let risk = try #require(outcome.risk)
    #expect(risk.slips == 128)
    #expect(risk.share > 0.15)
    #expect(risk.difficulty == .medium || risk.difficulty == .hard)
  }

  @Test("The result is the same on one, two and three threads")
  func threads() throws {
    let one = try search(150_000, threads: 1).run(makeSession: Self.deadly)
    for threads in [2, 3] {
      #expect(try search(150_000, threads: threads).run(makeSession: Self.deadly) == one)
    }
    #expect(one.cells > 20)
  }

  @Test("A level that cannot be won is reported as not won, with how far the search came")
  func closed() throws {
    let outcome = try search(150_000).run(
      makeSession: { try Corridor.makeSession(isDeadly: false, isClosed: true) })
    #expect(outcome.win == nil)
    #expect(outcome.risk == nil)
    #expect(outcome.ticks >= 150_000)
    // The end of the corridor is 12 m to the right and 4 m up from the start.
    #expect(outcome.furthest > 11 && outcome.furthest < 14)
  }

  @Test("A search can be stopped and keeps its results")
  func interrupted() throws {
    var rounds = 0
    let outcome = try search(10_000_000).run(
      progress: { _ in
        rounds += 1
        return rounds < 4
      }, makeSession: Self.open)
    #expect(outcome.isInterrupted)
    #expect(outcome.explorations == 4 * 32)
  }
}
