import Carom

extension BallGame {
  /// What holds after every tick, whatever the input; tests and the command `fuzz` search for
  /// input that violates it.
  public static var invariants: [Invariant] {
    [
      Invariant("lane", "The ball does not stay below the lane") { session in
        let ball = session.scene.rootNode.childNodes(withRole: Ball.self).first
        guard let height = ball?.worldPosition.y, height < -2 else { return nil }
        return "the ball is at a height of \(height) m"
      }
    ]
  }
}
