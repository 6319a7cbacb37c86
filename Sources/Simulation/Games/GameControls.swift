/// The inputs that a game listens to, for players that try things out.
public struct GameControls: Hashable, Sendable {
  /// The keys that do something; the first is the one that begins or goes on.
  public var keys: [KeyCode]
  /// Whether tilting the board does something.
  public var usesTilt: Bool
  /// Whether the pointer does something.
  public var usesPointer: Bool

  /// Says what a game listens to.
  public init(keys: [KeyCode] = [.space], usesTilt: Bool = false, usesPointer: Bool = false) {
    self.keys = keys
    self.usesTilt = usesTilt
    self.usesPointer = usesPointer
  }

  /// Space and the arrows, tilt and pointer: what most games know.
  public static var standard: GameControls {
    GameControls(
      keys: [.space, .left, .right, .up, .down], usesTilt: true, usesPointer: true)
  }
}
