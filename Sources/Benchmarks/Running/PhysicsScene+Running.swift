import CaromCollision
import CaromMaths
public import CaromPhysics
import CaromWorkers

extension PhysicsScene {
  /// Makes a world with the bodies of the scene and returns it with their handles in the scene's
  /// order.
  ///
  /// The world is stepped by `threads` threads, 1 to 256.
  public func makeWorld(
    threads: Int = 1
  ) throws(PhysicsError) -> (world: World, handles: [BodyHandle]) {
    var settings = WorldSettings()
    settings.gravity = Self.gravity
    settings.allowsSleep = false
    let world = World(settings)
    if threads > 1 { world.workers = WorkerPool(threads: threads) }
    var handles: [BodyHandle] = []
    for body in bodies {
      handles.append(try world.createBody(definition(of: body)))
    }
    for joint in joints {
      _ = try world.createJoint(
        JointDefinition(
          .ballSocket(), bodyA: handles[joint.a], bodyB: handles[joint.b],
          frameA: Transform(position: joint.anchor - bodies[joint.a].position),
          frameB: Transform(position: joint.anchor - bodies[joint.b].position)))
    }
    return (world, handles)
  }

  private func definition(of body: Body) -> BodyDefinition {
    var definition = BodyDefinition(
      body.isDynamic ? .dynamic : .static, shape: body.shape,
      transform: Transform(position: body.position, orientation: body.orientation))
    if body.isDynamic {
      definition.mass = body.shape.massProperties(density: body.density).mass
      definition.velocity = body.velocity
    }
    definition.friction = Self.friction
    // The minimum of two equal values is exact; the default, their product, would be 0.36.
    definition.frictionCombine = .minimum
    definition.restitution = 0
    definition.damping = 0
    definition.angularDamping = 0
    definition.allowsResting = false
    if !collides { definition.filter.collision = 0 }
    return definition
  }

  /// Runs the scene from its start and measures it.
  ///
  /// Step times contain ``World/step(_:)`` only, without creating or reading the world.
  ///
  /// - Parameters:
  ///   - steps: The number of steps; nil for the scene's own number.
  ///   - threads: The number of threads, 1 to 256.
  ///   - measuresStages: Whether stages are measured too, which costs a few microseconds.
  /// - Returns: The times, the hash of the world and the final poses.
  /// - Throws: A ``PhysicsError`` if the world rejects a body.
  public func run(
    steps: Int? = nil, threads: Int = 1, measuresStages: Bool = false
  ) throws(PhysicsError) -> PhysicsReport {
    let start = ProcessorTime.now
    let (world, handles) = try makeWorld(threads: threads)
    let creationTime = ProcessorTime.now - start
    let timer = measuresStages ? StageTimer() : nil
    if let timer { world.stageObserver = { timer.end($0) } }
    let count = steps ?? self.steps
    var times: [Double] = []
    var wallTimes: [Double] = []
    times.reserveCapacity(count)
    wallTimes.reserveCapacity(count)
    var before = positions(of: handles, in: world)
    for step in 0..<count {
      if step == count - 1 { before = positions(of: handles, in: world) }
      let (start, wallStart) = (ProcessorTime.now, WallTime.now)
      timer?.begin()
      world.step(Self.timeStep)
      wallTimes.append((WallTime.now - wallStart) * 1e3)
      times.append((ProcessorTime.now - start) * 1e3)
    }
    let poses = zip(handles, before).compactMap { handle, before in
      world.body(handle).map {
        PhysicsReport.Pose(
          position: $0.position, orientation: $0.orientation,
          velocity: ($0.position - before) / Self.timeStep)
      }
    }
    return PhysicsReport(
      scene: name, threads: threads, bodyCount: bodies.count, stepTimes: times,
      wallTimes: wallTimes, stages: timer?.stages(count) ?? [], creationTime: creationTime * 1e3,
      contactCount: world.contactCount,
      hash: world.stateHash,
      poses: poses, rays: rays.isEmpty ? nil : castRays(in: world))
  }

  private func positions(of handles: [BodyHandle], in world: World) -> [Vector3] {
    handles.compactMap { world.body($0)?.position }
  }

  /// Casts all rays three times; each round has the same hits.
  private func castRays(in world: World) -> PhysicsReport.Rays {
    var minimum = Double.infinity
    var (hits, sum) = (0, 0.0)
    for _ in 0..<3 {
      (hits, sum) = (0, 0)
      let start = ProcessorTime.now
      for ray in rays {
        if let hit = world.rayCast(origin: ray.origin, translation: ray.translation) {
          hits += 1
          sum += Double(hit.fraction)
        }
      }
      minimum = min(minimum, ProcessorTime.now - start)
    }
    return PhysicsReport.Rays(
      nanoseconds: minimum * 1e9 / Double(rays.count), hits: hits, fractionSum: sum)
  }
}
