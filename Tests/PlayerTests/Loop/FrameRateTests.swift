import Carom
import CaromPlayer
import Glibc
import Testing

extension WithWindow {
  /// The loop on a machine that draws as fast as the test says.
  @Suite("Frame rate")
  struct FrameRateTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    /// A clock that goes on while a picture is drawn, by so many nanoseconds a pixel, and else only
    /// when it is waited for.
    private final class DrawingTime: TimeSource {
      var now: UInt64 = 0
      var nanosecondsPerPixel: UInt64 = 0
      var renderSize: () -> (width: Int, height: Int) = { (0, 0) }
      /// How often a frame has looked at the clock: at its beginning, before ticks, before the picture,
      /// after it, and at its end.
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
      // The loop looked at the clock while it was made.
      time.wait(until: 0)
      try body(loop, time)
    }

    @Test("A slow machine draws fewer pixels until there are 60 pictures a second, and scales up")
    func holdsTheRate() throws {
      try play { loop, time in
        // 18.4 ms for 640 × 360 pixels.
        time.nanosecondsPerPixel = 80
        #expect(loop.renderSize == (640, 360))
        for _ in 0..<60 { _ = try loop.frame() }
        let (width, height) = loop.renderSize
        #expect((400..<560).contains(width) && abs(height * 16 - width * 9) < 16)
        let (start, tick) = (time.now, loop.session.tick)
        for _ in 0..<60 { _ = try loop.frame() }
        #expect(abs(Double(time.now - start) * 1e-9 - 1) < 0.001, "60 in a second")
        #expect(abs(Int(loop.session.tick - tick) - 60) <= 1)
        #expect(loop.renderSize == (width, height), "it stays")
        let shown = try loop.window.contents()
        for (x, y) in [(1, 2), (638, 2), (1, 357), (638, 357)] {
          #expect(shown[(y * 640 + x) * 4] > 200, "the window is full at \(x), \(y)")
        }
        // A quicker machine draws pixel for pixel again.
        time.nanosecondsPerPixel = 10
        for _ in 0..<90 { _ = try loop.frame() }
        #expect(loop.renderSize == (640, 360))
      }
    }

    @Test(
      "Shows as many pictures a second as it may, and runs the ticks of the time",
      arguments: [15, 30, 60, 120])
    func limit(rate: Int) throws {
      try play(framesPerSecond: rate) { loop, time in
        for _ in 0..<2 * rate { _ = try loop.frame() }
        #expect(abs(Double(time.now) * 1e-9 - 2) < 0.02)
        #expect(abs(Int(loop.session.tick) - 120) <= 8)
      }
    }

    @Test("A rate that slows the game or that no screen has is brought into the range")
    func rateRange() throws {
      try play(framesPerSecond: 1) { loop, _ in #expect(loop.framesPerSecond == 15) }
      try play(framesPerSecond: 9_999) { loop, _ in #expect(loop.framesPerSecond == 240) }
      try play { loop, _ in #expect(loop.framesPerSecond == 60) }
    }
  }
}
