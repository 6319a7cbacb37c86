import CaromContent
import CaromDocuments
import CaromGames
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport

/// Reads a level of a game, by default the first one.
func readLevel(_ game: any Game.Type, _ level: Level? = nil) throws -> Scene {
  try SceneReader(root: SceneRoot(Repository.url("Scenes").path), roles: game.allRoles)
    .read(level?.scenePath ?? game.scenePath)
}

/// Reads a level of a game.
func readLevel(_ game: any Game.Type, _ level: Level) throws -> Scene {
  try SceneReader(root: SceneRoot(Repository.url("Scenes").path), roles: game.allRoles)
    .read(level.scenePath)
}

/// A session of a game, with the game and its ball.
struct Play<G: Game> {
  let session: Session
  let game: G
  let ball: Node

  /// Starts the game after `prepare` changed its scene.
  init(_ type: G.Type = G.self, seed: UInt64 = 1, prepare: (Scene) -> Void = { _ in }) throws {
    let scene = try readLevel(type)
    prepare(scene)
    try self.init(type, scene: scene, seed: seed)
  }

  /// Starts the game in a scene.
  init(_ type: G.Type, scene: Scene, seed: UInt64 = 1) throws {
    game = type.init()
    session = try Session(scene: scene, game: game, seed: seed)
    guard let ball = scene.rootNode.childNode(withName: "ball") else {
      throw GameError(["there is no ball"])
    }
    self.ball = ball
  }

  /// The velocity of the ball.
  var velocity: Vector3 { ball.physicsBody?.velocity ?? .zero }

  /// Moves the ball to a position with a velocity and an angular velocity.
  func put(_ position: Vector3, velocity: Vector3 = .zero, spin: Vector3 = .zero) {
    ball.position = position
    ball.physicsBody?.velocity = velocity
    ball.physicsBody?.angularVelocity = spin
  }

  /// The node at a path.
  func node(_ path: String) throws -> Node {
    guard let node = session.scene.rootNode.node(atPath: path) else {
      throw GameError(["there is no node \(path)"])
    }
    return node
  }

  /// Presses and releases a key within a tick and runs the tick.
  func press(_ key: KeyCode) {
    session.send(.press(key))
    session.send(.release(key))
    session.step()
  }
}

/// The problems that loading the text of a level reports; none if it can be played.
func levelProblems(_ text: String, at path: String) throws -> [String] {
  let loader = SessionLoader(
    games: GameList.all,
    root: try ContentRoot.find(option: Repository.url("").path(percentEncoded: false)))
  let file = Repository.url("Scenes/" + path).path(percentEncoded: false)
  do throws(LoadError) {
    _ = try loader.load(text: text, at: file)
    return []
  } catch { return error.problems.map(\.description) }
}
