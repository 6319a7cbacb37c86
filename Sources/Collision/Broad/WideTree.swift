public import CaromMaths

/// A bounding volume hierarchy with four children per node, for many queries between changes.
///
/// Its items are boxes and spheres with the caller's numbers. Spheres are stored in clusters of
/// four, which are tested exactly and together. A query visits the same items as the same query of
/// a ``DynamicTree`` over the same boxes, in another order, so results that do not depend on the
/// order are equal. Queries are methods of its ``view``.
///
/// - Source: H. Dammertz, J. Hanika, A. Keller, "Shallow Bounding Volume Hierarchies for Fast SIMD
///   Ray Tracing of Incoherent Rays", 2008 (four children, tested together).
public struct WideTree: ~Copyable {
  /// An item to store: a box or a sphere.
  public struct Item: BitwiseCopyable, Sendable {
    /// A box's lower corner or a sphere's center, then the caller's number.
    let low: SIMD4<Float>
    /// A box's upper corner, or a sphere's radius three times; the last lane is 1 for a sphere.
    let high: SIMD4<Float>

    /// Creates an item from a box and the caller's number.
    public init(_ box: AABB, data: UInt32) {
      low = SIMD4(box.min.x, box.min.y, box.min.z, Float(bitPattern: data))
      high = SIMD4(box.max.x, box.max.y, box.max.z, 0)
    }

    /// Creates an item from a sphere and the caller's number.
    public init(sphere center: Vector3, radius: Float, data: UInt32) {
      low = SIMD4(center.x, center.y, center.z, Float(bitPattern: data))
      high = SIMD4(radius, radius, radius, 1)
    }

    var isSphere: Bool { high.w != 0 }
    var data: UInt32 { low.w.bitPattern }
    var least: SIMD4<Float> { isSphere ? low - high : low }
    var greatest: SIMD4<Float> { isSphere ? low + high : high }
  }

  /// The tree for queries: plain pointers, valid until the next build.
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
  private var nodes = UniqueBuffer<WideNode>()
  private var spheres = UniqueBuffer<WideSpheres>()
  /// The numbers of the boxes.
  private var leaves = UniqueBuffer<UInt32>()

  /// The tree for queries, valid until the next build and while the tree exists.
  public var view: View {
    View(
      count: count, stackCapacity: stackCapacity, nodes: nodes.base, spheres: spheres.base,
      leaves: leaves.base)
  }

  /// Creates an empty tree.
  public init() {}

  /// Rebuilds the tree with the topology of another; `item` returns the item for a proxy's number.
  ///
  /// Memory is reused from build to build.
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

/// Up to four children with their boxes, a vector for each side; all fields have four-byte
/// elements.
struct WideNode: BitwiseCopyable {
  var minX: SIMD4<Float>
  var minY: SIMD4<Float>
  var minZ: SIMD4<Float>
  var maxX: SIMD4<Float>
  var maxY: SIMD4<Float>
  var maxZ: SIMD4<Float>
  /// A node index, or the complement of twice a cluster's index, or of twice a leaf's index plus
  /// one.
  var child: SIMD4<Int32>

  /// Creates a node without children, which nothing overlaps.
  init() {
    minX = SIMD4(repeating: .infinity)
    minY = minX
    minZ = minX
    maxX = -minX
    maxY = maxX
    maxZ = maxX
    child = SIMD4(repeating: 0)
  }
}

/// A cluster of up to four spheres.
struct WideSpheres: BitwiseCopyable {
  var x: SIMD4<Float>
  var y: SIMD4<Float>
  var z: SIMD4<Float>
  var radius: SIMD4<Float>
  var data: SIMD4<UInt32>

  /// Creates a cluster of spheres at infinity, which no query finds.
  init() {
    x = SIMD4(repeating: .infinity)
    y = x
    z = x
    radius = SIMD4(repeating: 0)
    data = SIMD4(repeating: 0)
  }
}

/// A growable array of plain values, freed with its owner.
struct UniqueBuffer<Element: BitwiseCopyable>: ~Copyable {
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
