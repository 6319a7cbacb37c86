import CaromMaths

/// The triangles of a mesh near a shape, cached by their pair from step to step.
///
/// The set is gathered in a box somewhat larger than the shape's, and is valid while the shape's
/// box stays inside. It does not affect results: only those of its triangles that overlap the
/// shape's box are used, in mesh order, as in a search of the mesh. It is therefore not part of the
/// world's state and can be cleared at any time. A set belongs to one mesh and stays valid when the
/// mesh moves.
///
/// - Source: the triangle caches of mesh contacts in Box3D, 2026; the policy is Carom's own.
package struct TriangleSet: BitwiseCopyable, Sendable {
  /// The box, in the mesh's space, whose blocks are all in the set; empty for an empty set.
  var bounds: AABB = .empty
  /// A box whose sides add up to less is too small for a set to save time.
  var leastSides: Float = 0
  /// The number of blocks, or −1 when there are more than the set holds.
  var count: Int32 = 0
  /// The indices of blocks of four triangles, ascending.
  var blocks = SIMD16<Int32>()

  static let capacity = 16

  /// Creates an empty set.
  package init() {}

  /// True when the set includes the result of a search in the box, and not many more triangles.
  @inline(__always) func serves(_ box: AABB) -> Bool {
    let size: Vector3 = box.size
    return bounds.contains(box) && size.x + size.y + size.z >= leastSides
  }
}

/// A search in a mesh that uses a pair's cached set.
struct CachedMeshSearch: TriangleSearch {
  let view: MeshView
  let set: UnsafeMutablePointer<TriangleSet>
  /// The displacement of the shape in the mesh's space in the last step.
  let displacement: Vector3

  @inline(__always)
  func visit(_ box: AABB, _ visit: (_ id: Int32) -> Bool) {
    if !set.pointee.serves(box) { gather(box) }
    let count: Int = Int(set.pointee.count)
    if count < 0 { return view.visit(box, visit) }
    let wide = WideBox(box)
    withUnsafeBytes(of: &set.pointee.blocks) { memory in
      guard let row = memory.baseAddress?.assumingMemoryBound(to: Int32.self) else { return }
      // The blocks lie anywhere in memory.
      for index in 0..<count { view.prefetch(block: row[index]) }
      var index: Int = 0
      while index < count {
        if !view.visit(block: row[index], wide, visit) { return }
        index &+= 1
      }
    }
  }

  /// Gathers the blocks around a box, and along its path for about eight steps.
  ///
  /// A marble of 0.3 m at 2 m/s needs this every ten steps.
  @inline(never)
  private func gather(_ box: AABB) {
    let size: Float = box.size.greatest
    let far: Float = displacement.length
    let ahead: Vector3 = displacement * (far * 8 > 0.75 * size ? 0.75 * size / far : 8)
    var bounds: AABB = box.union(AABB(min: box.min + ahead, max: box.max + ahead))
      .expanded(by: 0.06 * size)
    // The box is not contained when its numbers are not finite.
    if !bounds.contains(box) { bounds = box }
    let sides: Vector3 = bounds.size
    set.pointee.bounds = bounds
    set.pointee.leastSides = 0.3 * (sides.x + sides.y + sides.z)
    set.pointee.count = withUnsafeMutableBytes(of: &set.pointee.blocks) { memory in
      guard let row = memory.baseAddress?.assumingMemoryBound(to: Int32.self) else { return -1 }
      var count: Int32 = 0
      view.search(WideBox(bounds)) { block in
        if count < TriangleSet.capacity { row[Int(count)] = block }
        count &+= 1
        return count <= TriangleSet.capacity
      }
      return count > TriangleSet.capacity ? -1 : count
    }
  }
}
