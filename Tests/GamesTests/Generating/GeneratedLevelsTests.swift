import CaromAutomation
import CaromContent
import CaromDocuments
import CaromGames
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Levels that `carom generate` makes.
@Suite("Generated levels")
struct GeneratedLevelsTests {
  private static let games: [any Game.Type] = [
    BrickBreaker.self, MarbleMaze.self, Pinball.self,
  ]
  private static let seeds: [UInt64] = isFullTier ? Array(1...200) : [1, 2, 3, 4]

  private func loader() throws -> SessionLoader {
    SessionLoader(
      games: GameList.all,
      root: try ContentRoot.find(option: Repository.url("").path(percentEncoded: false)))
  }

  private func place(_ name: String) -> Generate.Place {
    Generate.Place(
      path: Repository.url("Scenes/generated-test-\(name).json").path(percentEncoded: false),
      scenes: "")
  }

  @Test(
    "every level has a recording that wins it, and says the same in the next process",
    arguments: [0, 1, 2])
  func winnable(game: Int) throws {
    let (game, loader) = (Self.games[game], try loader())
    for seed in Self.seeds {
      let difficulty = Float(seed % 5) / 4
      let place = place("\(game.name)-\(seed)")
      let request = Generate(seed: seed, difficulty: difficulty)
      let level = try #require(
        try request.run(game, at: place, with: loader), "\(game.name) \(seed) is not made")
      let session = try loader.load(text: level.text, at: place.path).session
      let replay = try Replay(reading: SourceText(level.recording))
      var run = try ReplayRun(replay, in: session)
      #expect(!run.hasSceneChanged)
      let outcome = run.play()
      #expect(outcome.divergence == nil && outcome.checks > 1, "\(game.name) \(seed)")
      #expect(session.hasJustCompletedLevel, "\(game.name) \(seed)")
      if seed == 1 {
        #expect(try request.run(game, at: place, with: loader) == level)
        let other = Generate(seed: seed, difficulty: difficulty, threads: 2)
        #expect(try other.run(game, at: place, with: loader) == level)
      }
    }
  }

  @Test(
    "a level has no warnings, is formatted, and grows with the difficulty", arguments: [0, 1, 2])
  func files(game: Int) throws {
    let (game, loader) = (Self.games[game], try loader())
    var counts: [Int] = []
    for difficulty in [Float(0), 1] {
      var count = 0
      for seed in UInt64(1)...20 {
        let request = LevelRequest(seed: seed, difficulty: difficulty, scenes: "")
        let made = game.makeLevel(request)
        let text = try #require(made)
        let loaded = try loader.load(text: text, at: place("\(seed)").path)
        #expect(loaded.warnings().isEmpty, "\(game.name) \(seed): \(loaded.warnings())")
        count += loaded.session.scene.rootNode.childNodes.count
      }
      counts.append(count)
    }
    #expect(counts[1] > counts[0] * 5 / 4)
  }

  @Test("a level that is not won within the ticks and the budget is not made")
  func limits() throws {
    let loader = try loader()
    #expect(
      try Generate(seed: 1, budget: 200, ticks: 100)
        .run(BrickBreaker.self, at: place("short"), with: loader) == nil)
  }

  @Test("balls do not get stuck on generated tables, and do not leave them")
  func tables() throws {
    let loader = try loader()
    for seed in Self.seeds.prefix(isFullTier ? 40 : 2) {
      let place = place("table-\(seed)")
      let request = LevelRequest(seed: seed, difficulty: Float(seed % 5) / 4, scenes: "")
      let made = Pinball.makeLevel(request)
      let text = try #require(made)
      let outcome = try Fuzz(ticks: 3_600, runs: 8, seed: seed, shrinking: 0).run {
        try loader.load(text: text, at: place.path).session
      }
      #expect(outcome.failure == nil, "\(seed): \(outcome.failure?.description ?? "")")
      #expect(outcome.sceneProblems.isEmpty, "\(seed): \(outcome.sceneProblems)")
    }
  }

  @Test("a game without a generator makes no levels")
  func none() throws {
    let place = place("none")
    let made = Rules.makeLevel(LevelRequest(seed: 1, difficulty: 0))
    #expect(made == nil)
    #expect(try Generate(seed: 1).run(Rules.self, at: place, with: loader()) == nil)
  }
}
