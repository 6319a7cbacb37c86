public import CaromMaths

/// A tree of boxes for many queries between changes: four children to a node, made all at once.
///
/// What lies in it is given as items: a box or a ball, with the caller's number. Balls are kept four
/// to a cluster and tested exactly, all four at a time. A query visits what the same query of a
/// ``DynamicTree`` of the same boxes would visit, in another order; so results that do not depend
/// on the order are the same. Queries are asked of its ``view``.
///
/// - Source: H. Dammertz, J. Hanika, A. Keller, "Shallow Bounding Volume Hierarchies for Fast SIMD Ray
///   Tracing of Incoherent Rays", 2008 (four children, tested together).
public struct WideTree: ~Copyable {
  /// A thing that the tree holds.
  public struct Item: BitwiseCopyable, Sendable {
    /// A box's least corner or a ball's centre, then the caller's number.
    let low: SIMD4<Float>
    /// A box's greatest corner, or a ball's radius three times; then 1 for a ball.
    let high: SIMD4<Float>

    /// Makes an item of a box, with the caller's number for it.
    public init(_ box: AABB, data: UInt32) {
      low = SIMD4(box.min.x, box.min.y, box.min.z, Float(bitPattern: data))
      high = SIMD4(box.max.x, box.max.y, box.max.z, 0)
    }

    /// Makes an item of a ball, with the caller's number for it.
    public init(sphere center: Vector3, radius: Float, data: UInt32) {
      low = SIMD4(center.x, center.y, center.z, Float(bitPattern: data))
      high = SIMD4(radius, radius, radius, 1)
    }

    var isSphere: Bool { high.w != 0 }
    var data: UInt32 { low.w.bitPattern }
    var least: SIMD4<Float> { isSphere ? low - high : low }
    var greatest: SIMD4<Float> { isSphere ? low + high : high }
  }

  /// What queries are asked of: plain pointers into the tree, good until it is built again.
  public struct View: BitwiseCopyable, @unchecked Sendable {
    /// The number of items.
    public let count: Int
    let stackCapacity: Int
    let nodes: UnsafePointer<WideNode>
    let spheres: UnsafePointer<WideSpheres>
    let leaves: UnsafePointer<UInt32>
  }

  private var count = 0
  private var stackCapacity = 0
  private var nodes = GrowableBuffer<WideNode>()
  private var spheres = GrowableBuffer<WideSpheres>()
  /// The numbers of the boxes.
  private var leaves = GrowableBuffer<UInt32>()

  /// The tree as queries see it, good until it is built again or gone.
  public var view: View {
    View(
      count: count, stackCapacity: stackCapacity, nodes: nodes.base, spheres: spheres.base,
      leaves: leaves.base)
  }

  /// Makes an empty tree.
  public init() {}

  /// Takes over the form of a tree; `item` says what each of its proxies stands for now.
  ///
  /// Keeps its memory for the next time.
  /// - Complexity: O(n).
  public mutating func build(from tree: DynamicTree, _ item: (UInt32) -> Item) {
    count = tree.count
    nodes.removeAll()
    spheres.removeAll()
    leaves.removeAll()
    stackCapacity = WideTreeBuilder.stackCapacity(Int32(tree.height))
    tree.nodes.withUnsafeBufferPointer { source in
      guard count > 0, let base = source.baseAddress else { return }
      var builder = WideTreeBuilder(source, base)
      builder.build(tree.root, &nodes, &spheres, &leaves, item)
    }
  }
}

/// Up to four children with their boxes, a row for each side; only 4-byte fields.
struct WideNode: BitwiseCopyable {
  var leastX: SIMD4<Float>
  var leastY: SIMD4<Float>
  var leastZ: SIMD4<Float>
  var greatestX: SIMD4<Float>
  var greatestY: SIMD4<Float>
  var greatestZ: SIMD4<Float>
  /// A node, or the complement of twice a cluster of spheres, or of twice a leaf plus one.
  var child: SIMD4<Int32>

  /// A node whose places nothing meets.
  init() {
    leastX = SIMD4(repeating: .infinity)
    leastY = leastX
    leastZ = leastX
    greatestX = -leastX
    greatestY = greatestX
    greatestZ = greatestX
    child = SIMD4(repeating: 0)
  }
}

/// Up to four spheres.
struct WideSpheres: BitwiseCopyable {
  var x: SIMD4<Float>
  var y: SIMD4<Float>
  var z: SIMD4<Float>
  var radius: SIMD4<Float>
  var data: SIMD4<UInt32>

  /// A cluster of spheres that are infinitely far away, which no comparison finds.
  init() {
    x = SIMD4(repeating: .infinity)
    y = x
    z = x
    radius = SIMD4(repeating: 0)
    data = SIMD4(repeating: 0)
  }
}

/// A growing row of plain values, freed with its owner.
struct GrowableBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity = 16

  init() { base = .allocate(capacity: 16) }

  deinit { base.deallocate() }

  mutating func append(_ element: Element) {
    if count == capacity {
      let fresh = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
      fresh.update(from: base, count: count)
      base.deallocate()
      base = fresh
      capacity *= 2
    }
    base[count] = element
    count += 1
  }

  mutating func removeAll() { count = 0 }
}
