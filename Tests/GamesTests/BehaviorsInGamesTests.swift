import CaromGames
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Levels of our own games in which behaviors score, win and lose, written as level makers do: in
/// JSON alone.
@Suite("Behaviors in the games")
struct BehaviorsInGamesTests {
  /// A place far above the level, where nothing else is.
  private let place = Vector3(0, 40, 0)

  /// The first level of a game with a zone at `place` that has effects.
  private func play<G: Game>(_ type: G.Type, _ effects: String) throws -> Play<G> {
    let zone = """
      "nodes": [
      { "name": "zone", "position": [0, 40, 0],
        "physics": { "type": "static", "isSensor": true,
          "shape": { "box": { "width": 4, "height": 4, "length": 4 } } },
        "role": { "trigger": { "activator": "/ball", "isOnce": true, "onEnter": [\(effects)] } } },
      """
    let folder = Repository.url("Scenes")
    var text = try String(
      contentsOf: folder.appending(path: type.scenePath), encoding: .utf8)
    let nodes = try #require(text.range(of: "\"nodes\": ["))
    text.replaceSubrange(nodes, with: zone)
    let reader = try SceneReader(root: SceneRoot(folder.path), roles: type.allRoles)
    let scene = try reader.load(text, at: type.scenePath).scene
    return try Play(type, scene: scene)
  }

  /// Plays until the ball is free, and puts it into the zone.
  private func enterZone<G: Game>(_ play: Play<G>) {
    play.session.step(240)
    play.press(.space)
    play.session.step(10)
    play.put(place)
    play.session.step(2)
  }

  @Test("Marble Maze adds the points of a level's behaviors to its own")
  func mazeScore() throws {
    let play = try play(MarbleMaze.self, #"{ "score": 7 }"#)
    enterZone(play)
    #expect(play.game.state.phase == .playing)
    #expect(play.game.state.score == 7)
    #expect(play.session.report.score == 7)
    #expect(play.session.scene.overlay[label: "score"]?.text == "7")
  }

  @Test("A behavior wins and loses a run of Marble Maze")
  func mazeEnds() throws {
    let won = try play(MarbleMaze.self, #"{ "win": {} }"#)
    enterZone(won)
    #expect(won.game.state.phase == .finished)
    let lost = try play(MarbleMaze.self, #"{ "lose": {} }"#)
    enterZone(lost)
    #expect(lost.game.state.phase == .fallen && lost.game.state.livesLeft == 2)
  }

  @Test("Brick Breaker adds the points of a level's behaviors to its own")
  func bricksScore() throws {
    let play = try play(BrickBreaker.self, #"{ "score": 7 }"#)
    enterZone(play)
    #expect(play.game.state.phase == .playing)
    #expect(play.game.state.score == 7)
    #expect(play.session.scene.overlay[label: "score"]?.text == "7")
  }

  @Test("A behavior clears a level of Brick Breaker, and costs a life")
  func bricksEnd() throws {
    let won = try play(BrickBreaker.self, #"{ "win": {} }"#)
    enterZone(won)
    #expect(won.game.state.phase == .cleared)
    let lost = try play(BrickBreaker.self, #"{ "lose": {} }"#)
    let lives = lost.game.state.livesLeft
    enterZone(lost)
    #expect(lost.game.state.phase == .lifeLost)
    #expect(lost.game.state.livesLeft == lives - 1)
  }

  @Test("Before the game begins, behaviors change neither score nor phase")
  func early() throws {
    let play = try play(MarbleMaze.self, #"{ "score": 7 }, { "lose": {} }"#)
    play.session.step(10)
    play.put(place)
    play.session.step(2)
    #expect(play.game.state.phase == .tapToPlay)
    #expect(play.game.state.score == 0)
  }
}
