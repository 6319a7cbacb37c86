import Carom
import CaromPlayer
import Glibc
import Testing

extension WithWindow {
  /// The loop on a machine with a given rendering speed.
  @Suite("Frame rate")
  struct FrameRateTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    /// A clock that advances while a frame is rendered, by a time per pixel, and otherwise only by
    /// waiting.
    private final class DrawingTime: TimeSource {
      var now: UInt64 = 0
      var nanosecondsPerPixel: UInt64 = 0
      var renderSize: () -> (width: Int, height: Int) = { (0, 0) }
      /// The number of clock readings in a frame: at its start, before ticks, before and after
      /// rendering, and at its end.
      private var looks = 0

      var nanoseconds: UInt64 {
        looks += 1
        if looks == 4 {
          let (width, height) = renderSize()
          now += UInt64(width * height) * nanosecondsPerPixel
        }
        return now
      }

      func wait(until moment: UInt64) {
        now = max(now, moment)
        looks = 0
      }
    }

    private func play(
      framesPerSecond: Int? = nil, _ body: (PlayerLoop, DrawingTime) throws -> Void
    ) throws {
      let window = try Window(title: "test", width: 640, height: 360)
      while window.nextEvent() != nil {}
      let time = DrawingTime()
      let session = try Probe.session()
      session.scene.background.contents = .color(Color(1, 0, 0))
      let loop = PlayerLoop(
        playedGame: PlayedGame(session, cache: RenderCache(images: ImageFolders([]))),
        window: window,
        renderer: Renderer(), framesPerSecond: framesPerSecond, time: time)
      time.renderSize = { [unowned loop] in loop.renderSize }
      // The loop read the clock when it was created.
      time.wait(until: 0)
      try body(loop, time)
    }

    /// One frame in which something moves; without, nothing would be rendered.
    private func frame(_ loop: PlayerLoop) throws {
      let y = Float(loop.session.tick % 100)
      loop.window.push(.pointerMoved(x: 320, y: 100 + y, dx: 0, dy: 1))
      _ = try loop.frame()
    }

    /// A paused game kept the resolution of its last moving frame, however long it stood still.
    @Test("What stands still is rendered once with every pixel of the window")
    func still() throws {
      try play { loop, time in
        time.nanosecondsPerPixel = 200
        for _ in 0..<200 { try frame(loop) }
        let size = loop.renderSize
        #expect(size.width < 500)
        loop.window.push(.key(.escape, isDown: true, isRepeated: false))
        for _ in 0..<5 { _ = try loop.frame() }
        let count = loop.renderedFrameCount
        for _ in 0..<100 { _ = try loop.frame() }
        #expect(loop.renderedFrameCount == count + 1)
        #expect(loop.renderSize == size, "it says nothing about frames that move")
        try frame(loop)
      }
    }

    @Test("A slow machine renders fewer pixels until it reaches 60 frames a second, and scales up")
    func holdsTheRate() throws {
      try play { loop, time in
        // 18.4 ms for 640 × 360 pixels.
        time.nanosecondsPerPixel = 80
        #expect(loop.renderSize == (640, 360))
        for _ in 0..<60 { try frame(loop) }
        let (width, height) = loop.renderSize
        #expect((400..<560).contains(width) && abs(height * 16 - width * 9) < 16)
        let (start, tick) = (time.now, loop.session.tick)
        for _ in 0..<60 { try frame(loop) }
        #expect(abs(Double(time.now - start) * 1e-9 - 1) < 0.001, "60 in a second")
        #expect(abs(Int(loop.session.tick - tick) - 60) <= 1)
        #expect(loop.renderSize == (width, height), "it stays")
        let shown = try loop.window.contents()
        for (x, y) in [(1, 2), (638, 2), (1, 357), (638, 357)] {
          #expect(shown[(y * 640 + x) * 4] > 200, "the window is full at \(x), \(y)")
        }
        // A faster machine renders at full resolution again.
        time.nanosecondsPerPixel = 10
        for _ in 0..<90 { try frame(loop) }
        #expect(loop.renderSize == (640, 360))
      }
    }

    @Test(
      "Shows frames at the maximum rate, and runs the ticks of the elapsed time",
      arguments: [15, 30, 60, 120])
    func limit(rate: Int) throws {
      try play(framesPerSecond: rate) { loop, time in
        for _ in 0..<2 * rate { _ = try loop.frame() }
        #expect(abs(Double(time.now) * 1e-9 - 2) < 0.02)
        #expect(abs(Int(loop.session.tick) - 120) <= 8)
      }
    }

    @Test("Frame rates outside of the supported range are clamped")
    func rateRange() throws {
      try play(framesPerSecond: 1) { loop, _ in #expect(loop.framesPerSecond == 15) }
      try play(framesPerSecond: 9_999) { loop, _ in #expect(loop.framesPerSecond == 240) }
      try play { loop, _ in #expect(loop.framesPerSecond == 60) }
    }
  }
}
