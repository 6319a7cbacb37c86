public import CPrefetch
public import CaromMaths

extension DynamicTree {
  /// Calls `visit` with each proxy whose box the ray hits, nearer subtrees first.
  ///
  /// The ray starts at `origin` and ends at `origin + translation`. `visit` receives the proxy, its
  /// data and the fraction of the ray that is left to search. It returns the new limit: the
  /// received one to continue, the fraction of a hit to search no farther than that, or a negative
  /// number to stop. Before that, `prepare` receives the data of proxies that may be visited, so
  /// that the caller can begin to load what it needs.
  @inlinable public func rayCast(
    origin: Vector3, translation: Vector3, limit: Float = 1, prepare: (UInt32) -> Void = { _ in },
    _ visit: (Int32, UInt32, Float) -> Float
  ) {
    let ray = SlabRay(origin: origin, translation: translation, halfExtents: .zero)
    view.cast(ray, limit, prepare, visit)
  }

  /// Calls `visit` with each proxy whose box a moving box hits, nearer subtrees first.
  ///
  /// The box moves by `translation`. For `visit`, see
  /// ``rayCast(origin:translation:limit:prepare:_:)``.
  @inlinable public func boxCast(
    _ box: AABB, translation: Vector3, limit: Float = 1, _ visit: (Int32, UInt32, Float) -> Float
  ) {
    let ray = SlabRay(origin: box.center, translation: translation, halfExtents: box.halfExtents)
    view.cast(ray, limit, { _ in }, visit)
  }
}

extension DynamicTreeView {
  /// Calls `visit` with each proxy whose box the ray hits; see
  /// ``DynamicTree/rayCast(origin:translation:limit:prepare:_:)``.
  @inlinable package func rayCast(
    origin: Vector3, translation: Vector3, limit: Float = 1, prepare: (UInt32) -> Void = { _ in },
    _ visit: (Int32, UInt32, Float) -> Float
  ) {
    if nodes == nil { return }
    let ray = SlabRay(origin: origin, translation: translation, halfExtents: .zero)
    cast(ray, limit, prepare, visit)
  }

