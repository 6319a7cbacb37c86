import CaromGames
import CaromSimulation
import TestSupport
import Testing

/// Searches make a snapshot and restore another one every few ticks.
@Suite("Cost of snapshots")
struct SnapshotCostTests {
  @Test("A snapshot and its restoration take less than 120 microseconds in every level of the maze")
  func cost() throws {
    for level in MarbleMaze.levels {
      let session = try Session(scene: readLevel(MarbleMaze.self, level), game: MarbleMaze())
      session.step(90)
      let start = session.snapshot()
      session.step(30)
      let later = session.snapshot()
      var best = (save: Duration.seconds(1), restore: Duration.seconds(1))
      for _ in 0..<5 {
        let rounds = 40
        let restore = cpuTime {
          for round in 0..<rounds { session.restoreOwn(round % 2 == 0 ? start : later) }
        }
        let save = cpuTime { for _ in 0..<rounds { _ = session.snapshot() } }
        best = (min(best.save, save / rounds), min(best.restore, restore / rounds))
      }
      #expect(session.hash == later.hash)
      print("measured: maze \(level.name): snapshot \(best.save), restore \(best.restore)")
      // Debug builds compare the bytes of every node with its properties.
      #if !DEBUG
        // Level 14 has five times as many nodes as the first one.
        let limit = level.name == "level14" ? 500 : 120
        #expect(best.save + best.restore < .microseconds(limit), "\(level.name)")
      #endif
    }
  }
}
