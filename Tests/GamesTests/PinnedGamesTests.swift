import CaromGames
import CaromImages
import CaromRendering
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The games as they are played and seen, bit for bit, in debug and in release.
///
/// CI runs this suite in both; the same pins and pictures hold for both.
@Suite("Pinned games")
struct PinnedGamesTests {
  @Test("Come to the pinned state by the hands of their bots", arguments: [300, 1_200])
  func states(ticks: Int) throws {
    for game in GameList.all {
      let session = try played(game, ticks: ticks)
      try PinnedHashes.expect(session.hash, pinned: "games/\(game.name)/\(ticks)")
    }
  }

  @Test("Look as they were looked at, for one thread and for two", arguments: [1, 2])
  func frames(threads: Int) throws {
    for game in GameList.all {
      let session = try played(game, ticks: 400)
      let cache = RenderCache(
        images: ImageFolders([Repository.url("Assets/textures").path]))
      try cache.load(session.scene)
      let frame = RenderFrame(session.scene, cache: cache)
      let picture = Renderer(threads: threads).render(frame, width: 192, height: 108)
      try Golden.expect(picture, "game-\(game.name)")
    }
  }

  /// A session of a game after its bot played it from seed 1.
  private func played(_ game: any Game.Type, ticks: Int) throws -> Session {
    let session = try Session(scene: readLevel(game), game: game.init(), seed: 1)
    if var bot = game.makeBot() { session.step(ticks, with: &bot) } else { session.step(ticks) }
    return session
  }
}
