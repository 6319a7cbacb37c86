import CaromMaths

/// The boxes of a compound's children in its space, as a tree; immutable, shared by copies.
final class CompoundTree: @unchecked Sendable {
  /// With fewer children, looking at each costs less than walking down a tree.
  static let leastChildren = 8

  private let tree: WideTree

  /// Makes the tree, or nil for few children and for such as have no box of their own.
  init?(_ children: [ShapeLeaf]) {
    if children.count < Self.leastChildren { return nil }
    var tree = DynamicTree()
    var boxes: [AABB] = []
    for (index, child) in children.enumerated() {
      guard child.shape.problem == nil, child.shape.isBounded else { return nil }
      let box = child.shape.bounds(at: child.placement)
      guard box.min.isFinite, box.max.isFinite else { return nil }
      // Rays are rounded elsewhere than boxes.
      let hair: Float = 1e-6 * max(box.min.magnitudes.greatest, box.max.magnitudes.greatest)
      boxes.append(box.expanded(by: hair))
      _ = tree.insert(boxes[index], data: UInt32(index))
    }
    var wide = WideTree()
    wide.build(from: tree) { WideTree.Item(boxes[Int($0)], data: $0) }
    self.tree = wide
  }

  /// What queries are asked of.
  var view: WideTree.View { tree.view }
}
