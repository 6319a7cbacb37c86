import Carom
import CaromPlayer
import Glibc
import TestSupport
import Testing

extension WithWindow {
  /// The player with SDL on an X server whose memory is read.
  @Suite("On a virtual screen", .enabled(if: VirtualScreen.isInstalled, "\(VirtualScreen.reason)"))
  struct VirtualScreenTests {
    private let width = 320
    private let height = 180

    /// Runs a closure with a loop on a screen that its window covers completely.
    private func play(
      usesVSync: Bool = false,
      _ body: (PlayerLoop, VirtualScreen, ManualTime) throws -> Void
    ) throws {
      let screen = try VirtualScreen(width: width, height: height)
      setenv("SDL_VIDEODRIVER", "x11", 1)
      setenv("DISPLAY", screen.display, 1)
      // Nothing assigns the focus to windows here.
      setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1)
      defer {
        setenv("SDL_VIDEODRIVER", "dummy", 1)
        unsetenv("DISPLAY")
      }
      // The screen must outlive the window: X terminates programs that lose it.
      try withExtendedLifetime(screen) {
        let window = try Window(
          title: "test", width: width, height: height, usesVSync: usesVSync)
        try openLoop(window, screen, body)
      }
    }

    private func openLoop(
      _ window: Window, _ screen: VirtualScreen,
      _ body: (PlayerLoop, VirtualScreen, ManualTime) throws -> Void
    ) throws {
      while window.nextEvent() != nil {}
      let time = ManualTime()
      let loop = PlayerLoop(
        session: try Probe.session(), window: window, renderer: Renderer(),
        cache: RenderCache(images: ImageFolders([])), time: time)
      loop.pausesOnFocusLoss = false
      try body(loop, screen, time)
    }

    /// One frame, a tick after the previous one.
    private func frame(_ loop: PlayerLoop, _ time: ManualTime) throws {
      let tick = loop.session.tick
      time.nanoseconds = tick * 16_666_667
      #expect(try loop.frame())
      #expect(loop.session.tick == tick + 1)
    }

    /// The last completed tick, rendered without a window.
    private func headless(_ session: Session, width: Int = 320, height: Int = 180) -> [UInt8] {
      let frame = RenderFrame(session.scene, cache: RenderCache(images: ImageFolders([])))
      let bytes = Renderer().render(frame, width: width, height: height).bytes
      return bytes.indices.filter { $0 % 4 != 3 }.map { bytes[$0] }
    }

    @Test("The screen shows exactly the pixels of the last tick rendered without a window")
    func sameAsHeadless() throws {
      try play { loop, screen, time in
        for _ in 0..<5 { try frame(loop, time) }
        let shown = try screen.contents()
        #expect(shown.width == width && shown.height == height)
        #expect(shown.pixels == headless(loop.session))
        #expect(Set(shown.pixels).count > 20, "a ball and the dark around it")
        #expect(try loop.window.contents().count == width * height * 4)
      }
    }

    /// An input action, and the state before it.
    struct Hand: CustomTestStringConvertible {
      var testDescription: String
      var before: [WindowEvent] = []
      var event: WindowEvent

      static let all = [
        Hand(testDescription: "key", event: .key(.right, isDown: true, isRepeated: false)),
        Hand(
          testDescription: "pointer that moves", event: .pointerMoved(x: 240, y: 40, dx: 1, dy: 1)),
        Hand(
          testDescription: "pointer's button", event: .pointerButton(1, isDown: true, x: 240, y: 90)
        ),
        Hand(testDescription: "finger", event: .touch(.pressed, x: 240, y: 90, finger: 4)),
        Hand(testDescription: "stick", event: .padAxis(.leftX, 1, device: 0)),
        Hand(testDescription: "cross", event: .padButton(.right, isDown: true, device: 0)),
        Hand(
          testDescription: "motion sensor", before: [.acceleration(x: 0, y: 9.8, z: 0, device: 0)],
          event: .acceleration(x: -4.9, y: 8.5, z: 0, device: 0)),
      ]
    }

