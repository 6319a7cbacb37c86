public import CaromMaths

/// The leaves of a tree, open for new boxes from several threads at once, each of its own proxies.
///
/// The boxes above them stay as they are until ``DynamicTree/refit(above:)``.
public struct TreeLeaves: @unchecked Sendable {
  /// Nil for an empty tree, which has no proxies to name.
  private let nodes: UnsafeMutablePointer<DynamicTreeNode>?

  init(_ nodes: UnsafeMutablePointer<DynamicTreeNode>?) { self.nodes = nodes }

  /// Gives a proxy a new box only when `tight` has left its box, or fits far too loosely in it.
  ///
  /// The new box is `tight`, larger by `margin` on every side, and longer by `ahead` in the direction
  /// of motion. Returns true when the box changed; unchecked, so the proxy must be in the tree.
  @inline(__always)
  public func update(
    _ proxy: Int32, tight: AABB, margin: Float, ahead: Vector3 = Vector3()
  ) -> Bool {
    guard let nodes else { return false }
    let current: AABB = nodes[Int(proxy)].box
    let fat: AABB = tight.expanded(by: margin)
    if current.contains(tight) {
      let loose: AABB = fat.expanded(by: 4 * margin)
      let swept = AABB(min: loose.min + ahead, max: loose.max + ahead).union(loose)
      if swept.contains(current) { return false }
    }
    let moved = AABB(min: fat.min + ahead, max: fat.max + ahead)
    nodes[Int(proxy)].box = fat.union(moved)
    return true
  }
}

extension DynamicTree {
  /// The leaves, open for new boxes; what gets one must be handed to ``refit(above:)`` before any query.
  ///
  /// Valid as long as nothing is inserted or removed and the tree is not copied.
  public var leaves: TreeLeaves {
    mutating get { TreeLeaves(nodes.withUnsafeMutableBufferPointer { $0.baseAddress }) }
  }

  /// Moves a proxy only when `tight` has left its box, or fits far too loosely in it.
  ///
  /// As ``TreeLeaves/update(_:tight:margin:ahead:)``, with everything above brought up to date.
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

  /// Makes the boxes above proxies with new boxes tight again.
  ///
  /// The form of the tree stays, but for proxies that went where their branch is not: those are hung
  /// anew. ``rebuild()`` makes good what this costs queries as boxes drift.
  ///
  /// - Complexity: O(k log n) at worst for k proxies, and O(n).
  public mutating func refit(above proxies: UnsafeBufferPointer<Int32>) {
    changes &+= Int32(truncatingIfNeeded: proxies.count)
    // Against the boxes from before, as all new ones are in the leaves only.
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

/// Corrects the boxes of all branches below a node, and its own.
private func refitBoxes(_ index: Int32, _ nodes: UnsafeMutablePointer<DynamicTreeNode>) {
  let node = nodes + Int(index)
  if node.pointee.height == 0 { return }
  let (left, right) = (nodes + Int(node.pointee.left), nodes + Int(node.pointee.right))
  if left.pointee.height > 0 { refitBoxes(node.pointee.left, nodes) }
  if right.pointee.height > 0 { refitBoxes(node.pointee.right, nodes) }
  node.pointee.box = left.pointee.box.union(right.pointee.box)
}

/// Corrects the boxes above a leaf, as far as they change.
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