  @inlinable @inline(__always) func cast(
    _ ray: SlabRay, _ limit: Float, _ prepare: (UInt32) -> Void,
    _ visit: (Int32, UInt32, Float) -> Float
  ) {
    guard let nodes else { return }
    var limit: Float = limit
    let capacity: Int = Int(nodes[Int(root)].height) + 2
    withUnsafeTemporaryAllocation(of: (node: Int32, enter: Float).self, capacity: capacity) {
      scratch in
      guard let stack = scratch.baseAddress else { return }
      let start: Float = ray.enter(nodes[Int(root)].box, limit)
      stack[0] = (root, start)
      var top: Int = start <= limit ? 1 : 0
      while top > 0 {
        top &-= 1
        let (index, enter) = stack[top]
        if enter > limit { continue }
        let node: UnsafePointer<DynamicTreeNode> = nodes + Int(index)
        if node.pointee.height == 0 {
          limit = visit(index, node.pointee.data, limit)
          if limit < 0 { return }
          continue
        }
        let (l, r) = (node.pointee.left, node.pointee.right)
        // What comes after the children is loaded while their boxes are tested.
        let (left, right) = (nodes + Int(l), nodes + Int(r))
        carom_prefetch(nodes + Int(left.pointee.left))
        carom_prefetch(nodes + Int(left.pointee.right))
        carom_prefetch(nodes + Int(right.pointee.left))
        carom_prefetch(nodes + Int(right.pointee.right))
        if left.pointee.height == 0 { prepare(left.pointee.data) }
        if right.pointee.height == 0 { prepare(right.pointee.data) }
        let enterL: Float = ray.enter(left, limit)
        let enterR: Float = ray.enter(right, limit)
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

/// A ray or a moving box, prepared for many tests against boxes (the slab method).
///
/// The ray is between two planes across an axis from the fraction at which it meets the first to
/// the fraction at which it meets the second. A moving box is a ray against boxes enlarged by its
/// size. All boxes are enlarged by a few rounding errors, so that none is missed whose content an
/// exact test hits.
///
/// - Source: A. Majercik et al., "A Ray-Box Intersection Algorithm and Efficient Dynamic Voxel
///   Rendering", Journal of Computer Graphics Techniques, 2018 (slabs with a reciprocal direction).
@frozen @usableFromInline struct SlabRay {
  /// The origin offset by the padding, for the planes that the ray meets first and last.
  @usableFromInline var nearOrigin: Vector3
  @usableFromInline var farOrigin: Vector3
  /// The reciprocal of the translation, with finite components.
  @usableFromInline var rate: Vector3
  /// The offsets in bytes, in a box, of the planes that the ray meets first.
  @usableFromInline var firstX: Int
  @usableFromInline var firstY: Int
  @usableFromInline var firstZ: Int

  @inlinable init(origin: Vector3, translation: Vector3, halfExtents: Vector3) {
    let span: Float = max(
      (origin.magnitudes + halfExtents).greatest, translation.magnitudes.greatest)
    let pad: Vector3 = halfExtents + Vector3(repeating: 2e-6 * span)
    rate = Vector3(
      Self.rate(translation.x), Self.rate(translation.y), Self.rate(translation.z))
    // Along an increasing axis the lower plane comes first, and the padding moves it down.
    let shift = Vector3(
      rate.x < 0 ? -pad.x : pad.x, rate.y < 0 ? -pad.y : pad.y, rate.z < 0 ? -pad.z : pad.z)
    nearOrigin = origin + shift
    farOrigin = origin - shift
    firstX = rate.x < 0 ? 12 : 0
    firstY = rate.y < 0 ? 16 : 4
    firstZ = rate.z < 0 ? 20 : 8
  }

  /// The reciprocal of `step`, or the greatest finite number where that would be infinite.
  @inlinable static func rate(_ step: Float) -> Float {
    let rate: Float = 1 / step
    if rate.isFinite { return rate }
    return step.sign == .minus ? -Float.greatestFiniteMagnitude : Float.greatestFiniteMagnitude
  }

  /// The fraction at which the ray enters the box of a node, which begins with its two corners; the
  /// same bits as for the box alone, without choosing between planes.
  @inlinable @inline(__always)
  func enter(_ node: UnsafePointer<DynamicTreeNode>, _ limit: Float) -> Float {
    let box = UnsafeRawPointer(node)
    let nearX: Float = (box.load(fromByteOffset: firstX, as: Float.self) - nearOrigin.x) * rate.x
    let nearY: Float = (box.load(fromByteOffset: firstY, as: Float.self) - nearOrigin.y) * rate.y
    let nearZ: Float = (box.load(fromByteOffset: firstZ, as: Float.self) - nearOrigin.z) * rate.z
    let farX: Float =
      (box.load(fromByteOffset: 12 &- firstX, as: Float.self) - farOrigin.x) * rate.x
    let farY: Float =
      (box.load(fromByteOffset: 20 &- firstY, as: Float.self) - farOrigin.y) * rate.y
    let farZ: Float =
      (box.load(fromByteOffset: 28 &- firstZ, as: Float.self) - farOrigin.z) * rate.z
    let near: Float = max(max(nearX, nearY), max(nearZ, 0))
    let far: Float = min(min(farX, farY), min(farZ, limit))
    return near <= far * 1.000002 ? near : .infinity
  }

  /// The fraction at which the ray enters the box, or infinity when it misses the box before
  /// `limit`.
  @inlinable @inline(__always) func enter(_ box: AABB, _ limit: Float) -> Float {
    let nearX: Float = ((rate.x < 0 ? box.max.x : box.min.x) - nearOrigin.x) * rate.x
    let nearY: Float = ((rate.y < 0 ? box.max.y : box.min.y) - nearOrigin.y) * rate.y
    let nearZ: Float = ((rate.z < 0 ? box.max.z : box.min.z) - nearOrigin.z) * rate.z
    let farX: Float = ((rate.x < 0 ? box.min.x : box.max.x) - farOrigin.x) * rate.x
    let farY: Float = ((rate.y < 0 ? box.min.y : box.max.y) - farOrigin.y) * rate.y
    let farZ: Float = ((rate.z < 0 ? box.min.z : box.max.z) - farOrigin.z) * rate.z
    let near: Float = max(max(nearX, nearY), max(nearZ, 0))
    let far: Float = min(min(farX, farY), min(farZ, limit))
    return near <= far * 1.000002 ? near : .infinity
  }
}
