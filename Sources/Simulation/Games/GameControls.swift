/// The inputs that a game uses, for tools that generate random input.
public struct GameControls: Hashable, Sendable {
  /// The keys that the game uses; the first one starts or continues the game.
  public var keys: [KeyCode]
  /// Whether the game uses tilt.
  public var usesTilt: Bool
  /// Whether the game uses the pointer.
  public var usesPointer: Bool

  /// Creates a set of controls.
  public init(keys: [KeyCode] = [.space], usesTilt: Bool = false, usesPointer: Bool = false) {
    self.keys = keys
    self.usesTilt = usesTilt
    self.usesPointer = usesPointer
  }

  /// The controls of most games: space, arrow keys, tilt and pointer.
  public static var standard: GameControls {
    GameControls(
      keys: [.space, .left, .right, .up, .down], usesTilt: true, usesPointer: true)
  }
}
