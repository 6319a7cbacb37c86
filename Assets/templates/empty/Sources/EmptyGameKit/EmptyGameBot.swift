import Carom

/// A player that presses space once a second.
///
/// It only sees the session and only sends input.
public struct EmptyGameBot: Bot {
  public init() {}

  public mutating func play(_ session: Session) -> [InputEvent] {
    guard let game = session.game as? EmptyGame, !game.state.isOver else { return [] }
    return session.tick % 60 == 59 ? [.press(.space), .release(.space)] : []
  }
}
