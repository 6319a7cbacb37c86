import CaromCollision
public import CaromMaths
import CaromPhysics

// Queries use the body transforms of the last step or of ``PhysicsWorld/updateCollisionPairs()``.
// Hidden nodes are excluded. Results are ordered by distance along the ray or sweep, then by
// creation of the bodies.
extension PhysicsWorld {
  /// Moves all bodies to the current transforms of their nodes, so that queries include changes by
  /// code.
  ///
  /// Kinematic bodies that are moved this way push no others.
  public func updateCollisionPairs() { scene?.teleportBodies() }

  /// The hits of a segment with bodies.
  ///
  /// `geometryIndex` and `faceIndex` of the results are −1, since shapes are hit, not triangles.
  /// - Precondition: The points are finite.
  public func rayTestWithSegment(
    from start: Vector3, to end: Vector3, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [HitTestResult] {
    guard let scene else { return [] }
    scene.createBodies()
    let (way, filter) = (end - start, filter(options))
    func isSeen(_ hit: BodyHit) -> Bool { !options.backfaceCulling || hit.normal.dot(way) < 0 }
    var hits: [BodyHit] = []
    if options.searchMode != .all {
      let first = simulation.rayCast(origin: start, translation: way, filter: filter)
      guard let first else { return [] }
      if isSeen(first) { hits = [first] }
    }
    if hits.isEmpty {
      hits = simulation.rayCastAll(origin: start, translation: way, filter: filter).filter(isSeen)
      if options.searchMode != .all { hits = Array(hits.prefix(1)) }
    }
    return hits.compactMap { hit in
      guard let node = scene.node(of: hit.body) else { return nil }
      let model = node.presentationWorldTransform
      let inverse = model.affineInverse
      // Normals transform by the transposed inverse; this matrix is the inverse map.
      let local = model.linear.transpose * hit.normal
      return HitTestResult(
        node: node, geometryIndex: -1, faceIndex: -1, fraction: hit.fraction,
        localCoordinates: inverse?.apply(point: hit.point) ?? hit.point,
        worldCoordinates: hit.point, localNormal: local.normalized(or: hit.normal),
        worldNormal: hit.normal, modelTransform: model, boneNode: nil, texcoords: [])
    }
  }

  /// The current contacts of a body, one for each pair of touching shapes.
  ///
  /// Empty for a body outside a scene. A is the given body.
  public func contactTest(
    with body: PhysicsBody, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [PhysicsContact] {
    guard let scene, let handle = body.liveOrCreated?.handle, body.node?.scene === scene else {
      return []
    }
    return contacts(simulation.contactTest(handle, filter: filter(options)))
  }

  /// The current contacts of two bodies, regardless of their masks.
  public func contactTestBetween(
    _ bodyA: PhysicsBody, _ bodyB: PhysicsBody, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [PhysicsContact] {
    guard let scene, let a = bodyA.liveOrCreated?.handle, let b = bodyB.liveOrCreated?.handle,
      a != b,
      bodyA.node?.scene === scene, bodyB.node?.scene === scene,
      bodyB.categoryBitMask & options.collisionBitMask != 0
    else { return [] }
    return contacts(simulation.contactTest(a, b))
  }

  /// The hits of a shape swept from one transform to another, without rotation.
  ///
  /// The shape has the scale and orientation of `from`. An invalid shape hits nothing.
  /// - Precondition: The matrices are finite.
  public func convexSweepTest(
    with shape: PhysicsShape, from: Matrix4, to: Matrix4,
    options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [PhysicsSweepContact] {
    guard let scene, let (solid, start) = solid(shape, from) else { return [] }
    scene.createBodies()
    let (way, filter) = (to.translation - from.translation, filter(options))
    let hits =
      options.searchMode == .all
      ? simulation.shapeCastAll(solid, from: start, by: way, filter: filter)
      : simulation.shapeCast(solid, from: start, by: way, filter: filter).map { [$0] } ?? []
    return hits.compactMap { hit in
      scene.node(of: hit.body).map {
        PhysicsSweepContact(
          node: $0, contactPoint: hit.point, contactNormal: hit.normal,
          sweepTestFraction: hit.fraction, penetrationDistance: hit.depth)
      }
    }
  }

  /// The nodes whose bodies overlap a shape at a transform; not in SceneKit.
  public func nodes(
    overlapping shape: PhysicsShape, at place: Matrix4,
    options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [Node] {
    guard let scene, let (solid, placement) = solid(shape, place) else { return [] }
    scene.createBodies()
    return simulation.overlap(solid, at: placement, filter: filter(options))
      .compactMap { scene.node(of: $0) }
  }

  /// The nodes whose bodies' bounding boxes overlap a box; coarse and fast; not in SceneKit.
  public func nodes(
    in box: AABB, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [Node] {
    guard let scene else { return [] }
    scene.createBodies()
    return simulation.overlap(box, filter: filter(options)).compactMap { scene.node(of: $0) }
  }

  /// The body closest to a point of the world; nil if none is within `maxDistance` meters.
  public func closestPoint(
    to point: Vector3, within reach: Float = .infinity,
    options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> PhysicsClosestPoint? {
    guard let scene else { return nil }
    scene.createBodies()
    let found = simulation.closestPoint(to: point, within: reach, filter: filter(options))
    guard let found, let node = scene.node(of: found.body) else { return nil }
    return PhysicsClosestPoint(
      node: node, point: found.point, distance: found.distance, normal: found.normal)
  }

  // MARK: Helpers

  private func filter(_ options: PhysicsTestOptions) -> QueryFilter {
    QueryFilter(
      mask: options.collisionBitMask, includesSensors: options.includesSensors,
      ignoring: options.ignoredNodes.compactMap { $0.physicsBody?.handle })
  }

  /// The baked shape and its transform; nil if the shape is invalid.
  private func solid(_ shape: PhysicsShape, _ place: Matrix4) -> (Shape, Transform)? {
    guard let parts = place.decomposed,
      let solid = try? PhysicsShape.bake(shape, Node(), scale: parts.scale)?.shape,
      solid.problem == nil
    else { return nil }
    return (solid, Transform(position: parts.position, orientation: parts.orientation))
  }

  private func contacts(_ found: [BodyContact]) -> [PhysicsContact] {
    found.compactMap { contact in
      guard let a = scene?.node(of: contact.bodyA), let b = scene?.node(of: contact.bodyB),
        contact.manifold.count > 0
      else { return nil }
      let points = (0..<contact.manifold.count).map { contact.manifold[$0] }
      let deepest = points.dropFirst().reduce(points[0]) {
        $1.separation < $0.separation ? $1 : $0
      }
      return PhysicsContact(
        nodeA: a, nodeB: b, contactPoint: deepest.position,
        contactNormal: contact.manifold.normal, collisionImpulse: 0,
        penetrationDistance: -deepest.separation)
    }
  }
}

extension Scene {
  /// The node of a body's handle, or nil if it was destroyed.
  func node(of handle: BodyHandle) -> Node? {
    physicsWorld.simulation.body(handle).flatMap {
      node(withID: Int32(truncatingIfNeeded: $0.userTag))
    }
  }
}
