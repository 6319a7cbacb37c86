public import CaromMaths

/// A node of a ``DynamicTree``: a leaf holds one proxy, a branch two children.
///
/// Forty-four bytes without padding, so that a tree can be saved and hashed as it lies in memory.
@frozen public struct DynamicTreeNode: Hashable, Sendable, BitwiseCopyable {
  /// The box around everything below.
  public var box: AABB
  /// The branch above, or ``none``; for a free node, the next free one.
  public var parent: Int32
  /// The first child, or ``none`` in a leaf.
  public var left: Int32
  /// The second child, or ``none`` in a leaf.
  public var right: Int32
  /// The longest way down: zero for a leaf, −1 for a free node.
  public var height: Int32
  /// What the proxy stands for, as the caller numbers it; zero in a branch.
  public var data: UInt32

  /// Makes a node from its parts.
  @inlinable public init(
    box: AABB, parent: Int32, left: Int32, right: Int32, height: Int32, data: UInt32
  ) {
    self.box = box
    self.parent = parent
    self.left = left
    self.right = right
    self.height = height
    self.data = data
  }

  /// The index of no node.
  @inlinable public static var none: Int32 { -1 }

  /// True when the node holds a proxy.
  @inlinable public var isLeaf: Bool { height == 0 }
}
