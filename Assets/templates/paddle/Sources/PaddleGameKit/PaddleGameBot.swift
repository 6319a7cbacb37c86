import Carom

/// A player that returns the ball to a target.
///
/// It only sees the session and only sends input.
public struct PaddleGameBot: Bot {
  /// The key that is held down.
  private var held: KeyCode?

  public init() {}

  public mutating func play(_ session: Session) -> [InputEvent] {
    guard let game = session.game as? PaddleGame, let parts = game.parts, !game.state.isOver else {
      return hold(nil)
    }
    if game.state.phase == .ready { return hold(held == .space ? nil : .space) }
    var goal = parts.ball.position.x
    if let target = parts.targets.first(where: { !$0.isHidden }) {
      // The angle of the ball depends on where it meets the paddle.
      let way = target.worldPosition - parts.ball.position
      let offset = Portable.atan2(way.x, -way.z) / parts.rules.deflection
      goal -= max(-0.8, min(0.8, offset))
    }
    let error = goal - parts.paddle.position.x
    let step = parts.rules.speed * Float(session.tickLength)
    return hold(abs(error) <= step / 2 ? nil : error > 0 ? .right : .left)
  }

  /// Releases the key that is down and presses another.
  private mutating func hold(_ key: KeyCode?) -> [InputEvent] {
    guard key != held else { return [] }
    defer { held = key }
    return (held.map { [.release($0)] } ?? []) + (key.map { [.press($0)] } ?? [])
  }
}
