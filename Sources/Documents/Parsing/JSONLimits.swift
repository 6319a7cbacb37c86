/// How much of a text the parser is willing to take.
public struct JSONLimits: Sendable {
  /// The longest text, in bytes; at most 2³² − 2.
  public var bytes: Int
  /// How deep arrays and objects may stand in each other; at most 256.
  public var depth: Int
  /// The most values and keys together.
  public var values: Int

  /// Makes limits; the defaults suit files that people write.
  public init(bytes: Int = 64 << 20, depth: Int = 64, values: Int = 8_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }
}
