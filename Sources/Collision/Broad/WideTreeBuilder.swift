import CaromMaths

/// Builds a ``WideTree`` from a ``DynamicTree``: two binary levels become one level of four
/// children.
///
/// A first pass from the leaves up measures each subtree. A second pass from the root down
/// repeatedly opens the largest child of a node until it has four.
struct WideTreeBuilder: ~Copyable {
  /// The extent of a subtree of the source.
  private struct Part: BitwiseCopyable {
    var least: SIMD4<Float>
    var greatest: SIMD4<Float>
    /// The number of spheres, up to 5; also 5 when there is a box.
    var size: Int32 = 0

    init(_ item: WideTree.Item) {
      least = item.least
      greatest = item.greatest
      size = item.isSphere ? 1 : 5
    }

    init(_ a: Part, _ b: Part) {
      least = vmin(a.least, b.least)
      greatest = vmax(a.greatest, b.greatest)
      size = min(5, a.size &+ b.size)
    }

    var area: Float {
      let s = greatest - least
      return s.x * s.y + s.y * s.z + s.z * s.x
    }
  }

  private let source: UnsafePointer<DynamicTreeNode>
  private let parts: UnsafeMutablePointer<Part>
  private let items: UnsafeMutablePointer<WideTree.Item>

  /// The stack capacity of queries in a tree that was built from one of the given height.
  ///
  /// Every level pushes three entries and consumes at least one level of the source.
  static func stackCapacity(_ height: Int32) -> Int { 3 * Int(height) + 4 }

  init(_ source: UnsafeBufferPointer<DynamicTreeNode>, _ base: UnsafePointer<DynamicTreeNode>) {
    self.source = base
    parts = .allocate(capacity: source.count)
    items = .allocate(capacity: source.count)
  }

  deinit {
    parts.deallocate()
    items.deallocate()
  }

  /// Measures a subtree.
  private func gather(_ index: Int, _ item: (UInt32) -> WideTree.Item) {
    let node = source + index
    if node.pointee.height == 0 {
      items[index] = item(node.pointee.data)
      parts[index] = Part(items[index])
      return
    }
    let (left, right) = (Int(node.pointee.left), Int(node.pointee.right))
    gather(left, item)
    gather(right, item)
    parts[index] = Part(parts[left], parts[right])
  }

  mutating func build(
    _ root: Int32, _ nodes: inout UniqueBuffer<WideNode>,
    _ spheres: inout UniqueBuffer<WideSpheres>,
    _ leaves: inout UniqueBuffer<UInt32>, _ item: (UInt32) -> WideTree.Item
  ) {
    gather(Int(root), item)
    nodes.append(WideNode())
    fill(0, Int(root), &nodes, &spheres, &leaves)
  }

  /// Fills a node with children, one after the other.
  private func fill(
    _ node: Int, _ from: Int, _ nodes: inout UniqueBuffer<WideNode>,
    _ spheres: inout UniqueBuffer<WideSpheres>,
    _ leaves: inout UniqueBuffer<UInt32>
  ) {
    var children = SIMD4<Int>(from, 0, 0, 0)
    var count: Int = 1
    while count < 4 {
      // The largest child that is not a leaf or a cluster is opened next.
      var chosen: Int = -1
      var most: Float = -1
      for lane in 0..<count {
        let child = children[lane]
        if source[child].height == 0 || parts[child].size <= 4 { continue }
        let area: Float = parts[child].area
        if area > most { (chosen, most) = (lane, area) }
      }
      if chosen < 0 { break }
      let opened = source + children[chosen]
      children[chosen] = Int(opened.pointee.left)
      children[count] = Int(opened.pointee.right)
      count &+= 1
    }
    for lane in 0..<count {
      let from = children[lane]
      let child: Int32
      if parts[from].size <= 4 {
        child = ~Int32(2 * spheres.count)
        var four = WideSpheres()
        var filled: Int = 0
        collect(from, &four, &filled)
        spheres.append(four)
      } else if source[from].height == 0 {
        child = ~Int32(2 * leaves.count + 1)
        leaves.append(items[from].data)
      } else {
        child = Int32(nodes.count)
        nodes.append(WideNode())
        fill(Int(child), from, &nodes, &spheres, &leaves)
      }
      let (least, greatest) = (parts[from].least, parts[from].greatest)
      let entry = nodes.base + node
      entry.pointee.minX[lane] = least.x
      entry.pointee.minY[lane] = least.y
      entry.pointee.minZ[lane] = least.z
      entry.pointee.maxX[lane] = greatest.x
      entry.pointee.maxY[lane] = greatest.y
      entry.pointee.maxZ[lane] = greatest.z
      entry.pointee.child[lane] = child
    }
  }

  /// Moves the spheres below a node into a cluster.
  private func collect(_ index: Int, _ four: inout WideSpheres, _ filled: inout Int) {
    if source[index].height > 0 {
      collect(Int(source[index].left), &four, &filled)
      collect(Int(source[index].right), &four, &filled)
      return
    }
    let item = items[index]
    four.x[filled] = item.low.x
    four.y[filled] = item.low.y
    four.z[filled] = item.low.z
    four.radius[filled] = item.high.x
    four.data[filled] = item.data
    filled &+= 1
  }
}
