public import CaromMaths

/// A bounding volume hierarchy of axis-aligned boxes, for overlap queries and ray casts.
///
/// A proxy is inserted with a box, usually one slightly larger than its object, so that small
/// movements need no update. All nodes are stored in one array. The results of a query and their
/// order depend only on the preceding calls.
///
/// - Source: E. Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019 (insertion by surface area
///   with branch and bound); A. Kensler, "Tree Rotations for Improving Bounding Volume
///   Hierarchies", 2008.
public struct DynamicTree: Sendable {
  /// All nodes, including free ones.
  public internal(set) var nodes: [DynamicTreeNode] = []
  /// The topmost node, or ``DynamicTreeNode/none`` in an empty tree.
  public internal(set) var root: Int32 = DynamicTreeNode.none
  /// The first free node, or ``DynamicTreeNode/none``.
  public internal(set) var firstFree: Int32 = DynamicTreeNode.none
  /// The number of proxies.
  public internal(set) var count: Int = 0
  /// The number of box changes since the last rebuild; an insertion counts as four.
  public internal(set) var changes: Int32 = 0

  /// Creates an empty tree.
  public init() {}

  /// The number of levels below the root; zero for at most one proxy.
  public var height: Int { root < 0 ? 0 : Int(nodes[Int(root)].height) }

  /// The box around all proxies; empty for an empty tree.
  public var bounds: AABB { root < 0 ? .empty : nodes[Int(root)].box }

  /// The box of a proxy, as it was last set.
  @inlinable public func box(of proxy: Int32) -> AABB { nodes[Int(proxy)].box }

  /// The number that the caller assigned to a proxy.
  @inlinable public func data(of proxy: Int32) -> UInt32 { nodes[Int(proxy)].data }

  // MARK: Changing

  /// Inserts a proxy and returns its index, which stays valid until the proxy is removed.
  ///
  /// - Complexity: O(log n) on average.
  public mutating func insert(_ box: AABB, data: UInt32) -> Int32 {
    let leaf = allocateNode()
    nodes[Int(leaf)] = DynamicTreeNode(
      box: box, parent: DynamicTreeNode.none, left: DynamicTreeNode.none,
      right: DynamicTreeNode.none, height: 0,
      data: data)
    insertLeaf(leaf)
    count += 1
    // A tree that was built only by insertions is rebuilt once.
    changes &+= 4
    return leaf
  }

  /// Removes a proxy; a later proxy may reuse its index.
  public mutating func remove(_ proxy: Int32) {
    precondition(isProxy(proxy), "Only a proxy that is in the tree can be removed")
    removeLeaf(proxy)
    freeNode(proxy)
    count -= 1
  }

  /// Sets the box of a proxy.
  public mutating func move(_ proxy: Int32, to box: AABB) {
    precondition(isProxy(proxy), "Only a proxy that is in the tree can be moved")
    removeLeaf(proxy)
    nodes[Int(proxy)].box = box
    insertLeaf(proxy)
    changes &+= 1
  }

  /// True when the index belongs to a proxy in the tree.
  public func isProxy(_ proxy: Int32) -> Bool {
    proxy >= 0 && Int(proxy) < nodes.count && nodes[Int(proxy)].height == 0
  }

  // MARK: Storage

  /// Takes a node from the free list, or appends one.
  private mutating func allocateNode() -> Int32 {
    if firstFree >= 0 {
      let node = firstFree
      firstFree = nodes[Int(node)].parent
      return node
    }
    nodes.append(
      DynamicTreeNode(
        box: AABB.empty, parent: DynamicTreeNode.none, left: DynamicTreeNode.none,
        right: DynamicTreeNode.none,
        height: -1, data: 0))
    return Int32(nodes.count - 1)
  }

  /// Adds a node to the free list.
  private mutating func freeNode(_ node: Int32) {
    nodes[Int(node)] = DynamicTreeNode(
      box: AABB.empty, parent: firstFree, left: DynamicTreeNode.none, right: DynamicTreeNode.none,
      height: -1,
      data: 0)
    firstFree = node
  }

  // MARK: Linking

  /// Inserts a leaf where it increases the total area least.
  mutating func insertLeaf(_ leaf: Int32) {
    if root < 0 {
      root = leaf
      nodes[Int(leaf)].parent = DynamicTreeNode.none
      return
    }
    let sibling = bestSibling(nodes[Int(leaf)].box)
    let branch = allocateNode()
    let above = nodes[Int(sibling)].parent
    nodes[Int(branch)] = DynamicTreeNode(
      box: nodes[Int(sibling)].box.union(nodes[Int(leaf)].box), parent: above, left: sibling,
      right: leaf, height: nodes[Int(sibling)].height + 1, data: 0)
    replaceChild(of: above, sibling, with: branch)
    nodes[Int(sibling)].parent = branch
    nodes[Int(leaf)].parent = branch
    refit(from: above)
  }

  /// Removes a leaf; its sibling replaces their parent.
  mutating func removeLeaf(_ leaf: Int32) {
    let branch = nodes[Int(leaf)].parent
    if branch < 0 {
      root = DynamicTreeNode.none
      return
    }
    let above = nodes[Int(branch)].parent
    let left = nodes[Int(branch)].left
    let sibling = left == leaf ? nodes[Int(branch)].right : left
    replaceChild(of: above, branch, with: sibling)
    nodes[Int(sibling)].parent = above
    nodes[Int(leaf)].parent = DynamicTreeNode.none
    freeNode(branch)
    refit(from: above)
  }

  /// Replaces the child `old` of `parent` with `new`, which becomes the root if there is no parent.
  private mutating func replaceChild(of parent: Int32, _ old: Int32, with new: Int32) {
    if parent < 0 {
      root = new
    } else if nodes[Int(parent)].left == old {
      nodes[Int(parent)].left = new
    } else {
      nodes[Int(parent)].right = new
    }
  }

