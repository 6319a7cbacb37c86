import CaromBenchmarks
import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Runs of physics benchmarks")
struct PhysicsRunTests {
  private func scene(_ name: String) throws -> PhysicsScene {
    try #require(PhysicsScene(named: name))
  }

  @Test(
    "Masses follow from densities, friction is 0.6 for every pair, without damping or restitution")
  func bodies() throws {
    let scene = try scene("S5")
    let (world, handles) = try scene.makeWorld()
    #expect(handles.count == scene.bodies.count)
    #expect(world.gravity == Vector3(0, -10, 0))
    #expect(!world.settings.allowsSleep)
    let bodies = handles.compactMap(world.body)
    // A brick of 1 x 0.5 x 0.5 m, and a sphere of radius 0.5 m and density 8,000 kg/m³.
    #expect(bodies[1].mass == 250)
    #expect(abs(bodies[801].mass - 4188.79) < 0.01)
    #expect(bodies[801].velocity == Vector3(0, 0, 40))
    for body in bodies {
      #expect(body.friction == 0.6 && body.frictionCombine == .minimum)
      #expect(body.restitution == 0 && body.damping == 0 && body.angularDamping == 0)
    }
  }

  @Test("Two runs give the same bits; another step gives different bits")
  func repeatable() throws {
    let scene = try scene("S3")
    let (first, second) = (try scene.run(steps: 4), try scene.run(steps: 4))
    #expect(first.hash == second.hash)
    #expect(first.poses == second.poses)
    #expect(first.stepTimes.count == 4 && first.stepTimes.allSatisfy { $0 > 0 })
    #expect(try scene.run(steps: 5).hash != first.hash)
  }

  @Test("The velocity of a pose is the displacement of the last step divided by its duration")
  func velocities() throws {
    let scene = try scene("S5")
    let (third, fourth) = (try scene.run(steps: 3), try scene.run(steps: 4))
    for (before, after) in zip(third.poses, fourth.poses) {
      #expect(after.velocity == (after.position - before.position) / PhysicsScene.timeStep)
    }
    #expect(fourth.poses[801].velocity.z > 39)
  }

  @Test("Poses are printed one a line, and their numbers are read back as the same bits")
  func poseText() throws {
    let report = try scene("S5").run(steps: 2)
    let lines = report.poseText.split(separator: "\n")
    #expect(lines.count == report.bodyCount && report.poses.count == report.bodyCount)
    for (index, (line, pose)) in zip(lines, report.poses).enumerated() {
      let words = line.split(separator: " ")
      #expect(words.count == 11 && words[0] == "\(index)")
      let numbers = words.dropFirst().compactMap { Float($0) }
      let (p, q, v) = (pose.position, pose.orientation, pose.velocity)
      #expect(numbers == [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z])
    }
  }

  @Test("Statistics of the times match their definitions")
  func times() throws {
    let report = try scene("S5").run(steps: 7)
    let times = report.stepTimes
    #expect(abs(report.meanTime - times.reduce(0, +) / 7) < 1e-9)
    #expect(report.lastMeanTime == report.meanTime)
    #expect(report.medianTime == times.sorted()[3])
    #expect(report.maxTime == times.max())
    let walls = report.wallTimes
    #expect(walls.count == 7 && walls.allSatisfy { $0 > 0 })
    #expect(abs(report.meanWallTime - walls.reduce(0, +) / 7) < 1e-9)
    #expect(report.medianWallTime == walls.sorted()[3])
    let none = try scene("S5").run(steps: 0)
    #expect(none.meanTime == 0 && none.meanWallTime == 0 && none.medianWallTime == 0)
  }

  #if !DEBUG
    @Test("A step of a small world takes less than 15 µs")
    func smallWorld() throws {
      // Processor time, so that other processes hardly matter; 3 to 4 µs were measured.
      let report = try scene("maze").run()
      #expect(report.medianTime < 0.015)
      #expect(report.poses.last.map { $0.position.y > 0.44 && $0.position.x < 8.1 } == true)
    }

    @Test("Ray casts give the same hits as testing every body")
    func rays() throws {
      let scene = try scene("S8")
      let (world, handles) = try scene.makeWorld()
      for _ in 0..<20 { world.step(PhysicsScene.timeStep) }
      let bodies = handles.compactMap(world.body)
      var missed = 0
      for ray in scene.rays.prefix(1000) {
        var expected: (fraction: Float, body: Int)?
        for (index, body) in bodies.enumerated() {
          guard
            let hit = body.shape.rayCast(
              origin: ray.origin, translation: ray.translation, at: body.transform),
            hit.fraction < expected?.fraction ?? .infinity
          else { continue }
          expected = (hit.fraction, index)
        }
        let found = world.rayCast(origin: ray.origin, translation: ray.translation)
        #expect(found?.fraction == expected?.fraction)
        #expect(found?.body == expected.map { handles[$0.body] })
        if found == nil { missed += 1 }
      }
      #expect(missed < 1000)
      let report = try #require(try scene.run(steps: 0).rays)
      #expect(report.hits > 0 && report.hits <= 100_000 && report.nanoseconds > 0)
      #expect(report.fractionSum > 0 && report.fractionSum < Double(report.hits))
    }
  #endif
}
