import CaromMaths

/// Builds the tree over the triangles of a mesh, top down.
///
/// Each range is partitioned, and each half again, so that a node has four children. The partition
/// is the best of sixteen along the longest side of the centers' box, by the surface areas of both
/// sides.
///
/// - Source: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007
///   (binning); J. Goldsmith, J. Salmon, "Automatic Creation of Object Hierarchies for Ray
///   Tracing", 1987.
struct MeshTreeBuilder {
  private(set) var nodes: [MeshNode] = []
  private(set) var blocks: [TriangleBlock] = []
  private(set) var records: [TriangleRecord] = []
  private let mesh: CleanMesh
  private var boxes: [AABB] = []
  private var centers: [Vector3] = []
  /// The triangles in tree order.
  private var order: [Int32] = []

  /// Below this depth ranges are halved by count, which bounds the depth for any triangles.
  private static let maxDepth = 20

  init(_ mesh: CleanMesh) { self.mesh = mesh }

  mutating func build() {
    let count = mesh.indices.count / 3
    boxes.reserveCapacity(count)
    centers.reserveCapacity(count)
    for triangle in 0..<count {
      let box = AABB(min: corner(triangle, 0), max: corner(triangle, 0))
        .union(corner(triangle, 1)).union(corner(triangle, 2))
      boxes.append(box)
      centers.append(box.center)
    }
    order = (0..<Int32(count)).map { $0 }
    nodes.append(MeshNode())
    fill(0, 0..<count, depth: 0)
  }

  private func corner(_ triangle: Int, _ number: Int) -> Vector3 {
    mesh.vertices[Int(mesh.indices[triangle * 3 + number])]
  }

  /// Fills a node with children one after the other, so that blocks are numbered in traversal
  /// order.
  private mutating func fill(_ node: Int, _ range: Range<Int>, depth: Int) {
    var parts: [Range<Int>] = [range]
    if range.count > 4 {
      let middle = partition(range, depth: depth)
      parts = []
      for half in [range.lowerBound..<middle, middle..<range.upperBound] {
        if half.count > 4 {
          let quarter = partition(half, depth: depth)
          parts.append(half.lowerBound..<quarter)
          parts.append(quarter..<half.upperBound)
        } else {
          parts.append(half)
        }
      }
    }
    for (lane, part) in parts.enumerated() {
      var box = AABB.empty
      for slot in part { box = box.union(boxes[Int(order[slot])]) }
      let child: Int32
      if part.count <= 4 {
        child = -1 - appendBlock(part)
      } else {
        let index = nodes.count
        nodes.append(MeshNode())
        child = Int32(index)
        fill(index, part, depth: depth + 1)
      }
      nodes[node].minX[lane] = box.min.x
      nodes[node].minY[lane] = box.min.y
      nodes[node].minZ[lane] = box.min.z
      nodes[node].maxX[lane] = box.max.x
      nodes[node].maxY[lane] = box.max.y
      nodes[node].maxZ[lane] = box.max.z
      nodes[node].children[lane] = child
    }
  }

  private mutating func appendBlock(_ part: Range<Int>) -> Int32 {
    var block = TriangleBlock()
    var four = [TriangleRecord](repeating: TriangleRecord(), count: 4)
    // Ascending within a block, so that the order does not depend on the partitions.
    for (lane, triangle) in order[part].sorted().enumerated() {
      let t = Int(triangle)
      let (a, b, c) = (corner(t, 0), corner(t, 1), corner(t, 2))
      (block.ax[lane], block.ay[lane], block.az[lane]) = (a.x, a.y, a.z)
      (block.bx[lane], block.by[lane], block.bz[lane]) = (b.x, b.y, b.z)
      (block.cx[lane], block.cy[lane], block.cz[lane]) = (c.x, c.y, c.z)
      four[lane] = TriangleRecord(
        cornerA: mesh.indices[t * 3], cornerB: mesh.indices[t * 3 + 1],
        cornerC: mesh.indices[t * 3 + 2], original: mesh.originals[t])
    }
    blocks.append(block)
    records.append(contentsOf: four)
    return Int32(blocks.count - 1)
  }

  // MARK: Partitioning

  /// Reorders a range and returns where its second half starts; both halves have at least one
  /// triangle.
  private mutating func partition(_ range: Range<Int>, depth: Int) -> Int {
    var box = AABB.empty
    for slot in range { box = box.union(centers[Int(order[slot])]) }
    let size = box.size
    let axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2)
    if size[axis] > 0 && depth < Self.maxDepth {
      let middle = partitionByArea(range, axis, from: box.min[axis], size: size[axis])
      if middle > range.lowerBound && middle < range.upperBound { return middle }
    }
    return partitionByCount(range, axis)
  }

  private static let binCount = 16

  private mutating func partitionByArea(
    _ range: Range<Int>, _ axis: Int, from low: Float, size: Float
  ) -> Int {
    let scale = Float(Self.binCount) / size
    func bin(_ triangle: Int32) -> Int {
      min(Self.binCount - 1, max(0, Int((centers[Int(triangle)][axis] - low) * scale)))
    }
    var boxesOf = [AABB](repeating: .empty, count: Self.binCount)
    var counts = [Int](repeating: 0, count: Self.binCount)
    for slot in range {
      let b = bin(order[slot])
      boxesOf[b] = boxesOf[b].union(boxes[Int(order[slot])])
      counts[b] += 1
    }
    // The cost of everything above each partition, from the far end.
    var above = [Float](repeating: 0, count: Self.binCount)
    var box = AABB.empty
    var count = 0
    for b in (1..<Self.binCount).reversed() {
      box = box.union(boxesOf[b])
      count += counts[b]
      above[b] = count == 0 ? 0 : box.area * Float((count + 3) / 4)
    }
    box = .empty
    count = 0
    var best = -1
    var least = Float.infinity
    for b in 1..<Self.binCount {
      box = box.union(boxesOf[b - 1])
      count += counts[b - 1]
      if count == 0 || count == range.count { continue }
      let cost = box.area * Float((count + 3) / 4) + above[b]
      if cost < least { (best, least) = (b, cost) }
    }
    if best < 0 { return range.lowerBound }
    var left: [Int32] = []
    var right: [Int32] = []
    for slot in range {
      if bin(order[slot]) < best { left.append(order[slot]) } else { right.append(order[slot]) }
    }
    order.replaceSubrange(range, with: left + right)
    return range.lowerBound + left.count
  }

  private mutating func partitionByCount(_ range: Range<Int>, _ axis: Int) -> Int {
    let sorted = order[range].sorted { a, b in
      let (x, y) = (centers[Int(a)][axis], centers[Int(b)][axis])
      return x != y ? x < y : a < b
    }
    order.replaceSubrange(range, with: sorted)
    return range.lowerBound + range.count / 2
  }
}
