import CaromMaths

extension DynamicTree {
  /// Creates a tree from the contents of a snapshot, or nil if they are not a valid tree.
  ///
  /// Trusted contents, which were those of a tree, are not checked.
  public init?(
    nodes: [DynamicTreeNode], root: Int32, firstFree: Int32, count: Int, changes: Int32 = 0,
    isTrusted: Bool = false
  ) {
    self.nodes = nodes
    self.root = root
    self.firstFree = firstFree
    self.count = count
    self.changes = changes
    if !isTrusted, invariantProblem != nil { return nil }
  }

  /// A sentence that describes the first violated invariant, or nil for a valid tree.
  ///
  /// Every node is reachable exactly once, from the root or on the free list; parents and children
  /// agree; every box is the union of the children's boxes; heights are correct.
  ///
  /// - Complexity: O(n).
  public var invariantProblem: String? {
    var seen = [Bool](repeating: false, count: nodes.count)
    func claim(_ index: Int32) -> String? {
      guard index >= 0, Int(index) < nodes.count else { return "node \(index) does not exist" }
      if seen[Int(index)] { return "node \(index) is reached twice" }
      seen[Int(index)] = true
      return nil
    }
    var leaves = 0
    var stack: [Int32] = []
    if root >= 0 {
      if let problem = claim(root) { return problem }
      if nodes[Int(root)].parent >= 0 { return "the root has a parent" }
      stack.append(root)
    }
    while let index = stack.popLast() {
      let node = nodes[Int(index)]
      if node.height == 0 {
        leaves += 1
        if node.left != DynamicTreeNode.none || node.right != DynamicTreeNode.none {
          return "leaf \(index) has children"
        }
        continue
      }
      for child in [node.left, node.right] {
        if let problem = claim(child) { return problem }
        if nodes[Int(child)].parent != index { return "node \(child) has another parent" }
        stack.append(child)
      }
      let (l, r) = (nodes[Int(node.left)], nodes[Int(node.right)])
      if node.box != l.box.union(r.box) { return "the box of node \(index) is not the union" }
      if node.height != 1 &+ max(l.height, r.height) || l.height < 0 || r.height < 0 {
        return "the height of node \(index) is wrong"
      }
    }
    if leaves != count { return "\(leaves) leaves for \(count) proxies" }
    var free = firstFree
    while free >= 0 {
      if let problem = claim(free) { return problem }
      if nodes[Int(free)].height != -1 { return "free node \(free) is in use" }
      free = nodes[Int(free)].parent
    }
    if let lost = seen.firstIndex(of: false) { return "node \(lost) is lost" }
    return nil
  }
}
