public import CaromMaths

// What is shown is tested, where it was at the last completed tick.
extension Scene {
  /// The surfaces that the straight way between two points of the world meets.
  ///
  /// With the default options, the nearest that looks towards the start.
  /// - Complexity: O(n) in the nodes, and O(log m) in the triangles of what the way passes near to;
  ///   the first test of a geometry prepares its triangles.
  public func hitTest(
    from start: Vector3, to end: Vector3, options: HitTestOptions = HitTestOptions()
  ) -> [HitTestResult] {
    var search = HitSearch(from: start, to: end, options)
    search.search(options.rootNode ?? rootNode)
    return search.results
  }

  /// The surfaces below a point of the view.
  ///
  /// The camera's category mask counts as well: what is not drawn is not found.
  ///
  /// - Parameters:
  ///   - point: In shares of the view: 0, 0 is its top left corner and 1, 1 its bottom right one.
  ///   - aspect: The width of the view divided by its height.
  ///   - pointOfView: The node with the camera; nil is the scene's own. Without any camera nothing is
  ///     found.
  ///   - options: What to look for.
  /// - Returns: What was found, from near to far.
  public func hitTest(
    _ point: Vector2, aspect: Float, from pointOfView: Node? = nil,
    options: HitTestOptions = HitTestOptions()
  ) -> [HitTestResult] {
    guard aspect > 0, let eye = pointOfView ?? self.pointOfView,
      let camera = eye.presentation.camera,
      let way = Viewpoint(eye, aspect: aspect)?.way(through: point, options.clipToZRange)
    else { return [] }
    var options = options
    options.categoryBitMask &= camera.categoryBitMask
    return hitTest(from: way.start, to: way.end, options: options)
  }

  /// The nearest surface of the nodes that pass a test.
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
  /// The surfaces of this node and all below that the way between two points of its space meets.
  ///
  /// The node stands for ``HitTestOptions/rootNode``.
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
  /// The way that is seen as a point, from the near plane to the far one, or far beyond both.
  fileprivate func way(through point: Vector2, _ clips: Bool) -> (start: Vector3, end: Vector3)? {
    guard let near = unprojectPoint(Vector3(point.x, point.y, 0)),
      let far = unprojectPoint(Vector3(point.x, point.y, 1))
    else { return nil }
    guard !clips, let back = view.affineInverse else { return (near, far) }
    let way = (far - near).normalized(or: back.apply(vector: -.unitZ))
    // From the eye, or where nothing shrinks with distance from far behind it; ten kilometres at
    // least, and ten times as far as it sees.
    let reach = max(1e4, 10 * near.distance(to: far))
    let isPerspective = projection.w.w == 0
    return (isPerspective ? back.translation : near - way * reach, near + way * reach)
  }
}
