/// The options that a session is launched with: all external input before the first tick.
///
/// Two sessions with the same files, launch options and events are identical bit for bit. A
/// recording contains its launch options, so a replay does not depend on the machine.
public struct Launch: Hashable, Sendable {
  /// The seed of the random streams.
  public var seed: UInt64
  /// The simulated date at the first tick.
  public var start: WorldDate
  /// The arguments of the game.
  public var arguments: LaunchArguments
  /// The stored numbers of earlier sessions, such as the best score.
  public var storage: Storage

  /// Creates launch options; the defaults are seed 1, the start of 2026 and no arguments.
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
