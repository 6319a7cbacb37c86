import Carom

/// A player that rolls to the nearest coin.
///
/// It only sees the session and only sends input.
public struct TiltGameBot: Bot {
  private var lastTilt = Vector2.zero

  public init() {}

  public mutating func play(_ session: Session) -> [InputEvent] {
    guard let game = session.game as? TiltGame, let parts = game.parts else { return [] }
    let (ball, velocity) = (parts.ball.worldPosition, parts.body.velocity)
    var tilt = Vector2(-velocity.x, velocity.z) * 0.5
    let coins = parts.coins.filter { !$0.isHidden }.map { $0.worldPosition - ball }
    if let way = coins.min(by: { $0.lengthSquared < $1.lengthSquared }) {
      // The faster the ball, the earlier it has to brake.
      let speed = min(3, 0.5 + way.length)
      let wanted = Vector2(way.x, -way.z) * (speed / max(0.1, way.length))
      tilt = (wanted + tilt * 2) * 0.6
    }
    // Steps of a hundredth, so that recordings stay short.
    tilt = Vector2((tilt.x * 100).rounded() / 100, (tilt.y * 100).rounded() / 100)
    if tilt.length > 1 { tilt = tilt * (1 / tilt.length) }
    guard tilt != lastTilt else { return [] }
    lastTilt = tilt
    return [.tilt(x: tilt.x, y: tilt.y)]
  }
}
