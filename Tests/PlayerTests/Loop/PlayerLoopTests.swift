import Carom
import CaromPlayer
import Glibc
import Testing

extension WithWindow {
  @Suite("Player loop")
  struct PlayerLoopTests {
    private let tick: UInt64 = 16_666_667

    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    /// A ball above a floor, with the rules of the README's example.
    private func makeSession() throws -> Session {
      let scene = Scene()
      let ball = Node()
      ball.name = "ball"
      ball.position = Vector3(0, 3, 0)
      ball.geometry = .sphere(radius: 0.5)
      ball.physicsBody = .dynamic()
      ball.physicsBody?.contactTestBitMask = .max
      let floor = Node()
      floor.geometry = .floor()
      floor.physicsBody = .static()
      scene.rootNode.addChildNode(ball)
      scene.rootNode.addChildNode(floor)
      return try Session(scene: scene, game: KeepUp(), seed: 7)
    }

    private func makeLoop(
      _ session: Session, _ time: any TimeSource
    ) throws -> PlayerLoop {
      let window = try Window(title: "test", width: 160, height: 90)
      while window.nextEvent() != nil {}
      return PlayerLoop(
        session: session, window: window, renderer: Renderer(),
        cache: RenderCache(images: ImageFolders([])), time: time)
    }

    @Test("120 ticks with pushed events have the hash of the same events without a window")
    func sameAsHeadless() throws {
      let played = try makeSession()
      let loop = try makeLoop(played, ManualTime())
      let script: [Int: [WindowEvent]] = [
        10: [.key(.left, isDown: true, isRepeated: false)],
        30: [
          .key(.space, isDown: true, isRepeated: false),
          .key(.left, isDown: false, isRepeated: false),
        ],
        31: [.pointerMoved(x: 20, y: 20, dx: 1, dy: 0), .pointerMoved(x: 40, y: 45, dx: 1, dy: 0)],
        50: [.pointerButton(1, isDown: true, x: 80, y: 45)],
        60: [.key(.p, isDown: true, isRepeated: false)],
        70: [.key(.p, isDown: true, isRepeated: false)],
        90: [.padAxis(.leftY, -1, device: 0), .key(.space, isDown: true, isRepeated: false)],
      ]
      let time = try #require(loop.time as? ManualTime)
      while played.tick < 120 {
        for event in script[Int(played.tick)] ?? [] { loop.window.push(event) }
        let before = played.tick
        time.nanoseconds = before * tick
        #expect(try loop.frame())
        try #require(played.tick == before + 1)
      }

      let headless = try makeSession()
      let events: [(UInt64, InputEvent)] = [
        (0, .viewport(width: 160, height: 90)), (10, .press(.left)), (30, .press(.space)),
        (30, .release(.left)), (31, .pointer(.moved, x: 0.25, y: 0.5)),
        (50, .pointer(.pressed, x: 0.5, y: 0.5)), (50, .tilt(x: 0, y: 0)), (60, .command(.pause)),
        (70, .command(.resume)),
        (90, .axis(.leftY, 1)), (90, .press(.space)),
      ]
      for (tick, event) in events { try headless.send(event, at: tick) }
      headless.step(120)
      #expect(played.report == headless.report)
      #expect(played.report.score == 2)
      #expect(played.hash != (try makeSession()).hash)
    }

    @Test("Frame rate and window size do not affect ticks")
    func frameRateChangesNothing() throws {
      let quick = try makeSession()
      let slow = try makeSession()
      for (session, step) in [(quick, UInt64(3_000_000)), (slow, UInt64(70_000_000))] {
        let time = ManualTime()
        let loop = try makeLoop(session, time)
        while session.tick < 100 {
          _ = try loop.frame()
          time.nanoseconds += step
        }
        session.step(120 - Int(session.tick))
      }
      #expect(quick.report == slow.report)
    }

    @Test("Frames are interpolated between the last two ticks")
    func showsBetweenTicks() throws {
      var shown: [[UInt8]] = []
      for late: UInt64 in [0, 8_000_000] {
        let session = try makeSession()
        let time = ManualTime()
        let loop = try makeLoop(session, time)
        while session.tick < 20 {
          time.nanoseconds = session.tick * tick + (session.tick < 19 ? 0 : late)
          _ = try loop.frame()
        }
        #expect(session.tick == 20)
        shown.append(try loop.window.contents())
      }
      #expect(Set(shown[0]).count > 8, "a picture with something in it")
      #expect(shown[0] != shown[1])
    }

    @Test("The window's close button quits, and so does the last item of the menu")
    func quits() throws {
      let escape = WindowEvent.key(.escape, isDown: true, isRepeated: false)
      let ways: [[WindowEvent]] = [
        [.quit],
        [
          escape, .key(.up, isDown: true, isRepeated: false),
          .key(.enter, isDown: true, isRepeated: false),
        ],
      ]
      for events in ways {
        let session = try makeSession()
        let loop = try makeLoop(session, ManualTime())
        #expect(try loop.frame())
        for event in events { loop.window.push(event) }
        try loop.run()
        #expect(session.tick == 1)
      }
    }

    @Test("Ends after a given number of ticks")
    func lastTick() throws {
      let session = try makeSession()
      let loop = try makeLoop(session, ManualTime())
      loop.lastTick = 30
      try loop.run()
      #expect(session.tick == 30)
    }
  }
}
