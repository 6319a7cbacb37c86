import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Marble Maze, long runs")
struct MarbleMazeLongTests {
  @Test("The bot collects at least three pearls within 60 seconds", arguments: [1, 2, 3])
  func bot(seed: UInt64) throws {
    let play = try Play(MarbleMaze.self, seed: seed)
    var bot = try #require(MarbleMaze.makeBot())
    var pearls = 0
    for _ in 0..<3_600 {
      play.session.step(1, with: &bot)
      pearls += play.session.sounds.filter { $0.name == "powerUp" }.count
    }
    print("marble-maze seed \(seed): \(pearls) pearls in 60 s")
    // A run ends in the goal once all seven pearls are collected, and another one begins.
    #expect(play.game.state.phase != .gameOver)
    #expect(pearls >= 3)
  }

  @Test("The bot plays for five minutes without losing")
  func endurance() throws {
    let play = try Play(MarbleMaze.self)
    var bot = try #require(MarbleMaze.makeBot())
    var ends = 0
    for _ in 0..<18_000 {
      play.session.step(1, with: &bot)
      ends += play.session.sounds.filter { $0.name == "gameOver" }.count
    }
    print("marble-maze: \(play.game.state.score) pearls in 300 s")
    #expect(ends == 0)
  }

  @Test("Snapshots are complete while the bot plays")
  func heavyMode() throws {
    let play = try Play(MarbleMaze.self)
    let checks = try HeavyMode(interval: 60)
      .run(play.session, ticks: 1_800, bot: MarbleMaze.makeBot()) {
        try Play(MarbleMaze.self).session
      }
    #expect(checks == 30)
  }
}
