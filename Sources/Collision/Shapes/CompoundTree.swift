import CaromMaths

/// A tree of the boxes of a compound's children; immutable, and shared by copies of the compound.
final class CompoundTree: @unchecked Sendable {
  /// With fewer children a linear search is faster than a tree.
  static let leastChildren = 8

  private let tree: WideTree

  /// Creates the tree, or nil for few children and for children without finite boxes.
  init?(_ children: [ShapeLeaf]) {
    if children.count < Self.leastChildren { return nil }
    var tree = DynamicTree()
    var boxes: [AABB] = []
    for (index, child) in children.enumerated() {
      guard child.shape.problem == nil, child.shape.isBounded else { return nil }
      let box = child.shape.bounds(at: child.placement)
      guard box.min.isFinite, box.max.isFinite else { return nil }
      // Rays round differently from boxes, so the boxes are enlarged slightly.
      let hair: Float = 1e-6 * max(box.min.magnitudes.greatest, box.max.magnitudes.greatest)
      boxes.append(box.expanded(by: hair))
      _ = tree.insert(boxes[index], data: UInt32(index))
    }
    var wide = WideTree()
    wide.build(from: tree) { WideTree.Item(boxes[Int($0)], data: $0) }
    self.tree = wide
  }

  /// The tree for queries.
  var view: WideTree.View { tree.view }
}
