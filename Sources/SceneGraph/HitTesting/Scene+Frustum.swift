import CaromMaths

extension Scene {
  /// Returns the nodes whose geometry may be visible to a node's camera, in depth-first order.
  ///
  /// Bounding boxes are tested against the view frustum, so a node just outside of it may be
  /// included. Hidden nodes, and nodes that the camera's category mask excludes, are left out.
  ///
  /// - Parameters:
  ///   - pointOfView: The node with the camera; without a camera the result is empty.
  ///   - aspect: The width of the view divided by its height.
  /// - Returns: The potentially visible nodes.
  public func nodesInsideFrustum(of pointOfView: Node, aspect: Float) -> [Node] {
    guard let frustum = Frustum(pointOfView, aspect) else { return [] }
    var found: [Node] = []
    collect(rootNode, frustum, &found)
    return found
  }

  /// Returns whether the geometry of a node may be visible to the camera of another node.
  ///
  /// Descendants are not tested, and whether the node is hidden is ignored.
  public func isNode(_ node: Node, insideFrustumOf pointOfView: Node, aspect: Float) -> Bool {
    guard let frustum = Frustum(pointOfView, aspect) else { return false }
    return frustum.touches(node)
  }

  private func collect(_ node: Node, _ frustum: Frustum, _ found: inout [Node]) {
    if node.storage.isHidden { return }
    if node.storage.categoryBitMask & frustum.mask != 0, frustum.touches(node) {
      found.append(node)
    }
    for child in node.childNodes { collect(child, frustum, &found) }
  }
}

/// The view frustum of a camera: the transform from world space to clip space.
private struct Frustum {
  let toClip: Matrix4
  let mask: UInt32

  init?(_ eye: Node, _ aspect: Float) {
    guard aspect > 0, let camera = eye.presentation.camera,
      let viewpoint = Viewpoint(eye, aspect: aspect)
    else { return nil }
    toClip = viewpoint.projection * viewpoint.view
    mask = camera.categoryBitMask
  }

  /// Returns false if the bounding box lies entirely outside of one of the six planes.
  func touches(_ node: Node) -> Bool {
    let box = node.presentationBounds
    if box.isEmpty { return false }
    let m = toClip * node.presentationWorldTransform
    var outside: UInt8 = 0b11_1111
    for corner in 0..<8 {
      let p = Vector3(
        corner & 1 == 0 ? box.min.x : box.max.x, corner & 2 == 0 ? box.min.y : box.max.y,
        corner & 4 == 0 ? box.min.z : box.max.z)
      let c = m * Vector4(p, 1)
      var beyond: UInt8 = 0
      if c.x < -c.w { beyond |= 1 }
      if c.x > c.w { beyond |= 2 }
      if c.y < -c.w { beyond |= 4 }
      if c.y > c.w { beyond |= 8 }
      if c.z < 0 { beyond |= 16 }
      if c.z > c.w { beyond |= 32 }
      outside &= beyond
    }
    return outside == 0
  }
}

extension Node {
  /// The bounding box of the presented geometry in local space; empty without a geometry.
  var presentationBounds: AABB {
    guard storage.morpher == nil, storage.skinner == nil else { return presentation.surfaceBounds }
    return storage.geometry?.boundingBox ?? .empty
  }
}
