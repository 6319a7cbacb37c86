import CaromMaths
public import CaromPhysics

extension PhysicsScene {
  /// Makes a world with the bodies of the start and returns it with their handles in the scene's
  /// order.
  ///
  /// The world is stepped by `threads` threads, 1 to 256.
  public func makeWorld(
    threads: Int = 1
  ) throws(PhysicsError) -> (world: World, handles: [BodyHandle]) {
    let run = try PhysicsRun(self, threads: threads)
    return (run.world, run.handles.compactMap { $0 })
  }

  /// Runs the scene from its start and measures it.
  ///
  /// Step times contain ``World/step(_:)``, and the creation and destruction of bodies during the
  /// run; not creating the world, reading it or casting rays.
  ///
  /// - Parameters:
  ///   - steps: The number of steps; nil for the scene's own number.
  ///   - threads: The number of threads, 1 to 256.
  ///   - measuresStages: Whether stages are measured too, which costs a few microseconds.
  ///   - trace: Receives the frames of the trace in order: see ``traceInterval``.
  /// - Returns: The times, the hash of the world and the final poses.
  /// - Throws: A ``PhysicsError`` if the world rejects a body or a joint, and any error of `trace`.
  public func run(
    steps: Int? = nil, threads: Int = 1, measuresStages: Bool = false,
    trace: ((_ frame: [UInt8]) throws -> Void)? = nil
  ) throws -> PhysicsReport {
    let start = ProcessorTime.now
    var run = try PhysicsRun(self, threads: threads)
    let creationTime = ProcessorTime.now - start
    let world = run.world
    let timer = measuresStages ? StageTimer() : nil
    if let timer { world.stageObserver = { timer.end($0) } }
    let count = steps ?? self.steps
    var times: [Double] = []
    var wallTimes: [Double] = []
    times.reserveCapacity(count)
    wallTimes.reserveCapacity(count)
    var before = run.positions
    var stepRays = StepRays(count: raysPerStep)
    var asleepStep: Int?
    try trace?(PhysicsTrace.frame(of: run, step: 0))
    for step in 0..<count {
      if step == count - 1 { before = run.positions }
      let (start, wallStart) = (ProcessorTime.now, WallTime.now)
      try run.prepareStep(step)
      timer?.begin()
      world.step(Self.timeStep)
      wallTimes.append((WallTime.now - wallStart) * 1e3)
      times.append((ProcessorTime.now - start) * 1e3)
      if raysPerStep > 0 { stepRays.cast(in: world) }
      if allowsSleep, asleepStep == nil, world.awakeCount == 0 { asleepStep = step }
      let made = step + 1
      if let trace, made % traceInterval == 0 || made == count {
        try trace(PhysicsTrace.frame(of: run, step: made))
      }
    }
    return PhysicsReport(
      scene: name, threads: threads, bodyCount: bodies.count, stepTimes: times,
      wallTimes: wallTimes, stages: timer?.stages(count) ?? [], creationTime: creationTime * 1e3,
      contactCount: world.contactCount, awakeCount: world.awakeCount, asleepStep: asleepStep,
      hash: world.stateHash, poses: run.poses(since: before),
      rays: stepRays.results ?? (rays.isEmpty ? nil : castRays(in: world)))
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
