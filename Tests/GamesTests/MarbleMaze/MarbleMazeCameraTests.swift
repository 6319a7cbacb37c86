import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

/// The camera moved straight to the marble when a pillar was beside it, to half a meter of its
/// center: the marble and then the pillar filled the view.
@Suite("Camera of Marble Maze")
struct MarbleMazeCameraTests {
  /// What a camera saw in the run of a bot.
  private struct Run {
    var (ticks, hidden, inside, outside) = (0, 0, 0, 0)
    /// The least distance of the camera from the marble, in meters.
    var nearest = Float.infinity
    /// The longest time without a view of the marble, in ticks.
    var blind = 0
    /// The greatest movement relative to the marble within a tick, in meters.
    var jump: Float = 0
  }

  private static let occluders =
    MarbleMaze.Category.stone | MarbleMaze.Category.pillar | MarbleMaze.Category.crate

  /// Whether the marble is hidden from an eye by what is not of glass.
  private static func isHidden(_ marble: Vector3, from eye: Vector3, _ world: PhysicsWorld) -> Bool
  {
    let options = PhysicsTestOptions(
      collisionBitMask: occluders | MarbleMaze.Category.glass, searchMode: .all)
    return world.rayTestWithSegment(from: marble, to: eye, options: options).contains {
      ($0.node.geometry?.firstMaterial?.transparency ?? 1) > 0.25
    }
  }

  private static func run(_ level: Level) throws -> Run {
    let session = try MarbleMazeLevelsTests.session(level)
    var bot = try #require(MarbleMaze.makeBot())
    let ball = try #require(session.scene.rootNode.childNode(withName: "ball"))
    let world = session.scene.physicsWorld
    let options = PhysicsTestOptions(collisionBitMask: occluders)
    var (run, blind) = (Run(), 0)
    var last: Vector3?
    while session.phase != "finished", session.tick < 7_200 {
      session.step(1, with: &bot)
      guard session.phase == "playing", let camera = session.scene.pointOfView else { continue }
      run.ticks += 1
      let (eye, marble) = (camera.presentation.worldPosition, ball.worldPosition)
      run.nearest = min(run.nearest, eye.distance(to: marble))
      let isHidden = isHidden(marble, from: eye, world)
      blind = isHidden ? blind + 1 : 0
      (run.hidden, run.blind) = (run.hidden + (isHidden ? 1 : 0), max(run.blind, blind))
      let lens = PhysicsShape.sphere(Sphere(radius: 0.2))
      if !world.nodes(overlapping: lens, at: Matrix4(position: eye), options: options).isEmpty {
        run.inside += 1
      }
      let forward = camera.presentation.worldOrientation.rotate(Vector3(0, 0, -1))
      if forward.dot((marble - eye).normalized(or: forward)) < 0.95 { run.outside += 1 }
      if let last { run.jump = max(run.jump, (eye - marble).distance(to: last)) }
      last = eye - marble
    }
    return run
  }

  /// In a loop, the plates hid the marble for half a second, and the camera jumped to it and away.
  @Test("The camera is never at the marble or in a pillar, and hardly ever loses sight of it")
  func distances() throws {
    for level in MarbleMaze.levels {
      let run = try Self.run(level)
      print(
        "marble-maze/\(level.name): camera at least \(run.nearest) m away, marble hidden in "
          + "\(run.hidden) and outside in \(run.outside) of \(run.ticks) ticks, at most \(run.blind) "
          + "on end; in a body in \(run.inside); at most \(run.jump) m in a tick")
      #expect(run.nearest > 1.9, "\(level.name)")
      #expect(run.inside == 0, "\(level.name)")
      #expect(run.hidden * 80 <= run.ticks, "\(level.name)")
      #expect(run.blind <= 10 && run.outside * 20 <= run.ticks, "\(level.name)")
    }
  }

  @Test("A narrow window shows as much from left to right as a square one", arguments: [0, 1, 11])
  func narrow(index: Int) throws {
    func width(_ size: (Int, Int)) throws -> Float {
      let session = try MarbleMazeLevelsTests.session(MarbleMaze.levels[index])
      session.send(.viewport(width: size.0, height: size.1))
      session.step(60)
      let camera = try #require(session.scene.pointOfView?.camera)
      return Portable.tan(camera.fieldOfView * 0.5) * Float(size.0) / Float(size.1)
    }
    let square = try width((800, 800))
    #expect(abs(try width((720, 1_280)) - square) < 1e-3)
    #expect(abs(try width((1_600, 800)) - 2 * square) < 1e-3)
  }

  @Test("The hint of the first level disappears in its run")
  func hint() throws {
    let session = try MarbleMazeLevelsTests.session(MarbleMaze.levels[0])
    func isShown() -> Bool { session.scene.overlay[label: "hint"]?.isVisible == true }
    session.step(30)
    #expect(isShown())
    session.send(.press(.space))
    session.step(300)
    #expect(isShown() && session.phase == "playing")
    session.step(300)
    #expect(!isShown() && session.phase == "playing")
  }
}
