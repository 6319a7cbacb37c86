public import CaromMaths

extension Node {
  /// The axis-aligned bounding box of the node's geometry and its descendants, in local space;
  /// empty if there is none.
  ///
  /// A box that is set overrides the computed box, also for the ancestors' bounds, until
  /// ``resetBoundingBox()`` is called. It does not affect rendering.
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

  /// Discards a bounding box that was set and computes ``boundingBox`` again.
  public func resetBoundingBox() { boundingBox = .empty }

  /// The bounding sphere, from ``boundingBox`` or, for a node without children, from its geometry.
  public var boundingSphere: (center: Vector3, radius: Float) {
    if storage.boundingBox == nil, childNodes.isEmpty, let geometry {
      return geometry.boundingSphere
    }
    let box = boundingBox
    return box.isEmpty ? (.zero, 0) : (box.center, box.halfExtents.length)
  }
}
