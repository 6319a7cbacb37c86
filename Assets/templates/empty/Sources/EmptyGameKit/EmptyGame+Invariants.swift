import Carom

extension EmptyGame {
  /// What holds after every tick, whatever the input; tests and the command `fuzz` search for
  /// input that violates it.
  public static var invariants: [Invariant] {
    [
      Invariant("turns", "There are no more turns than the goal", of: State.self) { state, _ in
        state.turns > goal ? "there are \(state.turns) turns" : nil
      }
    ]
  }
}
