/// Limits on the size and nesting of a text that the parser accepts.
public struct JSONLimits: Sendable {
  /// The maximum length of the text, in bytes; at most 2³² − 2.
  public var bytes: Int
  /// The maximum nesting depth of arrays and objects; at most 256.
  public var depth: Int
  /// The maximum number of values and keys.
  public var values: Int
  /// Objects that may be nested deeper than other values, or nil.
  public var tree: Tree?

  /// A recursive structure: objects in arrays under a key of such objects, such as the nodes of a
  /// scene.
  ///
  /// The outermost value is the first such object. Within each object the depth is counted from
  /// zero.
  public struct Tree: Sendable {
    /// The key of the arrays.
    public var key: String
    /// The maximum nesting depth of such objects; at most 1,024.
    public var depth: Int

    /// Creates a tree of objects under a key.
    public init(key: String, depth: Int) {
      self.key = key
      self.depth = depth
    }
  }

  /// Creates limits; the defaults suit hand-written files.
  public init(
    bytes: Int = 64 << 20, depth: Int = 64, values: Int = 8_000_000, tree: Tree? = nil
  ) {
    self.bytes = bytes
    self.depth = depth
    self.values = values
    self.tree = tree
  }
}
