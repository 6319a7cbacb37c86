public import CaromMaths

extension Node {
  /// The smallest box, in its own space, around its surface and those of all below; empty if none.
  ///
  /// A box that is set is taken in its place, for the nodes above as well, until
  /// ``resetBoundingBox()``; it says nothing about what is drawn.
  public var boundingBox: AABB {
    get {
      if let given = storage.boundingBox { return given.box }
      var box = storage.geometry?.boundingBox ?? .empty
      for child in childNodes {
        box = box.union(child.boundingBox.transformed(by: child.storage.transform))
      }
      return box
    }
    set {
      storage.boundingBox = newValue.isEmpty ? nil : ExplicitBounds(newValue)
      storage.physicsBody?.shapeChanged()
    }
  }

  /// Computes ``boundingBox`` again from what is there.
  public func resetBoundingBox() { boundingBox = .empty }

  /// A ball around ``boundingBox``, or that of its surface when nothing is below it.
  public var boundingSphere: (center: Vector3, radius: Float) {
    if storage.boundingBox == nil, childNodes.isEmpty, let geometry {
      return geometry.boundingSphere
    }
    let box = boundingBox
    return box.isEmpty ? (.zero, 0) : (box.center, box.halfExtents.length)
  }
}
