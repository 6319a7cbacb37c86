import CaromGames
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

@Suite("Saved scenes")
struct SavedScenesTests {
  /// Every scene that ships with Carom.
  static let paths: [String] = {
    let folder = Repository.url("Scenes").resolvingSymlinksInPath().path()
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return all.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
  }()

  @Test("Every shipped scene is written and reads back as the same state and file")
  func roundTrip() throws {
    #expect(Self.paths.count > 5)
    let games = GameList.all.map { (name: $0.name, roles: $0.allRoles) }
    let reader = SceneReader(
      root: try SceneRoot(Repository.url("Scenes").resolvingSymlinksInPath().path()), games: games)
    for path in Self.paths {
      let source = try reader.load(path)
      let text = try SceneWriter.text(of: source.scene, from: source)
      let again = try reader.load(text, at: path)
      #expect(try SceneWriter.text(of: again.scene, from: again) == text, "\(path)")
      let fresh = try reader.load(text, at: path).scene
      let original = try reader.load(path).scene
      #expect(fresh.hash == original.hash, "\(path)")
      for _ in 0..<10 {
        fresh.step()
        original.step()
      }
      #expect(fresh.hash == original.hash, "\(path) after ten ticks")
      // The copies of a repeated node are written one by one.
      let file = try Repository.text("Scenes/" + path)
      let (now, before) = (references(text), references(file))
      #expect(file.contains("\"repeat\"") ? now >= before : now == before, "\(path)")
    }
  }

  @Test("The scene of a running game can be written")
  func underWay() throws {
    for game in GameList.withLevels {
      let games = GameList.all.map { (name: $0.name, roles: $0.allRoles) }
      let reader = SceneReader(
        root: try SceneRoot(Repository.url("Scenes").resolvingSymlinksInPath().path()), games: games
      )
      let source = try reader.load(game.scenePath)
      let session = try Session(scene: source.scene, game: game.init(), seed: 1)
      if var bot = game.makeBot() { session.step(600, with: &bot) }
      let text = try SceneWriter.text(of: session.scene, from: source)
      let again = try reader.load(text, at: game.scenePath)
      #expect(again.scene.nodeCount == session.scene.nodeCount)
      let inline = try SceneWriter.text(of: session.scene)
      #expect(try SceneWriter.text(of: again.scene) == inline)
    }
  }

  private func references(_ text: String) -> Int {
    text.matches(of: #/"scene":/#).count
  }
}
