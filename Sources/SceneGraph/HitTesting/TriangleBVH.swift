import CaromMaths

/// The triangles of a mesh as segments meet them: under a tree of boxes when they are many.
///
/// Immutable. Triangles are numbered through all elements; the answer does not depend on the tree.
///
/// - Source: C. Lauterbach et al., "Fast BVH Construction on GPUs", 2009 (sorting by Morton code).
final class TriangleBVH {
  /// What it was made of.
  let mesh: Mesh
  /// The corners, three a triangle, in the order of the tree.
  private var corners: [Vector3] = []
  /// The numbers of the triangles in that order.
  private var numbers: [Int32] = []
  /// The number of the first triangle of each element, and that after the last.
  private var firsts: [Int] = [0]
  private var nodes: [BVHNode] = []

  /// A box; its first child follows it.
  private struct BVHNode {
    var box: AABB
    /// The second child, or −1 for a leaf.
    var second: Int32
    var first: Int32
    var count: Int32
  }

  /// So many triangles are looked at without asking a box.
  private static let leafSize = 4

  init(_ mesh: Mesh) {
    self.mesh = mesh
    for element in mesh.elements { firsts.append(firsts[firsts.count - 1] + element.triangleCount) }
    let count = firsts[firsts.count - 1]
    guard count > 0 else { return }
    sort(count)
    nodes.reserveCapacity(count)
    _ = build(0..<count)
  }

  /// The element of a triangle and its number in there.
  func face(_ number: Int) -> (element: Int, face: Int) {
    var element = 0
    while element + 2 < firsts.count, firsts[element + 1] <= number { element += 1 }
    return (element, number - firsts[element])
  }

  /// Shows every triangle that a way crosses, nearer boxes first, while it is nearer than the limit.
  ///
  /// `visit` takes the triangle's number and the crossing, and answers with the share of the way that
  /// is of interest still; a negative one ends the visit.
  func visit(_ way: Segment, limit: Float, _ visit: (Int, Segment.Crossing) -> Float) {
    guard !nodes.isEmpty else { return }
    var limit = limit
    // Halving a count of up to 2³¹ gives a depth of 31 at most.
    withUnsafeTemporaryAllocation(of: (node: Int32, near: Float).self, capacity: 64) { stack in
      var used = 0
      if let near = way.enters(nodes[0].box, limit: limit) {
        stack[0] = (0, near)
        used = 1
      }
      while used > 0 {
        used -= 1
        guard stack[used].near <= limit else { continue }
        let index = Int(stack[used].node)
        let node = nodes[index]
        if node.second < 0 {
          for place in Int(node.first)..<Int(node.first + node.count) {
            let c = place * 3
            guard let crossing = way.crosses(corners[c], corners[c + 1], corners[c + 2]),
              crossing.fraction <= limit
            else { continue }
            limit = visit(Int(numbers[place]), crossing)
            if limit < 0 { return }
          }
          continue
        }
        let a = way.enters(nodes[index + 1].box, limit: limit).map { (Int32(index + 1), $0) }
        let b = way.enters(nodes[Int(node.second)].box, limit: limit).map { (node.second, $0) }
        let isFirstNearer = (a?.1 ?? .infinity) <= (b?.1 ?? .infinity)
        for child in isFirstNearer ? [b, a] : [a, b] {
          guard let child else { continue }
          stack[used] = (node: child.0, near: child.1)
          used += 1
        }
      }
    }
  }

  // MARK: Building

  /// Puts triangles in the order of a curve through their middles.
  private func sort(_ count: Int) {
    var all: [Vector3] = []
    all.reserveCapacity(count * 3)
    for element in mesh.elements {
      for t in 0..<element.triangleCount {
        let (a, b, c) = element.triangle(t * 3)
        all.append(contentsOf: [mesh.positions[a], mesh.positions[b], mesh.positions[c]])
      }
    }
    let size = mesh.bounds.size.maximum(Vector3(repeating: 1e-30))
    let scale = Vector3.one / size * 1_023
    // The number below the code, so that equal codes keep the given order.
    var keys = (0..<count).map { t -> UInt64 in
      let middle = (all[t * 3] + all[t * 3 + 1] + all[t * 3 + 2]) / 3
      return Self.code((middle - mesh.bounds.min) * scale) << 32 | UInt64(t)
    }
    keys.sort()
    corners.reserveCapacity(count * 3)
    numbers.reserveCapacity(count)
    for key in keys {
      let t = Int(key & 0xffff_ffff)
      numbers.append(Int32(t))
      corners.append(contentsOf: all[(t * 3)..<(t * 3 + 3)])
    }
  }

  /// Ten bits of each coordinate, in turn; what is not finite counts as zero.
  private static func code(_ p: Vector3) -> UInt64 {
    var code: UInt64 = 0
    for axis in 0..<3 {
      let value = p[axis].isFinite ? UInt64(max(0, min(1_023, p[axis]))) : 0
      for bit in 0..<10 where value & 1 << UInt64(bit) != 0 {
        code |= 1 << UInt64(bit * 3 + axis)
      }
    }
    return code
  }

  private func build(_ range: Range<Int>) -> AABB {
    let index = nodes.count
    nodes.append(
      BVHNode(
        box: .empty, second: -1, first: Int32(range.lowerBound), count: Int32(range.count)))
    var box = AABB.empty
    if range.count <= Self.leafSize {
      for corner in corners[(range.lowerBound * 3)..<(range.upperBound * 3)] {
        box = box.union(corner)
      }
    } else {
      let middle = range.lowerBound + range.count / 2
      let left = build(range.lowerBound..<middle)
      nodes[index].second = Int32(nodes.count)
      box = left.union(build(middle..<range.upperBound))
    }
    nodes[index].box = box
    return box
  }
}

extension MeshElement {
  /// How many triangles it has.
  var triangleCount: Int { indices.count / 3 }
}
