import CaromMaths

/// A bounding volume hierarchy over the triangles of a mesh, for segment queries.
///
/// Immutable. Triangles are numbered across all elements. Results do not depend on the structure of
/// the tree.
///
/// - Source: C. Lauterbach et al., "Fast BVH Construction on GPUs", 2009 (sorting by Morton code).
final class TriangleBVH {
  /// The mesh.
  let mesh: Mesh
  /// The corners, three per triangle, in tree order.
  private var corners: [Vector3] = []
  /// The triangle numbers in tree order.
  private var numbers: [Int32] = []
  /// The number of the first triangle of each element, and the total count.
  private var firsts: [Int] = [0]
  private var nodes: [BVHNode] = []

  /// A node of the tree; its first child directly follows it.
  private struct BVHNode {
    var box: AABB
    /// The second child, or −1 for a leaf.
    var second: Int32
    var first: Int32
    var count: Int32
  }

  /// The maximum number of triangles in a leaf.
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

  /// Returns the element of a triangle and its index in the element.
  func face(_ number: Int) -> (element: Int, face: Int) {
    var element = 0
    while element + 2 < firsts.count, firsts[element + 1] <= number { element += 1 }
    return (element, number - firsts[element])
  }

  /// Calls a closure with each triangle that a segment intersects before `limit`, nearer boxes
  /// first.
  ///
  /// `visit` receives the triangle number and the intersection, and returns the new limit; a
  /// negative limit ends the traversal.
  func visit(_ segment: Segment, limit: Float, _ visit: (Int, Segment.Intersection) -> Float) {
    guard !nodes.isEmpty else { return }
    var limit = limit
    // Halving up to 2³¹ triangles gives a depth of at most 31.
    withUnsafeTemporaryAllocation(of: (node: Int32, near: Float).self, capacity: 64) { stack in
      var used = 0
      if let near = segment.entry(into: nodes[0].box, limit: limit) {
        stack[0] = (0, near)
        used = 1
      }
      while used > 0 {
        used -= 1
        guard stack[used].near <= limit else { continue }
        let index = Int(stack[used].node)
        let node = nodes[index]
        if node.second < 0 {
          for i in Int(node.first)..<Int(node.first + node.count) {
            let c = i * 3
            guard
              let intersection = segment.intersection(corners[c], corners[c + 1], corners[c + 2]),
              intersection.fraction <= limit
            else { continue }
            limit = visit(Int(numbers[i]), intersection)
            if limit < 0 { return }
          }
          continue
        }
        let a = segment.entry(into: nodes[index + 1].box, limit: limit).map {
          (Int32(index + 1), $0)
        }
        let b = segment.entry(into: nodes[Int(node.second)].box, limit: limit).map {
          (node.second, $0)
        }
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

  /// Sorts triangles by the Morton code of their centroids.
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
    // The triangle number is in the low bits, so equal codes keep their order.
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

  /// Interleaves ten bits of each coordinate; values that are not finite count as zero.
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
  /// The number of triangles.
  var triangleCount: Int { indices.count / 3 }
}
