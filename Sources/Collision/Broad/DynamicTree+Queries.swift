public import CaromMaths

extension DynamicTree {
  /// Calls `visit` with each proxy whose box overlaps `box`, and its data, until it returns false.
  ///
  /// In the order of the tree, which depends only on the calls made before. Allocates nothing.
  @inlinable public func query(_ box: AABB, _ visit: (Int32, UInt32) -> Bool) {
    if root < 0 { return }
    nodes.withUnsafeBufferPointer { buffer in
      guard let nodes = buffer.baseAddress else { return }
      let room: Int = Int(nodes[Int(root)].height) + 2
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: room) { scratch in
        guard let stack = scratch.baseAddress else { return }
        stack[0] = root
        var top: Int = 1
        while top > 0 {
          top &-= 1
          let index: Int32 = stack[top]
          let node: UnsafePointer<TreeNode> = nodes + Int(index)
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

  /// Calls `visit` with each proxy whose box, grown by `radius`, the ray meets, nearer halves first.
  ///
  /// The ray starts at `origin` and ends at `origin + translation`. `visit` is given the proxy, its
  /// data and how much of the ray is left to search; it returns the new limit: what it was given to
  /// go on, a hit's fraction to look only before that, or zero to stop. With a `radius` this finds
  /// candidates for a swept ball or box.
  @inlinable public func rayCast(
    origin: Vector3, translation: Vector3, radius: Float = 0, limit: Float = 1,
    _ visit: (Int32, UInt32, Float) -> Float
  ) {
    if root < 0 { return }
    nodes.withUnsafeBufferPointer { buffer in
      guard let nodes = buffer.baseAddress else { return }
      let ray = TreeRay(origin: origin, translation: translation, radius: radius)
      var limit: Float = limit
      let room: Int = Int(nodes[Int(root)].height) + 2
      withUnsafeTemporaryAllocation(of: (node: Int32, enter: Float).self, capacity: room) {
        scratch in
        guard let stack = scratch.baseAddress else { return }
        let start: Float = ray.enter(nodes[Int(root)].box, limit)
        stack[0] = (root, start)
        var top: Int = start <= limit ? 1 : 0
        while top > 0 {
          top &-= 1
          let (index, enter) = stack[top]
          if enter > limit { continue }
          let node: UnsafePointer<TreeNode> = nodes + Int(index)
          if node.pointee.height == 0 {
            limit = visit(index, node.pointee.data, limit)
            if limit <= 0 { return }
            continue
          }
          let (l, r) = (node.pointee.left, node.pointee.right)
          let enterL: Float = ray.enter(nodes[Int(l)].box, limit)
          let enterR: Float = ray.enter(nodes[Int(r)].box, limit)
          // The nearer child goes on top; the left one on a tie.
          let leftFirst: Bool = enterL <= enterR
          if leftFirst ? enterR <= limit : enterL <= limit {
            stack[top] = leftFirst ? (r, enterR) : (l, enterL)
            top &+= 1
          }
          if leftFirst ? enterL <= limit : enterR <= limit {
            stack[top] = leftFirst ? (l, enterL) : (r, enterR)
            top &+= 1
          }
        }
      }
    }
  }
}

/// A ray prepared for many tests against boxes.
@usableFromInline struct TreeRay {
  @usableFromInline var origin: Vector3
  @usableFromInline var translation: Vector3
  @usableFromInline var radius: Vector3

  @usableFromInline init(origin: Vector3, translation: Vector3, radius: Float) {
    self.origin = origin
    self.translation = translation
    self.radius = Vector3(repeating: radius)
  }

  /// The fraction at which the ray enters the box, or infinity when it misses before `limit`.
  ///
  /// Slabs, with a ray along a face counted as inside; a box is never missed by rounding that its
  /// own size explains, because the far side is given a little more.
  @inlinable func enter(_ box: AABB, _ limit: Float) -> Float {
    let low: Vector3 = box.min - radius - origin
    let high: Vector3 = box.max + radius - origin
    var near: Float = 0
    var far: Float = limit
    slab(low.x, high.x, translation.x, &near, &far)
    slab(low.y, high.y, translation.y, &near, &far)
    slab(low.z, high.z, translation.z, &near, &far)
    return near <= far * 1.000001 + 1e-9 ? near : .infinity
  }

  /// Narrows the part of the ray that lies between two planes across an axis.
  @inlinable func slab(
    _ low: Float, _ high: Float, _ step: Float, _ near: inout Float, _ far: inout Float
  ) {
    if step == 0 {
      if low > 0 || high < 0 { near = .infinity }
      return
    }
    let (a, b) = (low / step, high / step)
    near = max(near, min(a, b))
    far = min(far, max(a, b))
  }
}
