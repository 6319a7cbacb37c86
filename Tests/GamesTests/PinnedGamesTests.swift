import CaromGames
import CaromImages
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The states and pictures of the games, bit for bit, in debug and in release.
///
/// CI runs this suite in both configurations with the same hashes and pictures.
@Suite("Pinned games")
struct PinnedGamesTests {
  @Test("Bots reach the pinned state", arguments: [300, 1_200])
  func states(ticks: Int) throws {
    for game in GameList.withLevels {
      let session = try played(game, ticks: ticks)
      try PinnedHashes.expect(session.hash, pinned: "games/\(game.name)/\(ticks)")
    }
  }

  /// The ticks that are drawn.
  private static let looks = drawsSample ? [60, 400] : [60, 180, 400, 800, 1_200]

  @Test("Five frames equal the golden pictures, for one and for more threads")
  func frames() throws {
    for game in GameList.withLevels {
      let session = try Session(scene: readLevel(game), game: game.init(), seed: 1)
      var bot = game.makeBot()
      var now = 0
      for ticks in Self.looks {
        if var player = bot {
          session.step(ticks - now, with: &player)
          bot = player
        }
        now = ticks
        try look(session, ticks == 400 ? "game-\(game.name)" : "game-\(game.name)-\(ticks)")
      }
    }
  }

  /// Expects a frame to equal the golden picture, for one to four threads.
  private func look(_ session: Session, _ golden: String) throws {
    let scene = session.scene
    let cache = RenderCache(images: ImageFolders([Repository.url("Assets/textures").path]))
    cache.prompts = session.prompts
    try cache.load(scene)
    let frame = RenderFrame(scene, cache: cache)
    let renderer = Renderer()
    let picture = renderer.render(frame, width: 192, height: 108)
    lazy var nodes = renderer.nodeIDs(of: frame, width: 192, height: 108)
    try Golden.expect(
      picture, golden,
      seen: { x, y in
        guard let id = nodes[x, y] else { return "background" }
        return scene.rootNode.childNode { UInt64(UInt32(bitPattern: $0.id)) == id }?.path
      })
    for threads in drawingThreads {
      let same = Renderer(threads: threads).render(frame, width: 192, height: 108) == picture
      #expect(same, "\(golden) by \(threads) threads")
    }
  }

  /// A session of a game after its bot played from seed 1.
  private func played(_ game: any Game.Type, ticks: Int) throws -> Session {
    let session = try Session(scene: readLevel(game), game: game.init(), seed: 1)
    if var bot = game.makeBot() { session.step(ticks, with: &bot) } else { session.step(ticks) }
    return session
  }
}
