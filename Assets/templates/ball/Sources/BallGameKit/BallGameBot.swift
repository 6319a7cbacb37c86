import Carom

/// A player that aims at the hole and strikes.
///
/// It only sees the session and only sends input.
public struct BallGameBot: Bot {
  /// The key that is held down.
  private var held: KeyCode?

  public init() {}

  public mutating func play(_ session: Session) -> [InputEvent] {
    guard !session.isChangingLevel, let game = session.game as? BallGame,
      game.state.phase == .aiming, let parts = game.parts
    else { return hold(nil) }
    let toHole = parts.hole.worldPosition - parts.ball.worldPosition
    let error = wrapped(Portable.atan2(-toHole.x, -toHole.z) - game.state.aim)
    let turn = parts.rules.turnSpeed * Float(session.tickLength)
    if abs(error) <= turn / 2 { return hold(.space) }
    return hold(error > 0 ? .left : .right)
  }

  /// Releases the key that is down and presses another.
  private mutating func hold(_ key: KeyCode?) -> [InputEvent] {
    guard key != held else { return [] }
    defer { held = key }
    return (held.map { [.release($0)] } ?? []) + (key.map { [.press($0)] } ?? [])
  }
}
