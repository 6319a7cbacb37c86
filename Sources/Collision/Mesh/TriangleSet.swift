import CaromMaths

/// The triangles of a mesh around a shape, kept from one step to the next by the pair of both.
///
/// It is found by a search in a box somewhat larger than the shape's, and serves as long as the
/// shape's box stays inside. It decides nothing: of its triangles only those that overlap the box
/// itself are used, in the order of the mesh, which are those that a search finds. So it is no state,
/// and may be forgotten at any time. A set belongs to one mesh; wherever that is moved, it holds.
///
/// - Source: the triangle caches of mesh contacts in Box3D, 2026; what is kept and when is ours.
package struct TriangleSet: BitwiseCopyable, Sendable {
  /// In the mesh's space; all blocks that reach into it are in the set.
  ///
  /// Empty when nothing is known.
  var bounds: AABB = .empty
  /// A box whose sides add up to less is too small for the set.
  var leastSides: Float = 0
  /// The number of blocks, or -1 when there are more than a set holds.
  var count: Int32 = 0
  /// The numbers of blocks of four triangles, ascending.
  var blocks = SIMD16<Int32>()

  static let capacity = 16

  /// Makes a set that knows nothing.
  package init() {}

  /// True when a search in the box finds nothing that the set does not have, and not far less.
  @inline(__always) func serves(_ box: AABB) -> Bool {
    let size: Vector3 = box.size
    return bounds.contains(box) && size.x + size.y + size.z >= leastSides
  }
}

/// A mesh that is searched with the help of a set.
struct CachedMeshSearch: TriangleSearch {
  let view: MeshView
  let set: UnsafeMutablePointer<TriangleSet>
  /// How far the shape moved through the mesh's space in the last step.
  let displacement: Vector3

  @inline(__always)
  func visit(_ box: AABB, _ visit: (_ id: Int32) -> Bool) {
    if !set.pointee.serves(box) { gather(box) }
    let count: Int = Int(set.pointee.count)
    if count < 0 { return view.visit(box, visit) }
    let wide = WideBox(box)
    withUnsafeBytes(of: &set.pointee.blocks) { memory in
      guard let row = memory.baseAddress?.assumingMemoryBound(to: Int32.self) else { return }
      var index: Int = 0
      while index < count {
        if !view.visit(block: row[index], wide, visit) { return }
        index &+= 1
      }
    }
  }

  /// Fills the set with what is around a box, and ahead of it for about eight steps.
  ///
  /// A marble of 0.3 m at 2 m/s needs that every ten steps.
  @inline(never)
  private func gather(_ box: AABB) {
    let size: Float = box.size.greatest
    let far: Float = displacement.length
    let ahead: Vector3 = displacement * (far * 8 > 0.75 * size ? 0.75 * size / far : 8)
    var bounds: AABB = box.union(AABB(min: box.min + ahead, max: box.max + ahead))
      .expanded(by: 0.06 * size)
    // Not so for numbers that are none.
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
