/// What a session is launched with besides its scene and rules: all that comes from outside before
/// the first tick.
///
/// Two sessions of the same files with equal launches and events are the same to the last bit. A
/// recording keeps its launch, so none of this is ever asked of the machine that plays it again.
public struct Launch: Hashable, Sendable {
  /// What all chance comes from.
  public var seed: UInt64
  /// The date of the world at the first tick.
  public var start: WorldDate
  /// What the game is told.
  public var arguments: LaunchArguments
  /// What earlier sessions left, such as the best score.
  public var storage: Storage

  /// Makes a launch; without arguments it is that of seed 1 at the start of 2026, with nothing told.
  public init(
    seed: UInt64 = 1, start: WorldDate = WorldDate(), arguments: LaunchArguments = [:],
    storage: Storage = Storage()
  ) {
    self.seed = seed
    self.start = start
    self.arguments = arguments
    self.storage = storage
  }
}