    @Test("Input is visible in the next frame", arguments: Hand.all)
    func latency(hand: Hand) throws {
      try play { loop, screen, time in
        for event in hand.before { #expect(loop.window.push(event)) }
        for _ in 0..<3 { try frame(loop, time) }
        let before = try screen.contents().pixels
        #expect(loop.window.push(hand.event))
        try frame(loop, time)
        let after = try screen.contents().pixels
        #expect(after != before)
        #expect(after == headless(loop.session))
      }
    }

    @Test("Gamepad input, through SDL, is visible in the next frame")
    func padLatency() throws {
      try play { loop, screen, time in
        let pad = try #require(VirtualPad())
        for _ in 0..<3 { try frame(loop, time) }
        let before = try screen.contents().pixels
        pad.move(.leftX, to: 1)
        try frame(loop, time)
        #expect(try screen.contents().pixels != before)
        #expect(try screen.contents().pixels == headless(loop.session))
        pad.disconnect()
      }
    }

    @Test("A resized window informs the game and is filled")
    func resizing() throws {
      try play { loop, screen, time in
        for _ in 0..<3 { try frame(loop, time) }
        let size = (width: 200, height: 120)
        loop.window.resize(width: size.width, height: size.height)
        for _ in 0..<5 { try frame(loop, time) }
        #expect(loop.window.size == size)
        #expect(abs(loop.session.input.aspect - 200.0 / 120) < 1e-6, "the game knows")
        let shown = try loop.window.contents()
        let pixels = shown.indices.filter { $0 % 4 != 3 }.map { shown[$0] }
        #expect(pixels == headless(loop.session, width: size.width, height: size.height))
        loop.window.resize(width: 320, height: 180)
        for _ in 0..<5 { try frame(loop, time) }
        #expect(try screen.contents().pixels == headless(loop.session))
      }
    }

    @Test("F11 switches to fullscreen mode, and the game is informed")
    func fullscreen() throws {
      try play { loop, screen, time in
        loop.window.resize(width: 200, height: 120)
        for _ in 0..<3 { try frame(loop, time) }
        #expect(loop.window.size == (200, 120))
        loop.window.push(.key(.init(rawValue: 68), isDown: true, isRepeated: false))
        for _ in 0..<5 { try frame(loop, time) }
        #expect(loop.window.size == (width, height))
        #expect(abs(loop.session.input.aspect - 320.0 / 180) < 1e-6)
        #expect(try screen.contents().pixels == headless(loop.session))
        // Restoring the window's size requires a window manager, which this screen does not have.
        loop.window.push(.key(.init(rawValue: 68), isDown: true, isRepeated: false))
        for _ in 0..<5 { try frame(loop, time) }
      }
    }

    @Test("With and without vertical synchronization, frames and game speed are the same")
    func inStep() throws {
      try play(usesVSync: true) { loop, _, time in
        #expect(loop.framesPerSecond == (loop.window.refreshRate ?? 60))
        for _ in 0..<5 { try frame(loop, time) }
        let shown = try loop.window.contents()
        #expect(shown.indices.filter { $0 % 4 != 3 }.map { shown[$0] } == headless(loop.session))
      }
    }

    @Test("A motion sensor tilts relative to its level, and F4 calibrates it")
    func sensor() throws {
      try play { loop, _, time in
        loop.window.push(.acceleration(x: 0, y: 9.8, z: 0, device: 0))
        try frame(loop, time)
        loop.window.push(.acceleration(x: -4.9, y: 8.5, z: 0, device: 0))
        try frame(loop, time)
        #expect(abs(loop.session.input.tilt.x - 0.5) < 1e-5)
        for _ in 0..<120 { loop.window.push(.acceleration(x: -4.9, y: 8.5, z: 0, device: 0)) }
        try frame(loop, time)
        loop.window.push(.key(.init(rawValue: 61), isDown: true, isRepeated: false))
        loop.window.push(.acceleration(x: -4.9, y: 8.5, z: 0, device: 0))
        try frame(loop, time)
        #expect(abs(loop.session.input.tilt.x) < 0.001)
      }
    }

    @Test("A gamepad can be connected, used with a dead zone, and disconnected, which pauses")
    func gamepad() throws {
      try play { loop, _, time in
        try frame(loop, time)
        let pad = try #require(VirtualPad())
        try frame(loop, time)
        pad.move(.leftX, to: 0.1)
        try frame(loop, time)
        #expect(loop.session.input.leftStick.x == 0)
        pad.move(.leftX, to: 1)
        try frame(loop, time)
        #expect(loop.session.input.leftStick.x == 1)
        pad.press(.a, true)
        try frame(loop, time)
        #expect(loop.session.input.isPressed(GamepadButton.a))
        loop.pausesOnFocusLoss = true
        pad.disconnect()
        try frame(loop, time)
        #expect(loop.session.isPaused && loop.screens.screen == .paused)
        #expect(loop.session.input.leftStick.x == 0, "nothing is held any more")
      }
    }
  }
}
