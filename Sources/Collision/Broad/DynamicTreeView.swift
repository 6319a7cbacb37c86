public import CaromMaths

/// A tree as threads query it, without reference counts.
///
/// Valid until the tree changes.
@frozen @usableFromInline package struct DynamicTreeView: BitwiseCopyable, @unchecked Sendable {
  /// Nil for an empty tree.
  @usableFromInline let nodes: UnsafePointer<DynamicTreeNode>?
  @usableFromInline let root: Int32

  init(_ nodes: UnsafePointer<DynamicTreeNode>?, root: Int32) {
    self.nodes = root < 0 ? nil : nodes
    self.root = root
  }

  /// The box of a proxy, which must be in the tree; this is not checked.
  @inlinable @inline(__always)
  package func box(of proxy: Int32) -> AABB {
    guard let nodes else { return .empty }
    return nodes[Int(proxy)].box
  }

  /// Calls `visit` with the data of each proxy whose box overlaps `box`, until it returns false.
  ///
  /// The order is that of ``DynamicTree/query(_:_:)``.
  @inlinable @inline(__always)
  package func query(_ box: AABB, _ visit: (UInt32) -> Bool) {
    guard let nodes else { return }
    let capacity: Int = Int(nodes[Int(root)].height) + 2
    let test = OverlapTest(box)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: capacity) { scratch in
      guard let stack = scratch.baseAddress else { return }
      stack[0] = root
      var top: Int = 1
      while top > 0 {
        top &-= 1
        let node: UnsafePointer<DynamicTreeNode> = nodes + Int(stack[top])
        if !test.overlaps(node) { continue }
        if node.pointee.height == 0 {
          if !visit(node.pointee.data) { return }
        } else {
          stack[top] = node.pointee.right
          stack[top &+ 1] = node.pointee.left
          top &+= 2
        }
      }
    }
  }
}

/// A box, prepared for many tests whether nodes overlap it.
@frozen @usableFromInline package struct OverlapTest {
  @usableFromInline let min: SIMD4<Float>
  @usableFromInline let max: SIMD4<Float>

  @inlinable @inline(__always)
  package init(_ box: AABB) {
    min = F4(box.min.x, box.min.y, box.min.z, 0)
    max = F4(box.max.x, box.max.y, box.max.z, 0)
  }

  /// The same as ``AABB/overlaps(_:)`` of the node's box, which begins with its two corners.
  @inlinable @inline(__always)
  package func overlaps(_ node: UnsafePointer<DynamicTreeNode>) -> Bool {
    let raw = UnsafeRawPointer(node)
    let low = raw.loadUnaligned(as: F4.self)
    let high = raw.loadUnaligned(fromByteOffset: 12, as: F4.self)
    // The fourth lanes hold other fields.
    return laneBits(low .<= max) & laneBits(high .>= min) & 7 == 7
  }
}

extension DynamicTree {
  /// The tree for queries without reference counts; valid until it changes.
  @usableFromInline package var view: DynamicTreeView {
    nodes.withUnsafeBufferPointer { DynamicTreeView($0.baseAddress, root: root) }
  }
}