  /// Updates boxes and heights from `start` up to the root, rotating branches where that reduces
  /// area.
  private mutating func refit(from start: Int32) {
    nodes.withUnsafeMutableBufferPointer { nodes in
      guard let base = nodes.baseAddress else { return }
      var index = start
      while index >= 0 {
        rotate(base, index)
        let (l, r) = (Int(base[Int(index)].left), Int(base[Int(index)].right))
        base[Int(index)].box = base[l].box.union(base[r].box)
        base[Int(index)].height = 1 &+ max(base[l].height, base[r].height)
        index = base[Int(index)].parent
      }
    }
  }

  /// The best sibling for a new leaf with `box`.
  ///
  /// A greedy descent: stopping at a node costs the area of the new branch, and going on costs at
  /// least the growth of every box on the path. The cost of the tree is the sum of its areas.
  private func bestSibling(_ box: AABB) -> Int32 {
    nodes.withUnsafeBufferPointer { buffer in
      guard let nodes = buffer.baseAddress else { return root }
      let own: Float = box.area
      var index: Int = Int(root)
      var areaHere: Float = nodes[index].box.area
      var direct: Float = nodes[index].box.union(box).area
      var inherited: Float = 0
      var best: Int = index
      var bestCost: Float = direct
      while nodes[index].height > 0 {
        let cost: Float = direct + inherited
        if cost < bestCost {
          bestCost = cost
          best = index
        }
        inherited += direct - areaHere
        let (l, r) = (Int(nodes[index].left), Int(nodes[index].right))
        let directL: Float = nodes[l].box.union(box).area
        let directR: Float = nodes[r].box.union(box).area
        let (areaL, areaR) = (nodes[l].box.area, nodes[r].box.area)
        // The whole cost of a leaf, or a lower bound for everything below a branch.
        var isLeafBest: Bool = false
        var boundL: Float = directL + inherited
        if nodes[l].height == 0 {
          if boundL <= bestCost {
            bestCost = boundL
            best = l
            isLeafBest = true
          }
          boundL = .infinity
        } else {
          boundL = inherited + min(own - areaL, 0) + directL
        }
        var boundR: Float = directR + inherited
        if nodes[r].height == 0 {
          if boundR <= bestCost {
            bestCost = boundR
            best = r
            isLeafBest = true
          }
          boundR = .infinity
        } else {
          boundR = inherited + min(own - areaR, 0) + directR
        }
        // Descending when this costs nothing prevents coincident boxes from forming a list.
        if bestCost < boundL && bestCost < boundR { break }
        if isLeafBest && bestCost <= boundL && bestCost <= boundR { break }
        // The nearer center breaks a tie: boxes that contain the new one do not grow at all.
        var goLeft: Bool = boundL < boundR
        if boundL == boundR && boundL < .infinity {
          let toL: Float = (nodes[l].box.center - box.center).lengthSquared
          let toR: Float = (nodes[r].box.center - box.center).lengthSquared
          goLeft = toL < toR || (toL == toR && nodes[l].height < nodes[r].height)
        }
        index = goLeft ? l : r
        areaHere = goLeft ? areaL : areaR
        direct = goLeft ? directL : directR
      }
      return Int32(truncatingIfNeeded: best)
    }
  }
}

/// Swaps a child of `top` with a grandchild on the other side when that makes the inner box
/// smaller.
private func rotate(_ nodes: UnsafeMutablePointer<DynamicTreeNode>, _ top: Int32) {
  let (l, r) = (nodes[Int(top)].left, nodes[Int(top)].right)
  var gain: Float = 0
  var child: Int32 = DynamicTreeNode.none
  var grandchild: Int32 = DynamicTreeNode.none
  considerRotation(nodes, l, r, &gain, &child, &grandchild)
  considerRotation(nodes, r, l, &gain, &child, &grandchild)
  if child < 0 { return }
  let inner: Int32 = nodes[Int(grandchild)].parent
  if nodes[Int(top)].left == child {
    nodes[Int(top)].left = grandchild
  } else {
    nodes[Int(top)].right = grandchild
  }
  if nodes[Int(inner)].left == grandchild {
    nodes[Int(inner)].left = child
  } else {
    nodes[Int(inner)].right = child
  }
  nodes[Int(grandchild)].parent = top
  nodes[Int(child)].parent = inner
  let (a, b) = (Int(nodes[Int(inner)].left), Int(nodes[Int(inner)].right))
  nodes[Int(inner)].box = nodes[a].box.union(nodes[b].box)
  nodes[Int(inner)].height = 1 &+ max(nodes[a].height, nodes[b].height)
}

/// Records the gain of swapping `child` with either child of `inner`.
private func considerRotation(
  _ nodes: UnsafeMutablePointer<DynamicTreeNode>, _ child: Int32, _ inner: Int32,
  _ gain: inout Float,
  _ bestChild: inout Int32, _ bestGrandchild: inout Int32
) {
  if nodes[Int(inner)].height == 0 { return }
  let (a, b) = (nodes[Int(inner)].left, nodes[Int(inner)].right)
  let now: Float = nodes[Int(inner)].box.area
  let withoutA: Float = now - nodes[Int(child)].box.union(nodes[Int(b)].box).area
  let withoutB: Float = now - nodes[Int(child)].box.union(nodes[Int(a)].box).area
  if withoutA > gain {
    gain = withoutA
    bestChild = child
    bestGrandchild = a
  }
  if withoutB > gain {
    gain = withoutB
    bestChild = child
    bestGrandchild = b
  }
}
