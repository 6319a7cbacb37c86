/// Limits on the work that one client can demand of a game.
public struct CommandLimits: Hashable, Sendable {
  /// The maximum number of ticks that one command runs.
  public var ticks = 360_000
  /// The maximum number of matches that `find` returns.
  public var matches = 10_000
  /// The maximum width and height of an image, in pixels.
  public var imageSide = 4_096
  /// The maximum number of named snapshots.
  public var snapshots = 64
  /// The maximum size of all named snapshots, in bytes.
  public var snapshotBytes = 256 << 20
  /// The maximum size of the history for seeking, in bytes.
  public var historyBytes = 64 << 20

  /// Creates the default limits.
  public init() {}
}
