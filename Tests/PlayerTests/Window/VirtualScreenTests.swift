import Carom
import CaromPlayer
import Glibc
import TestSupport
import Testing

extension WithWindow {
  /// The player with the real SDL on a real X server, whose memory is looked at.
  @Suite("On a virtual screen", .enabled(if: VirtualScreen.isInstalled, "\(VirtualScreen.reason)"))
  struct VirtualScreenTests {
    private let width = 320
    private let height = 180

    /// A ball that an axis, a tilt or a key moves to the right, and the pointer lights up.
    private final class Mover: Game {
      static let name = "mover"
      static let title = "Mover"
      static let summary = "Moves"
      static let scenePath = "mover.json"
      struct State: GameState {
        static let summary = "No state"
        var phaseName: String { "playing" }
        var score: Int32 { 0 }
        static func properties(_ p: inout some PropertyVisitor<Self>) {}
      }
      var state = State()
      func update(_ session: Session) {
        let way = session.input.direction.x + session.input.tilt.x
        let node = session.scene.rootNode.childNode(withName: "ball")
        node?.position = Vector3(way, session.input.isPointerPressed ? 0.5 : 0, 0)
      }
    }

    private func makeSession() throws -> Session {
      let scene = Scene()
      let ball = Node()
      ball.name = "ball"
      ball.geometry = .sphere(radius: 0.5)
      scene.rootNode.addChildNode(ball)
      let eye = Node()
      eye.camera = Camera()
      eye.position = Vector3(0, 0, 5)
      eye.light = Light()
      scene.rootNode.addChildNode(eye)
      return try Session(scene: scene, game: Mover())
    }

    /// Runs a body with a loop on a screen that its window covers whole.
    private func play(
      _ body: (PlayerLoop, VirtualScreen, ManualTime) throws -> Void
    ) throws {
      let screen = try VirtualScreen(width: width, height: height)
      setenv("SDL_VIDEODRIVER", "x11", 1)
      setenv("DISPLAY", screen.display, 1)
      // Nothing gives windows the keyboard here.
      setenv("SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS", "1", 1)
      defer {
        setenv("SDL_VIDEODRIVER", "dummy", 1)
        unsetenv("DISPLAY")
      }
      // The screen must outlive the window: X ends programs that lose it.
      try withExtendedLifetime(screen) { try openLoop(screen, body) }
    }

    private func openLoop(
      _ screen: VirtualScreen,
      _ body: (PlayerLoop, VirtualScreen, ManualTime) throws -> Void
    ) throws {
      let window = try Window(title: "test", width: width, height: height)
      while window.nextEvent() != nil {}
      let time = ManualTime()
      let loop = PlayerLoop(
        session: try makeSession(), window: window, renderer: Renderer(),
        cache: RenderCache(images: ImageFolders([])), time: time)
      loop.pausesWhenLeft = false
      try body(loop, screen, time)
    }

    /// One frame, a tick after the last.
    private func frame(_ loop: PlayerLoop, _ time: ManualTime) throws {
      let tick = loop.session.tick
      time.nanoseconds = tick * 16_666_667
      #expect(try loop.frame())
      #expect(loop.session.tick == tick + 1)
    }

    /// The last completed tick as a headless picture shows it.
    private func headless(_ session: Session) -> [UInt8] {
      let frame = RenderFrame(session.scene, cache: RenderCache(images: ImageFolders([])))
      let bytes = Renderer().render(frame, width: width, height: height).bytes
      return bytes.indices.filter { $0 % 4 != 3 }.map { bytes[$0] }
    }

    @Test("The screen shows the very pixels of the headless picture of the last tick")
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

    @Test(
      "What a hand does is on the screen in the next frame",
      arguments: [
        WindowEvent.key(.right, isDown: true, isRepeated: false),
        .pointerButton(1, isDown: true, x: 240, y: 90),
        .touch(.pressed, x: 240, y: 90, finger: 4),
        .padAxis(.leftX, 1, device: 0),
      ])
    func latency(event: WindowEvent) throws {
      try play { loop, screen, time in
        for _ in 0..<3 { try frame(loop, time) }
        let before = try screen.contents().pixels
        #expect(loop.window.push(event))
        try frame(loop, time)
        let after = try screen.contents().pixels
        #expect(after != before)
        #expect(after == headless(loop.session))
      }
    }

    @Test("A motion sensor tilts from how it is held, and F4 takes another hold as level")
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

    @Test("A gamepad can be plugged in, steers with a dead middle, and plugged out, which pauses")
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
        loop.pausesWhenLeft = true
        pad.unplug()
        try frame(loop, time)
        #expect(loop.session.isPaused && loop.screens.screen == .paused)
        #expect(loop.session.input.leftStick.x == 0, "nothing is held any more")
      }
    }
  }
}
