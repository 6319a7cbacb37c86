import Carom

extension TiltGame {
  /// What holds after every tick, whatever the input; tests and the command `fuzz` search for
  /// input that violates it.
  public static var invariants: [Invariant] {
    [
      Invariant("coins", "The score is that of the collected coins") { session in
        let coins = session.scene.rootNode.childNodes(withRole: Coin.self).filter(\.isHidden)
        let points = coins.reduce(0) { $0 + ($1.role(as: Coin.self)?.points ?? 0) }
        guard let game = session.game as? TiltGame, game.state.score != points else { return nil }
        return "the score is \(game.state.score); the collected coins have \(points) points"
      }
    ]
  }
}
