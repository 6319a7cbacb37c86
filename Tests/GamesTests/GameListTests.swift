import CaromGames
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("The list of games")
struct GameListTests {
  @Test("Finds games by name, each with a level, a bot and texts for people")
  func games() throws {
    #expect(GameList.all.map { $0.name } == ["marble-maze", "brick-breaker"])
    #expect(GameList.game(named: "chess") == nil)
    for game in GameList.all {
      #expect(GameList.game(named: game.name) == game)
      #expect(game.makeBot() != nil)
      #expect(!game.title.isEmpty && !game.summary.isEmpty)
      #expect(try readLevel(game).nodeCount > 50)
    }
  }

  @Test("Plays each game the same way twice, and notes no problem")
  func repeatable() throws {
    for game in GameList.all {
      func play() throws -> (hash: UInt64, problems: [String]) {
        let session = try Session(scene: readLevel(game), game: game.init(), seed: 7)
        guard var bot = game.makeBot() else { return (0, ["no bot"]) }
        session.step(1_200, with: &bot)
        return (session.hash, session.scene.problems)
      }
      let (first, second) = try (play(), play())
      #expect(first.hash == second.hash, "\(game.name)")
      #expect(first.problems == [])
    }
  }

  @Test("Runs at least 20,000 ticks a second, bot and all")
  func speed() throws {
    for game in GameList.all {
      let session = try Session(scene: readLevel(game), game: game.init())
      guard var bot = game.makeBot() else { continue }
      var best = Duration.seconds(1_000)
      for _ in 0..<5 {
        best = min(best, ContinuousClock().measure { session.step(1_200, with: &bot) })
      }
      let rate = 1_200 / (best / .seconds(1))
      print("\(game.name): \(Int(rate)) ticks/s")
      #if !DEBUG
        // A guard against a threefold loss on a busy machine, not the measurement.
        #expect(rate > 20_000 / 3)
      #endif
    }
  }

  @Test("Refuses a scene without the nodes a game needs, naming each role")
  func empty() {
    let error = #expect(throws: GameError.self) {
      try Session(scene: Scene(), game: BrickBreaker())
    }
    #expect(error?.problems.count == 3)
    #expect(error?.description.contains("role paddle; exactly one") ?? false)
    #expect(throws: GameError.self) { try Session(scene: Scene(), game: MarbleMaze()) }
  }

  @Test("Declares every stored property of its states and roles")
  func declared() {
    // Known by a shorter key in files, or one that says degrees.
    let others = ["livesLeft", "orbitSpeed"]
    func undeclared<R: Record>(_: R.Type) -> [String] {
      let keys = R.propertyInfos.map(\.key)
      return Mirror(reflecting: R()).children.compactMap(\.label).filter {
        !keys.contains($0) && !keys.contains($0 + "Degrees") && !others.contains($0)
      }
    }
    #expect(undeclared(BrickBreakerState.self) == [])
    #expect(undeclared(MarbleMazeState.self) == [])
    for game in GameList.all {
      for role in game.roles { #expect(undeclared(role) == [], "\(role)") }
    }
  }
}
