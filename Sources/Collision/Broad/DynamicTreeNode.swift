public import CaromMaths
public import CaromProperties

/// A node of a ``DynamicTree``: a leaf holds one proxy, a branch two children.
///
/// 44 bytes without padding, so that nodes can be stored and hashed as they are in memory.
@frozen public struct DynamicTreeNode: Hashable, Sendable, BitwiseCopyable {
  /// The box around everything below the node.
  public var box: AABB
  /// The parent, or ``none``; in a free node, the next free node.
  public var parent: Int32
  /// The first child, or ``none`` in a leaf.
  public var left: Int32
  /// The second child, or ``none`` in a leaf.
  public var right: Int32
  /// The number of levels below the node: zero for a leaf, −1 for a free node.
  public var height: Int32
  /// The number that the caller assigned to the proxy; zero in a branch.
  public var data: UInt32

  /// Creates a node from its parts.
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

  /// The index that represents no node.
  @inlinable public static var none: Int32 { -1 }

  /// True when the node holds a proxy.
  @inlinable public var isLeaf: Bool { height == 0 }
}

// Only 4-byte fields.
extension DynamicTreeNode: PlainData {}
