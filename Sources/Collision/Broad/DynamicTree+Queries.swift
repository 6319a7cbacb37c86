public import CaromMaths

extension DynamicTree {
  /// Calls `visit` with each proxy whose box overlaps `box`, and its data, until it returns false.
  ///
  /// Proxies are visited in tree order, which depends only on the preceding calls. Allocates no
  /// memory.
  @inlinable public func query(_ box: AABB, _ visit: (Int32, UInt32) -> Bool) {
    if root < 0 { return }
    nodes.withUnsafeBufferPointer { buffer in
      guard let nodes = buffer.baseAddress else { return }
      let capacity: Int = Int(nodes[Int(root)].height) + 2
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: capacity) { scratch in
        guard let stack = scratch.baseAddress else { return }
        stack[0] = root
        var top: Int = 1
        while top > 0 {
          top &-= 1
          let index: Int32 = stack[top]
          let node: UnsafePointer<DynamicTreeNode> = nodes + Int(index)
          if !node.pointee.box.overlaps(box) { continue }
          if node.pointee.height == 0 {
            if !visit(index, node.pointee.data) { return }
          } else {
            stack[top] = node.pointee.right
            stack[top &+ 1] = node.pointee.left
            top &+= 2
          }
        }
      }
    }
  }

  /// Appends the data of each proxy whose box overlaps `box` to `found`.
  public func query(_ box: AABB, into found: inout [UInt32]) {
    query(box) { _, data in
      found.append(data)
      return true
    }
  }
}

extension DynamicTree {
  /// Calls `visit` with each proxy whose box is at most `limit` meters from a box, nearer subtrees
  /// first.
  ///
  /// `visit` receives the proxy, its data and the current limit, and returns the new limit, such as
  /// the distance of a result, or a negative number to stop. Boxes that touch have distance zero.
  @inlinable public func visitNearest(
    to box: AABB, within limit: Float, _ visit: (Int32, UInt32, Float) -> Float
  ) {
    if root < 0 { return }
    nodes.withUnsafeBufferPointer { buffer in
      guard let nodes = buffer.baseAddress else { return }
      var limit: Float = limit
      let capacity: Int = Int(nodes[Int(root)].height) + 2
      withUnsafeTemporaryAllocation(of: (node: Int32, gap: Float).self, capacity: capacity) {
        scratch in
        guard let stack = scratch.baseAddress else { return }
        stack[0] = (root, box.distance(to: nodes[Int(root)].box))
        var top: Int = 1
        while top > 0 {
          top &-= 1
          let (index, gap) = stack[top]
          if gap > limit { continue }
          let node: UnsafePointer<DynamicTreeNode> = nodes + Int(index)
          if node.pointee.height == 0 {
            limit = visit(index, node.pointee.data, limit)
            if limit < 0 { return }
            continue
          }
          let (l, r) = (node.pointee.left, node.pointee.right)
          let gapL: Float = box.distance(to: nodes[Int(l)].box)
          let gapR: Float = box.distance(to: nodes[Int(r)].box)
          let leftFirst: Bool = gapL <= gapR
          stack[top] = leftFirst ? (r, gapR) : (l, gapL)
          stack[top &+ 1] = leftFirst ? (l, gapL) : (r, gapR)
          top &+= 2
        }
      }
    }
  }
}

extension AABB {
  /// The distance between two boxes; zero when they overlap.
  @inlinable func distance(to other: AABB) -> Float {
    let gap: Vector3 = (other.min - max).maximum(min - other.max).maximum(.zero)
    return gap.length
  }
}
