import CaromGames
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import TestSupport
import Testing

@Suite("Game list")
struct GameListTests {
  @Test("Every game is found by its unique name and has a title, a summary and a readable level")
  func games() throws {
    let names = GameList.all.map { $0.name }
    #expect(!names.isEmpty && Set(names).count == names.count)
    #expect(GameList.game(named: "no-such-game") == nil)
    for game in GameList.all {
      #expect(GameList.game(named: game.name) == game)
      #expect(!game.name.contains { $0.isUppercase || $0.isWhitespace }, "\(game.name)")
      #expect(!game.title.isEmpty && !game.summary.isEmpty, "\(game.name)")
      for level in game.levels {
        #expect(!level.title.isEmpty, "\(game.name) \(level.name)")
      }
    }
    for game in GameList.withLevels { #expect(try readLevel(game).nodeCount > 0, "\(game.name)") }
    #expect(GameList.withLevels.map { $0.name } == ["marble-maze", "brick-breaker", "pinball"])
  }

  @Test("Every game runs twice to the same hash without problems of the scene")
  func repeatable() throws {
    for game in GameList.withLevels {
      func play() throws -> (hash: UInt64, problems: [String]) {
        let session = try Session(scene: readLevel(game), game: game.init(), seed: 7)
        if var bot = game.makeBot() { session.step(1_200, with: &bot) } else { session.step(1_200) }
        return (session.hash, session.scene.problems)
      }
      let (first, second) = try (play(), play())
      #expect(first.hash == second.hash, "\(game.name)")
      #expect(first.problems == [], "\(game.name)")
    }
  }

  @Test("Every game with a bot runs at least 20,000 ticks per second")
  func speed() throws {
    for game in GameList.withLevels {
      let session = try Session(scene: readLevel(game), game: game.init())
      guard var bot = game.makeBot() else { continue }
      var best = Duration.seconds(1_000)
      for _ in 0..<5 {
        best = min(best, cpuTime { session.step(1_200, with: &bot) })
      }
      let rate = 1_200 / (best / .seconds(1))
      print("\(game.name): \(Int(rate)) ticks/s")
      #if !DEBUG
        // Guards against a slowdown by a factor of three on a busy machine.
        #expect(rate > 20_000 / 3)
      #endif
    }
  }

  @Test("A scene without the required nodes is rejected with each missing role")
  func empty() {
    let error = #expect(throws: GameError.self) {
      try Session(scene: Scene(), game: BrickBreaker())
    }
    #expect(error?.problems.count == 3)
    #expect(error?.description.contains("role paddle; exactly one") ?? false)
    #expect(throws: GameError.self) { try Session(scene: Scene(), game: MarbleMaze()) }
  }

  @Test("Every stored property of states and roles is declared")
  func declared() {
    // Declared under a shorter key, or under a key that ends in degrees.
    let others = ["livesLeft", "orbitSpeed"]
    func undeclared<R: Record>(_: R.Type) -> [String] {
      let keys = R.propertyInfos.map(\.key)
      return Mirror(reflecting: R()).children.compactMap(\.label).filter {
        !keys.contains($0) && !keys.contains($0 + "Degrees") && !others.contains($0)
      }
    }
    func check<G: Game>(_: G.Type) { #expect(undeclared(G.State.self) == [], "\(G.name)") }
    for game in GameList.all {
      check(game)
      for role in game.roles { #expect(undeclared(role) == [], "\(role)") }
    }
  }
}
