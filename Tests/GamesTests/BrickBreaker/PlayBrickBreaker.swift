import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

extension Play<BrickBreaker> {
  /// A game in a shipped level, with the ball in play.
  static func served(level: Int) throws -> Play {
    let scene = try readLevel(BrickBreaker.self, BrickBreaker.levels[level - 1])
    let play = try Play(BrickBreaker.self, scene: scene)
    play.press(.space)
    #expect(play.game.state.phase == .playing)
    return play
  }

  /// Lets a copy of a power-up fall onto the paddle, while the ball is far away, on its way up.
  func catchPowerUp(_ name: String) throws {
    let copy = try node("/powers/\(name)").clone()
    copy.isHidden = false
    session.scene.rootNode.addChildNode(copy)
    copy.worldPosition = try node("/paddle").worldPosition - Vector3(0, 0, 0.9)
    copy.physicsBody?.velocity = Vector3(0, 0, 4)
    put(Vector3(7, 0, 5), velocity: Vector3(0, 0, -14))
    session.step(10)
    #expect(copy.scene == nil)
  }
}
