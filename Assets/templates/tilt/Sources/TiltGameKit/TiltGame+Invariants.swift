import Carom

extension TiltGame {
  /// What holds after every tick, whatever the input; tests and the command `fuzz` search for
  /// input that violates it.
  public static var invariants: [Invariant] {
    [
      Invariant("coins", "The points are those of the collected coins") { session in
        let coins = session.scene.rootNode.childNodes(withRole: Coin.self).filter(\.isHidden)
        let points = coins.reduce(0) { $0 + ($1.role(as: Coin.self)?.points ?? 0) }
        guard let game = session.game as? TiltGame, game.state.points != points else { return nil }
        return "there are \(game.state.points) points; the collected coins have \(points)"
      }
    ]
  }
}
