/// The inputs that a game uses, for tools that generate random input.
public struct GameControls: Hashable, Sendable {
  /// The keys that the game uses; the first one starts or continues the game.
  public var keys: [KeyCode]
  /// Whether the game uses tilt.
  public var usesTilt: Bool
  /// Whether the game uses the pointer.
  public var usesPointer: Bool
  /// For how many ticks players hold a key, a tilt or the pointer before they change it.
  ///
  /// The upper bound is the time that an input needs for its whole effect, such as the time in
  /// which a paddle crosses the court.
  public var holdTicks: ClosedRange<Int>

  /// Creates a set of controls.
  ///
  /// - Precondition: `holdTicks` starts at 1 or later.
  public init(
    keys: [KeyCode] = [.space], usesTilt: Bool = false, usesPointer: Bool = false,
    holdTicks: ClosedRange<Int> = 5...90
  ) {
    precondition(holdTicks.lowerBound >= 1, "An input is held for at least one tick")
    self.keys = keys
    self.usesTilt = usesTilt
    self.usesPointer = usesPointer
    self.holdTicks = holdTicks
  }

  /// The controls of most games: space, arrow keys, tilt and pointer.
  public static var standard: GameControls {
    GameControls(
      keys: [.space, .left, .right, .up, .down], usesTilt: true, usesPointer: true)
  }
}
