import CaromCollision
public import CaromMaths
import CaromPhysics

// Queries see bodies where the last step or ``PhysicsWorld/updateCollisionPairs()`` left them. Hidden
// nodes are not there. Answers are in the order of the way, then in that in which bodies were made.
extension PhysicsWorld {
  /// Puts all bodies where their nodes are now, so that queries see what code moved since the step.
  ///
  /// Kinematic bodies that are put so push nothing on their way there.
  public func updateCollisionPairs() { scene?.teleportBodies() }

  /// The bodies that the straight way between two points of the world meets.
  ///
  /// `geometryIndex` and `faceIndex` of the results are −1: solids are met, not triangles.
  /// - Precondition: the points are finite.
  public func rayTestWithSegment(
    from start: Vector3, to end: Vector3, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [HitTestResult] {
    guard let scene else { return [] }
    scene.createBodies()
    let (way, filter) = (end - start, filter(options))
    func isSeen(_ hit: BodyHit) -> Bool { !options.backfaceCulling || hit.normal.dot(way) < 0 }
    var hits: [BodyHit]
    if options.searchMode != .all,
      let first = simulation.rayCast(origin: start, translation: way, filter: filter), isSeen(first)
    {
      hits = [first]
    } else {
      hits = simulation.rayCastAll(origin: start, translation: way, filter: filter).filter(isSeen)
      if options.searchMode != .all { hits = Array(hits.prefix(1)) }
    }
    return hits.compactMap { hit in
      guard let node = scene.node(of: hit.body) else { return nil }
      let model = node.presentationWorldTransform
      let inverse = model.affineInverse
      // Normals go by the transpose of the inverse, here of the inverse map.
      let local = model.linear.transpose * hit.normal
      return HitTestResult(
        node: node, geometryIndex: -1, faceIndex: -1, fraction: hit.fraction,
        localCoordinates: inverse?.apply(point: hit.point) ?? hit.point,
        worldCoordinates: hit.point, localNormal: local.normalized(or: hit.normal),
        worldNormal: hit.normal, modelTransform: model, boneNode: nil, texcoords: [])
    }
  }

  /// Where a body touches others now; one contact for each pair of solids that touch.
  ///
  /// Empty for a body that is in no scene. A is the body that was asked about.
  public func contactTest(
    with body: PhysicsBody, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [PhysicsContact] {
    guard let scene, let handle = body.made?.handle, body.node?.scene === scene else { return [] }
    return contacts(simulation.contactTest(handle, filter: filter(options)))
  }

  /// Where two bodies touch now, whatever their masks say.
  public func contactTestBetween(
    _ bodyA: PhysicsBody, _ bodyB: PhysicsBody, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [PhysicsContact] {
    guard let scene, let a = bodyA.made?.handle, let b = bodyB.made?.handle, a != b,
      bodyA.node?.scene === scene, bodyB.node?.scene === scene,
      bodyB.categoryBitMask & options.collisionBitMask != 0
    else { return [] }
    return contacts(simulation.contactTest(a, b))
  }

  /// What a shape meets on the straight way from one place to another, without turning.
  ///
  /// The shape takes the scale and the turn of `from`. A shape that cannot be meets nothing.
  /// - Precondition: the matrices are finite.
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

  /// The nodes whose bodies a shape overlaps at a place; not in SceneKit.
  public func nodes(
    overlapping shape: PhysicsShape, at place: Matrix4,
    options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [Node] {
    guard let scene, let (solid, placement) = solid(shape, place) else { return [] }
    scene.createBodies()
    return simulation.overlap(solid, at: placement, filter: filter(options))
      .compactMap { scene.node(of: $0) }
  }

  /// The nodes whose bodies' boxes overlap a box of the world; coarse and fast; not in SceneKit.
  public func nodes(
    in box: AABB, options: PhysicsTestOptions = PhysicsTestOptions()
  ) -> [Node] {
    guard let scene else { return [] }
    scene.createBodies()
    return simulation.overlap(box, filter: filter(options)).compactMap { scene.node(of: $0) }
  }

  /// The body nearest to a point of the world; nil when none is within `reach` metres.
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

  // MARK: Parts

  private func filter(_ options: PhysicsTestOptions) -> QueryFilter {
    QueryFilter(
      mask: options.collisionBitMask, includesSensors: options.includesSensors,
      ignoring: options.ignoredNodes.compactMap { $0.physicsBody?.handle })
  }

  /// A shape as the simulation has it, and where a matrix puts it; nil for one that cannot be.
  private func solid(_ shape: PhysicsShape, _ place: Matrix4) -> (Shape, Transform)? {
    guard let parts = place.decomposed,
      let solid = try? PhysicsShape.bake(shape, Node(), scale: parts.scale), solid.problem == nil
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
  /// The node whose body a handle names; nil when it is gone.
  func node(of handle: BodyHandle) -> Node? {
    physicsWorld.simulation.body(handle).flatMap {
      node(withID: Int32(truncatingIfNeeded: $0.userTag))
    }
  }
}
