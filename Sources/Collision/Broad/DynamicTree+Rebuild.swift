import CaromMaths

// A tree that is only refitted gets worse as its proxies drift apart, and one that grew proxy by proxy
// was never very good. So it is built anew, from the top down, after three times as many changes as
// it has proxies: some 30 nanoseconds for each change, and for what rests nothing at all.
//
// Source: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies", 2007 (binning).

extension DynamicTree {
  /// True when so much has changed since the tree was built that it pays to do so again.
  public var needsRebuild: Bool { count >= 16 && Int(changes) > 3 * count }

  /// Builds the tree anew over the boxes that its proxies have; the proxies keep their numbers.
  ///
  /// - Complexity: O(n log n); 0.1 µs a proxy for a thousand, measured.
  public mutating func rebuild() {
    changes = 0
    guard count > 1 else { return }
    var builder = TreeBuilder(capacity: count)
    let top = nodes.withUnsafeMutableBufferPointer { nodes in builder.build(nodes) }
    root = top
  }
}

/// Builds the branches of a tree over its leaves.
private struct TreeBuilder: ~Copyable {
  /// A leaf: its box, whose fourth lanes are zero, and its number.
  private struct Item: BitwiseCopyable {
    var low = SIMD4<Float>()
    var high = SIMD4<Float>()
    var leaf: Int32 = 0

    /// Twice the middle.
    @inline(__always)
    var middle: SIMD4<Float> { low + high }
  }

  private struct Bin: BitwiseCopyable {
    var low = SIMD4<Float>(repeating: .infinity)
    var high = SIMD4<Float>(repeating: -.infinity)
    var count: Int = 0

    @inline(__always)
    mutating func add(_ other: Bin) {
      low = lesser4(low, other.low)
      high = greater4(high, other.high)
      count &+= other.count
    }

    /// What it costs to look below: half the area, by the number of leaves.
    @inline(__always)
    var cost: Float {
      if count == 0 { return 0 }
      let s: SIMD4<Float> = high - low
      return (s.x * s.y + s.y * s.z + s.z * s.x) * Float(count)
    }
  }

  private static var binCount: Int { 8 }
  /// Below this depth parts are halved by count, which bounds the depth whatever the boxes.
  private static var deepest: Int { 40 }

  private let items: UnsafeMutablePointer<Item>
  /// The nodes that become branches, ascending, so that the tree lies in memory as it is walked.
  private let branches: UnsafeMutablePointer<Int32>
  private let bins: UnsafeMutablePointer<Bin>
  private var used = 0

  init(capacity: Int) {
    items = .allocate(capacity: capacity)
    branches = .allocate(capacity: capacity)
    bins = .allocate(capacity: Self.binCount)
  }

  deinit {
    items.deallocate()
    branches.deallocate()
    bins.deallocate()
  }

  /// Returns the root.
  mutating func build(_ nodes: UnsafeMutableBufferPointer<TreeNode>) -> Int32 {
    var (count, branchCount) = (0, 0)
    for (index, node) in nodes.enumerated() where node.height >= 0 {
      if node.height > 0 {
        branches[branchCount] = Int32(truncatingIfNeeded: index)
        branchCount &+= 1
        continue
      }
      let (low, high) = (node.box.min, node.box.max)
      items[count] = Item(
        low: SIMD4(low.x, low.y, low.z, 0), high: SIMD4(high.x, high.y, high.z, 0),
        leaf: Int32(truncatingIfNeeded: index))
      count &+= 1
    }
    guard let base = nodes.baseAddress else { return TreeNode.none }
    let root = fill(base, 0, count, TreeNode.none, depth: 0)
    return root
  }

  /// Makes the node over some items.
  private mutating func fill(
    _ nodes: UnsafeMutablePointer<TreeNode>, _ first: Int, _ end: Int, _ parent: Int32, depth: Int
  ) -> Int32 {
    if end &- first == 1 {
      let leaf = items[first].leaf
      nodes[Int(leaf)].parent = parent
      return leaf
    }
    let index = branches[used]
    used &+= 1
    let middle = cut(first, end, depth)
    let left = fill(nodes, first, middle, index, depth: depth &+ 1)
    let right = fill(nodes, middle, end, index, depth: depth &+ 1)
    let (l, r) = (nodes + Int(left), nodes + Int(right))
    nodes[Int(index)] = TreeNode(
      box: l.pointee.box.union(r.pointee.box), parent: parent, left: left, right: right,
      height: 1 &+ max(l.pointee.height, r.pointee.height), data: 0)
    return index
  }

  /// Reorders items and returns where the second half starts; both halves have one at least.
  private func cut(_ first: Int, _ end: Int, _ depth: Int) -> Int {
    let half = first &+ (end &- first) / 2
    if end &- first == 2 || depth >= Self.deepest { return half }
    var least = items[first].middle
    var greatest = least
    var place = first &+ 1
    while place < end {
      let middle = items[place].middle
      least = lesser4(least, middle)
      greatest = greater4(greatest, middle)
      place &+= 1
    }
    let size = greatest - least
    let axis = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2)
    let scale = Float(Self.binCount) / size[axis]
    // In one place, or without an end: any cut is as good.
    guard size[axis] > 0 && scale < .infinity && size[axis] < .infinity else { return half }
    let best = bestCut(first, end, axis, least[axis], scale)
    var (low, high) = (first, end)
    while low < high {
      if Self.bin(items[low], axis, least[axis], scale) < best {
        low &+= 1
      } else {
        high &-= 1
        let held = items[low]
        items[low] = items[high]
        items[high] = held
      }
    }
    return low > first && low < end ? low : half
  }

  @inline(__always)
  private static func bin(_ item: Item, _ axis: Int, _ least: Float, _ scale: Float) -> Int {
    let place: Float = (item.middle[axis] - least) * scale
    // Not a number in a box without an end: it goes last.
    if !(place < Float(binCount)) { return binCount &- 1 }
    return place > 0 ? Int(Int32(place)) : 0
  }

  /// The bin with which the second half starts when the sum of both costs is least.
  private func bestCut(
    _ first: Int, _ end: Int, _ axis: Int, _ least: Float, _ scale: Float
  ) -> Int {
    for number in 0..<Self.binCount { bins[number] = Bin() }
    var place = first
    while place < end {
      let bin = bins + Self.bin(items[place], axis, least, scale)
      bin.pointee.low = lesser4(bin.pointee.low, items[place].low)
      bin.pointee.high = greater4(bin.pointee.high, items[place].high)
      bin.pointee.count &+= 1
      place &+= 1
    }
    // What lies above each cut, from the far end.
    return withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.binCount) { above in
      var sum = Bin()
      for number in (1..<Self.binCount).reversed() {
        sum.add(bins[number])
        above[number] = sum.cost
      }
      sum = Bin()
      var (best, bestCost) = (1, Float.infinity)
      for number in 1..<Self.binCount {
        sum.add(bins[number &- 1])
        let cost: Float = sum.cost + above[number]
        if cost < bestCost { (best, bestCost) = (number, cost) }
      }
      return best
    }
  }
}
