public import CaromMaths

// Hit tests use the presented scene at the last completed tick.
extension Scene {
  /// Returns the surfaces hit by a line segment between two points in the world.
  ///
  /// With the default options, returns the nearest front face.
  /// - Complexity: O(n) in the number of nodes and O(log m) in the triangles of each candidate. The
  ///   first test of a geometry builds its bounding volume hierarchy.
  public func hitTest(
    from start: Vector3, to end: Vector3, options: HitTestOptions = HitTestOptions()
  ) -> [HitTestResult] {
    var search = HitSearch(from: start, to: end, options)
    search.search(options.rootNode ?? rootNode)
    return search.results
  }

  /// Returns the surfaces under a point of the view.
  ///
  /// The camera's category mask applies as well, so nodes that are not rendered are not hit.
  ///
  /// - Parameters:
  ///   - point: A normalized point: (0, 0) is the top left corner of the view and (1, 1) the bottom
  ///     right.
  ///   - aspect: The width of the view divided by its height.
  ///   - pointOfView: The node with the camera; nil uses ``Scene/pointOfView``. Without a camera
  ///     the result is empty.
  ///   - options: The options.
  /// - Returns: The hits, sorted by distance.
  public func hitTest(
    _ point: Vector2, aspect: Float, from pointOfView: Node? = nil,
    options: HitTestOptions = HitTestOptions()
  ) -> [HitTestResult] {
    guard aspect > 0, let eye = pointOfView ?? self.pointOfView,
      let camera = eye.presentation.camera,
      let segment = Viewpoint(eye, aspect: aspect)?.segment(through: point, options.clipToZRange)
    else { return [] }
    var options = options
    options.categoryBitMask &= camera.categoryBitMask
    return hitTest(from: segment.start, to: segment.end, options: options)
  }

  /// Returns the nearest hit among the nodes that pass a test.
  func firstHit(
    from start: Vector3, to end: Vector3, _ options: HitTestOptions,
    where isIncluded: @escaping (Node) -> Bool
  ) -> HitTestResult? {
    var search = HitSearch(from: start, to: end, options, isIncluded: isIncluded)
    search.search(options.rootNode ?? rootNode)
    return search.results.first
  }
}

extension Node {
  /// Returns the surfaces of the subtree hit by a segment between two points in local space.
  ///
  /// The node replaces ``HitTestOptions/rootNode``.
  public func hitTestWithSegment(
    from start: Vector3, to end: Vector3, options: HitTestOptions = HitTestOptions()
  ) -> [HitTestResult] {
    let world = presentationWorldTransform
    var search = HitSearch(
      from: world.apply(point: start), to: world.apply(point: end), options)
    search.search(self)
    return search.results
  }
}

extension Viewpoint {
  /// Returns the segment under a point of the view, between the clip planes or far beyond them.
  fileprivate func segment(through point: Vector2, _ clips: Bool) -> (start: Vector3, end: Vector3)?
  {
    guard let near = unprojectPoint(Vector3(point.x, point.y, 0)),
      let far = unprojectPoint(Vector3(point.x, point.y, 1))
    else { return nil }
    guard !clips, let back = view.affineInverse else { return (near, far) }
    let direction = (far - near).normalized(or: back.apply(vector: -.unitZ))
    // Starts at the camera or, for an orthographic projection, far behind it; at least ten
    // kilometers long and ten times the depth range.
    let length = max(1e4, 10 * near.distance(to: far))
    let isPerspective = projection.w.w == 0
    return (isPerspective ? back.translation : near - direction * length, near + direction * length)
  }
}
