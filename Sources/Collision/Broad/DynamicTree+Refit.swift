public import CaromMaths

/// The leaves of a tree, whose boxes several threads may update concurrently, each for its own
/// proxies.
///
/// The boxes of branches stay outdated until ``DynamicTree/refit(above:)``.
public struct TreeLeaves: @unchecked Sendable {
  /// Nil for an empty tree, which has no proxies.
  private let nodes: UnsafeMutablePointer<DynamicTreeNode>?

  init(_ nodes: UnsafeMutablePointer<DynamicTreeNode>?) { self.nodes = nodes }

  /// Whether the box of a proxy contains another box.
  @inline(__always)
  public func contains(_ proxy: Int32, _ box: AABB) -> Bool {
    guard let nodes else { return false }
    return nodes[Int(proxy)].box.contains(box)
  }

  /// Updates a proxy's box only when `tight` has left it, or has become much smaller than it.
  ///
  /// The new box is `tight`, expanded by `margin` on every side and extended by `ahead` in the
  /// direction of motion. Returns true when the box changed. The proxy must be in the tree; this is
  /// not checked.
  @inline(__always)
  public func update(
    _ proxy: Int32, tight: AABB, margin: Float, ahead: Vector3 = Vector3()
  ) -> Bool {
    guard let nodes else { return false }
    let current: AABB = nodes[Int(proxy)].box
    let fat: AABB = tight.expanded(by: margin)
    if current.contains(tight) {
      // What lies behind is left of the box that extended ahead when it was made.
      let reach: Vector3 = ahead.magnitudes + Vector3(repeating: 4 * margin)
      let loose = AABB(min: fat.min - reach, max: fat.max + reach)
      if loose.contains(current) { return false }
    }
    let moved = AABB(min: fat.min + ahead, max: fat.max + ahead)
    nodes[Int(proxy)].box = fat.union(moved)
    return true
  }
}

extension DynamicTree {
  /// The leaves, for updates; pass the changed proxies to ``refit(above:)`` before the next query.
  ///
  /// Valid until the tree is copied, or a proxy is inserted or removed.
  public var leaves: TreeLeaves {
    mutating get { TreeLeaves(nodes.withUnsafeMutableBufferPointer { $0.baseAddress }) }
  }

  /// Updates a proxy's box only when `tight` has left it, or has become much smaller than it.
  ///
  /// As ``TreeLeaves/update(_:tight:margin:ahead:)``, followed by a refit of the branches above.
  public mutating func update(
    _ proxy: Int32, tight: AABB, margin: Float, ahead: Vector3 = Vector3()
  ) -> Bool {
    precondition(isProxy(proxy), "Only a proxy that is in the tree can be updated")
    let isChanged = leaves.update(proxy, tight: tight, margin: margin, ahead: ahead)
    if isChanged {
      withUnsafePointer(to: proxy) { refit(above: UnsafeBufferPointer(start: $0, count: 1)) }
    }
    return isChanged
  }

  /// Updates the boxes of the branches above proxies whose boxes changed.
  ///
  /// The topology is unchanged, except that proxies that have left their branch are inserted again.
  /// Queries get slower as boxes move apart, until ``rebuild()``.
  ///
  /// - Complexity: O(k log n) for k proxies, and at most O(n).
  public mutating func refit(above proxies: UnsafeBufferPointer<Int32>) {
    changes &+= Int32(truncatingIfNeeded: proxies.count)
    // Compared with the branches' old boxes: only leaves have new boxes here.
    var escaped: [Int32] = []
    for proxy in proxies {
      let parent = nodes[Int(proxy)].parent
      if parent >= 0 && !nodes[Int(parent)].box.overlaps(nodes[Int(proxy)].box) {
        escaped.append(proxy)
      }
    }
    let root = root
    nodes.withUnsafeMutableBufferPointer { nodes in
      guard let nodes = nodes.baseAddress, root >= 0 else { return }
      if proxies.count &* 4 > count {
        refitBoxes(root, nodes)
      } else {
        for proxy in proxies { refitBoxes(above: proxy, nodes) }
      }
    }
    for proxy in escaped {
      removeLeaf(proxy)
      insertLeaf(proxy)
    }
  }
}

/// Updates the boxes of a node and of all branches below it.
private func refitBoxes(_ index: Int32, _ nodes: UnsafeMutablePointer<DynamicTreeNode>) {
  let node = nodes + Int(index)
  if node.pointee.height == 0 { return }
  let (left, right) = (nodes + Int(node.pointee.left), nodes + Int(node.pointee.right))
  if left.pointee.height > 0 { refitBoxes(node.pointee.left, nodes) }
  if right.pointee.height > 0 { refitBoxes(node.pointee.right, nodes) }
  node.pointee.box = left.pointee.box.union(right.pointee.box)
}

/// Updates the boxes above a leaf, up to the first one that does not change.
private func refitBoxes(above leaf: Int32, _ nodes: UnsafeMutablePointer<DynamicTreeNode>) {
  var index = nodes[Int(leaf)].parent
  while index >= 0 {
    let node = nodes + Int(index)
    let (left, right) = (Int(node.pointee.left), Int(node.pointee.right))
    let box = nodes[left].box.union(nodes[right].box)
    if box == node.pointee.box { return }
    node.pointee.box = box
    index = node.pointee.parent
  }
}
