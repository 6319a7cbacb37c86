public import CaromMaths

/// Several shapes joined rigidly.
///
/// Compounds in a compound are flattened on creation, so its children are always leaves. With eight
/// or more children it has a tree of their boxes: a ray cast through 200 children takes 0.45 µs,
/// and 9 µs without the tree. In a world, the children are also in the world's own trees.
public struct CompoundShape: Hashable, Sendable {
  /// The leaves with their placements in the compound's space.
  public let children: [ShapeLeaf]
  private let tree: CompoundTree?

  /// Creates a compound from shapes and their placements.
  ///
  /// - Complexity: O(n log n).
  public init(_ children: [ShapeLeaf]) {
    var leaves: [ShapeLeaf] = []
    for child in children {
      for index in 0..<child.shape.leafCount {
        let leaf = child.shape.leaf(at: index)
        leaves.append(
          ShapeLeaf(shape: leaf.shape, placement: child.placement * leaf.placement))
      }
    }
    self.children = leaves
    tree = CompoundTree(leaves)
  }

  /// True when two compounds have the same children in the same order.
  public static func == (a: CompoundShape, b: CompoundShape) -> Bool { a.children == b.children }

  /// Combines all children into a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(children) }

  /// Calls `visit` with the index of each child whose box overlaps or touches a box in the
  /// compound's space.
  ///
  /// The order is arbitrary. A few other children may be visited as well, but no child twice.
  ///
  /// - Complexity: O(log n) on average.
  public func visitChildren(near box: AABB, _ visit: (_ child: Int) -> Void) {
    if let tree { return tree.view.query(box) { visit(Int($0)) } }
    for index in children.indices { visit(index) }
  }

  /// A sentence that describes an invalid child, or nil for a valid compound.
  public var problem: String? {
    if children.isEmpty { return "a compound has no children; it needs at least one" }
    for (index, child) in children.enumerated() {
      if let problem = child.shape.problem { return "child \(index): \(problem)" }
      let placement = child.placement
      if !placement.position.isFinite || !placement.orientation.isFinite {
        return "child \(index): its placement has a component that is not finite"
      }
      if placement.position.magnitudes.greatest > ShapeLimits.maxSize {
        return
          "child \(index): it is \(placement.position) away; \(ShapeLimits.maxSize) m is the limit"
      }
    }
    return nil
  }

  /// The sum of the children's volumes, in cubic meters; overlaps count twice.
  public var volume: Float { children.reduce(0) { $0 + $1.shape.volume } }

  /// The mass properties for a density in kg/m³, by the parallel axis theorem.
  public func massProperties(density: Float) -> MassProperties {
    children.reduce(.zero) { sum, child in
      sum.combined(
        with: child.shape.massProperties(density: density).transformed(by: child.placement))
    }
  }

  /// An axis-aligned box around the children's boxes, at `placement`.
  public func bounds(at placement: Transform) -> AABB {
    children.reduce(.empty) { $0.union($1.shape.bounds(at: placement * $1.placement)) }
  }

  /// The nearest child's hit of the ray, in local space; the first child of a tie.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    var best: RayHit?
    var first = 0
    func consider(_ index: Int) {
      let child = children[index]
      guard
        let hit = child.shape.rayCast(
          origin: origin, translation: translation, at: child.placement)
      else { return }
      if let nearest = best, (nearest.fraction, first) <= (hit.fraction, index) { return }
      (best, first) = (hit, index)
    }
    if let tree {
      tree.view.rayCast(origin: origin, translation: translation) { index, _, limit in
        consider(Int(index))
        return min(limit, best?.fraction ?? 1)
      }
    } else {
      for index in children.indices { consider(index) }
    }
    return best
  }
}

/// A shape and its placement in the space of the shape that contains it.
public struct ShapeLeaf: Hashable, Sendable {
  /// The shape; a child of a compound is never a compound.
  public var shape: Shape
  /// The placement in the containing shape's space.
  public var placement: Transform

  /// Creates a placed shape, by default at the origin.
  public init(shape: Shape, placement: Transform = .identity) {
    self.shape = shape
    self.placement = placement
  }
}
