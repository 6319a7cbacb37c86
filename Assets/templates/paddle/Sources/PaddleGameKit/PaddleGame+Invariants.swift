import Carom

extension PaddleGame {
  /// What holds after every tick, whatever the input; tests and the command `fuzz` search for
  /// input that violates it.
  public static var invariants: [Invariant] {
    [
      Invariant("speed", "The ball keeps its speed") { session in
        guard let game = session.game as? PaddleGame, game.state.phase == .playing else {
          return nil
        }
        let speed = game.parts?.body.velocity.length ?? 0
        return abs(speed - ballSpeed) > 0.01 ? "the ball moves at \(speed) m/s" : nil
      }
    ]
  }
}
