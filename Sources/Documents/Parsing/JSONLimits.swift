/// How much of a text the parser is willing to take.
public struct JSONLimits: Sendable {
  /// The longest text, in bytes; at most 2³² − 2.
  public var bytes: Int
  /// How deep arrays and objects may stand in each other; at most 256.
  public var depth: Int
  /// The most values and keys together.
  public var values: Int
  /// What may stand deeper in each other than other values; nil for nothing.
  public var tree: Tree?

  /// Objects in arrays under one key in such objects again, such as the nodes of a scene.
  ///
  /// The outermost value is the first such object. In each of them the depth is counted from there.
  public struct Tree: Sendable {
    /// The key of the arrays.
    public var key: String
    /// How deep such objects may stand in each other; at most 1,024.
    public var depth: Int

    /// Makes a tree of objects under a key.
    public init(key: String, depth: Int) {
      self.key = key
      self.depth = depth
    }
  }

  /// Makes limits; the defaults suit files that people write.
  public init(
    bytes: Int = 64 << 20, depth: Int = 64, values: Int = 8_000_000, tree: Tree? = nil
  ) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
    self.tree = tree
  }
}
