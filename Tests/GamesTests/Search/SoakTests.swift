import CaromDocuments
import CaromGames
import CaromSimulation
import Foundation
import Testing

/// Long games of the bots, recorded and replayed without the bots.
@Suite("Long recordings of Marble Maze and Brick Breaker")
struct SoakTests {
  /// The duration: short in debug, a sample in release, complete under `TIER=full`.
  private static func amount(_ little: Int, _ sample: Int, full: Int) -> Int {
    let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"
    #if DEBUG
      return isFull ? sample : little
    #else
      return isFull ? full : sample
    #endif
  }

  private func session(_ game: any Game.Type) throws -> Session {
    try Session(scene: readLevel(game), game: game.init(), seed: 3)
  }

  private final class Tape { var text = "" }

  @Test("Every hash of a recording is equal in its replay", arguments: [0, 1])
  func recorded(index: Int) throws {
    let game = GameList.all[index]
    let ticks = Self.amount(3_000, 60_000, full: 1_000_000)
    let session = try session(game)
    let tape = Tape()
    session.record(scene: game.scenePath) { tape.text += $0 }
    if var bot = game.makeBot() { session.step(ticks, with: &bot) }
    session.finishRecording()
    let size = tape.text.utf8.count
    print(
      "\(game.name): \(ticks) ticks, \(size) bytes, \(size * 216_000 / ticks / 1_000) kB an hour")
    // A recording of an hour takes less than 10 MB.
    #expect(size * 216 / ticks < 10_000)
    let replay = try Replay(reading: SourceText(name: game.name, tape.text))
    var run = try ReplayRun(replay, in: self.session(game))
    let outcome = run.play()
    #expect(outcome.divergence == nil)
    #expect(outcome.ticks == UInt64(ticks))
    // The checks of every 60 ticks, the start and the end.
    #expect(outcome.checks == ticks / 60 + 2)
  }

  @Test("A session restored from a snapshot every 60 ticks stays identical", arguments: [0, 1])
  func heavy(index: Int) throws {
    let game = GameList.all[index]
    let ticks = Self.amount(600, 3_600, full: 36_000)
    let checks = try HeavyMode(interval: 60)
      .run(session(game), ticks: ticks, bot: game.makeBot()) { try session(game) }
    #expect(checks == ticks / 60)
  }

  @Test("Seeking restores any tick of a long game", arguments: [0, 1])
  func seek(index: Int) throws {
    let game = GameList.all[index]
    let session = try session(game)
    session.recordHistory(interval: 300)
    var hashes: [UInt64] = []
    guard var bot = game.makeBot() else { return }
    for _ in 0..<10 {
      session.step(173, with: &bot)
      hashes.append(session.hash)
    }
    for part in [9, 2, 5, 0, 7] {
      try session.seek(to: UInt64(173 * (part + 1)))
      #expect(session.hash == hashes[part])
    }
  }
}
