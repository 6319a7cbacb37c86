import CaromDocuments
import CaromGames
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Recorded games of the bots that must replay unchanged.
///
/// After an intended change, `carom replay rehash Tests/GamesTests/Replays/*` updates their hashes,
/// as does running this suite with `PIN_HASHES=1`; the commit states the reason.
@Suite("Golden replays")
struct GoldenReplayTests {
  @Test("Recorded games replay with equal hashes", arguments: [0, 1])
  func play(index: Int) throws {
    let game = GameList.all[index]
    let path = "Tests/GamesTests/Replays/\(game.name).replay.jsonl"
    let bytes = try Data(contentsOf: Repository.url(path))
    let replay = try Replay(reading: SourceText(name: path, bytes: [UInt8](bytes)))
    func begin() throws -> ReplayRun {
      let scene = try readLevel(game)
      let session = try Session(
        levels: [(game.levels[0], scene)], game: game.init(), launch: replay.head.launch)
      return try ReplayRun(replay, in: session)
    }
    var run = try begin()
    let outcome = run.play()
    #expect(!replay.isTruncated)
    #expect(replay.events.count > 10)
    guard let found = outcome.divergence else { return }
    if ProcessInfo.processInfo.environment["PIN_HASHES"] == "1" {
      var text = ""
      var again = try begin()
      again.session.record(scene: replay.head.scene) { text += $0 }
      again.replayWithoutChecks()
      again.session.finishRecording()
      try Data(text.utf8).write(to: Repository.url(path), options: .atomic)
    } else {
      Issue.record("\(path): \(found)")
    }
  }
}
