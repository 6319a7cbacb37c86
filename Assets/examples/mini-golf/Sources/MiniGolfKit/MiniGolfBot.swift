import Carom

/// A player that aims at the hole, or at the last point of the route that it can see.
public struct MiniGolfBot: Bot {
  /// The key that is held down.
  private var held: KeyCode?

  public init() {}

  public mutating func play(_ session: Session) -> [InputEvent] {
    guard !session.isChangingLevel, let game = session.game as? MiniGolf, let parts = game.parts
    else { return hold(nil) }
    let (scene, ball) = (session.scene, parts.ball.worldPosition)
    let route = scene.rootNode.childNode(withName: "route")?.childNodes ?? []
    let target = (route + [parts.hole]).last { point in
      let seen = Vector3(point.worldPosition.x, ball.y, point.worldPosition.z)
      let hits = scene.physicsWorld.rayTestWithSegment(from: ball, to: seen)
      return hits.allSatisfy { $0.node === parts.ball || $0.node.physicsBody?.isSensor == true }
    }
    let way = (target ?? parts.hole).worldPosition - ball
    switch game.state.phase {
    case .aiming:
      let error = Portable.atan2(-way.x, -way.z) - game.state.aim
      let turn = parts.rules.turnSpeed * Float(session.tickLength)
      if abs(error) <= turn / 2 { return hold(.space) }
      return hold(error > 0 ? .left : .right)
    case .swinging:
      // The damping takes this part of the speed in a meter.
      let loss = -Portable.log(1 - parts.body.damping)
      let speed = way.length * loss + (target === parts.hole ? 1 : 0)
      return hold(game.state.power * parts.rules.strikeSpeed < speed ? .space : nil)
    case .rolling, .over: return hold(nil)
    }
  }

  /// Releases the key that is down and presses another.
  private mutating func hold(_ key: KeyCode?) -> [InputEvent] {
    guard key != held else { return [] }
    defer { held = key }
    return (held.map { [.release($0)] } ?? []) + (key.map { [.press($0)] } ?? [])
  }
}
