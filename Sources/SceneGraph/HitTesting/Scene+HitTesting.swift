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
    guard let eye = pointOfView ?? self.pointOfView, let camera = eye.camera,
      let way = eye.way(through: point, aspect: aspect, clips: options.clipToZRange)
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
    let world = shownWorldTransform
    var search = HitSearch(
      from: world.apply(point: start), to: world.apply(point: end), options)
    search.search(self)
    return search.results
  }

  /// The way that its camera sees as a point; nil without camera or with one that sees nothing.
  fileprivate func way(
    through point: Vector2, aspect: Float, clips: Bool
  ) -> (start: Vector3, end: Vector3)? {
    guard let camera, aspect > 0, let inverse = camera.projection(aspect: aspect).inverse else {
      return nil
    }
    let corner = Vector2(2 * point.x - 1, 1 - 2 * point.y)
    func place(_ depth: Float) -> Vector3? {
      let p = inverse * Vector4(corner.x, corner.y, depth, 1)
      let v = p.xyz / p.w
      return v.isFinite ? v : nil
    }
    guard var near = place(0) else { return nil }
    var far = place(1) ?? near
    if !clips {
      // From the eye, or from far behind it without perspective, and ten times as far as it sees.
      let way = (far - near).normalized(or: -.unitZ)
      let reach = max(1e4, 10 * camera.zFar)
      far = near + way * reach
      near = camera.usesOrthographicProjection ? near - way * reach : .zero
    }
    let world = shownWorldTransform
    let placed = Transform(
      position: world.translation, orientation: presentation.worldOrientation)
    return (placed.apply(near), placed.apply(far))
  }
}
