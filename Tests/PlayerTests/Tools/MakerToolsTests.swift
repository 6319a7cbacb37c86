import Carom
import CaromPlayer
import Foundation
import Testing

extension WithWindow {
  /// The free camera, selection and time of makers, by the events of a window.
  @Suite("Tools of makers")
  struct MakerToolsTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    /// A ball that falls on a floor in front of a camera; its rules are those of the README.
    static func session() throws -> Session {
      let scene = Scene()
      let ball = Node(name: "ball", geometry: .sphere(radius: 0.5))
      ball.position = Vector3(0, 3, 0)
      ball.physicsBody = .dynamic()
      ball.physicsBody?.mass = 2.5
      let floor = Node(name: "floor", geometry: .box(width: 20, height: 1, length: 20))
      floor.position = Vector3(0, -4, 0)
      floor.physicsBody = .static()
      let eye = Node(name: "eye")
      eye.camera = Camera()
      eye.position = Vector3(0, 3, 8)
      for node in [ball, floor, eye] { scene.rootNode.addChildNode(node) }
      return try Session(scene: scene, game: KeepUp(), seed: 7)
    }

    /// A loop whose frames are a tick apart.
    private struct Player {
      let loop: PlayerLoop
      let time = ManualTime()

      init(keys: KeyMap = KeyMap()) throws {
        let window = try Window(title: "test", width: 160, height: 90)
        while window.nextEvent() != nil {}
        loop = PlayerLoop(
          playedGame: PlayedGame(
            try MakerToolsTests.session(), cache: RenderCache(images: ImageFolders([]))),
          window: window, renderer: Renderer(), keys: keys, time: time)
      }

      var session: Session { loop.session }

      func frame(_ events: WindowEvent...) throws {
        for event in events { #expect(loop.window.push(event)) }
        _ = try loop.frame()
        time.nanoseconds += 16_666_667
      }

      func frames(_ count: Int) throws { for _ in 0..<count { try frame() } }

      /// Presses and releases keys, a frame each.
      func type(_ usages: Int...) throws {
        for usage in usages {
          let key = WindowEvent.Key(rawValue: usage)
          try frame(.key(key, isDown: true, isRepeated: false))
          loop.window.push(.key(key, isDown: false, isRepeated: false))
        }
      }

      func drag(_ button: Int, fromX x0: Float, _ y0: Float, toX x1: Float, _ y1: Float) throws {
        try frame(
          .pointerButton(button, isDown: true, x: x0, y: y0),
          .pointerMoved(x: x1, y: y1, dx: x1 - x0, dy: y1 - y0),
          .pointerButton(button, isDown: false, x: x1, y: y1))
      }

      var texts: [String] {
        loop.displayedFrame().overlay.compactMap { item in
          if case .lines(let text) = item.content { text.text } else { nil }
        }
      }

      /// The state after a number of ticks without any input but the size of the window.
      func expected(after ticks: UInt64) throws -> UInt64 {
        let session = try MakerToolsTests.session()
        session.send(.viewport(width: 160, height: 90))
        session.step(Int(ticks))
        return session.hash
      }
    }

    /// The keys of the tools on a US keyboard.
    private let f7 = 64, f8 = 65, f9 = 66, f10 = 67
    private let frame = 9, copy = 6, enter = 40
    private let minus = 45, equals = 46, comma = 54, period = 55

    @Test("The session with all tools in use has the hash of the same ticks without them")
    func tools() throws {
      let player = try Player()
      try player.frames(90)
      try player.type(f7)
      try player.drag(1, fromX: 80, 45, toX: 120, 30)
      try player.drag(3, fromX: 80, 45, toX: 60, 60)
      try player.frame(.wheel(dx: 0, dy: 2), .pointerMoved(x: 80, y: 45, dx: 0, dy: 0))
      try player.drag(1, fromX: 80, 45, toX: 80, 45)
      try player.type(frame, copy, f8, period, period, comma, f9, minus, equals)
      #expect(player.session.hash == (try player.expected(after: player.session.tick)))
      try player.type(f8)
      try player.frames(100)
      #expect(player.loop.isTimeHeld, "the replayed past ends at the last tick")
      try player.type(f8)
      try player.frames(50)
      try player.type(f7)
      try player.frames(20)
      #expect(player.session.tick > 160)
      #expect(player.loop.toolCamera == nil)
      #expect(player.session.hash == (try player.expected(after: player.session.tick)))
    }

    @Test(
      "Dragging turns, pans, and the wheel zooms; F7 starts at the game's view and returns to it")
    func camera() throws {
      let player = try Player()
      try player.frames(2)
      let game = player.loop.displayedFrame().view
      try player.type(f7)
      let start = try #require(player.loop.toolCamera)
      #expect(start.position.distance(to: game.position) < 1e-4)
      #expect(start.orientation.angle(to: game.orientation) < 1e-4)
      #expect(abs(start.pivot.z - 0.5) < 0.05, "the ball in the middle of the picture")
      // Half the height of the window: a quarter turn.
      try player.drag(1, fromX: 80, 20, toX: 125, 20)
      let turned = try #require(player.loop.toolCamera)
      #expect(abs(turned.yaw - start.yaw + .pi / 2) < 1e-3)
      #expect(turned.pivot == start.pivot && turned.distance == start.distance)
      #expect(player.loop.displayedFrame().view.position.distance(to: turned.position) < 1e-4)
      // The whole height of the window is as high as the view at the pivot.
      try player.drag(3, fromX: 80, 0, toX: 80, 90)
      let moved = try #require(player.loop.toolCamera)
      let height = 2 * tan(start.fieldOfView / 2) * start.distance
      #expect(abs(moved.pivot.y - start.pivot.y - height) < 0.15 * height)
      #expect(moved.distance == start.distance && moved.yaw == turned.yaw)
      try player.frame(.key(.init(rawValue: 225), isDown: true, isRepeated: false))
      try player.drag(1, fromX: 80, 45, toX: 100, 45)
      #expect(player.loop.toolCamera?.yaw == moved.yaw, "Shift pans with the left button")
      #expect(player.loop.toolCamera?.pivot != moved.pivot)
      try player.frame(.wheel(dx: 0, dy: 3))
      let near = try #require(player.loop.toolCamera)
      #expect(abs(near.distance - start.distance * 0.85 * 0.85 * 0.85) < 1e-3)
      try player.type(f7)
      #expect(player.loop.displayedFrame().view.position == game.position)
    }

    @Test("The node under the pointer is named with values and units; a click selects, C copies")
    func selection() throws {
      let player = try Player()
      try player.frame()
      try player.type(f7, f8)
      try player.frame(.pointerMoved(x: 80, y: 45, dx: 1, dy: 1))
      #expect(player.loop.hoveredPath == "/ball")
      #expect(player.texts.contains("physics.mass: 2.5 kg"))
      #expect(player.texts.contains { $0.hasPrefix("position: 0 2.9") && $0.hasSuffix(" m") })
      #expect(player.loop.selectedPath == nil)
      let lines = player.loop.displayedFrame().draws.count
      try player.drag(1, fromX: 80, 45, toX: 80, 45)
      #expect(player.loop.selectedPath == "/ball")
      #expect(player.loop.displayedFrame().draws.count == lines + 1, "the edges of its box")
      try player.frame(.pointerMoved(x: 80, y: 2, dx: 1, dy: 1))
      #expect(player.loop.hoveredPath == nil)
      #expect(player.texts.contains("physics.mass: 2.5 kg"), "the selected node stays described")
      try player.type(copy)
      #expect(player.loop.window.clipboard == "/ball")
      #expect(player.texts.contains("Copied /ball"))
      try player.type(frame)
      let camera = try #require(player.loop.toolCamera)
      let ball = try #require(player.session.scene.rootNode.childNode(withName: "ball"))
      #expect(camera.pivot.distance(to: ball.worldPosition) < 1e-3)
      try player.drag(1, fromX: 80, 2, toX: 80, 2)
      #expect(player.loop.selectedPath == nil, "a click on nothing selects nothing")
    }

    // Symptom: the statistics said tick 768 and the panel of the tools tick 1002, on one screen.
    // Cause: the statistics had the clock of the scene, which stops in a pause; recordings and
    // commands count the ticks of the session.
    @Test("After a pause, the statistics and the tools name the same tick")
    func ticks() throws {
      let player = try Player()
      let (f1, p) = (58, 19)
      try player.type(p)
      try player.frames(20)
      try player.type(p)
      try player.frames(5)
      try player.type(f1, f7)
      let tick = "tick \(player.session.tick)"
      #expect(player.session.tick > player.session.scene.tick)
      #expect(player.texts.filter { $0 == tick || $0.hasPrefix(tick + "\n") }.count == 2)
    }

    @Test("Ticks run one by one, back and forward, each with the state that it had")
    func steps() throws {
      let player = try Player()
      try player.frames(30)
      try player.type(f7, f8)
      let held = player.session.tick
      try player.frames(5)
      #expect(player.session.tick == held)
      var hashes = [player.session.hash]
      for _ in 0..<3 {
        try player.type(period)
        hashes.append(player.session.hash)
      }
      #expect(player.session.tick == held + 3 && Set(hashes).count == 4)
      for hash in hashes.dropLast().reversed() {
        try player.type(comma)
        #expect(player.session.hash == hash)
      }
      let period = WindowEvent.Key(rawValue: period)
      try player.frame(.key(period, isDown: true, isRepeated: true))
      try player.frame()
      #expect(player.session.hash == hashes[1], "a key that stays down goes on")
      try player.type(f9)
      #expect(player.session.tick == 1 || player.session.tick == 0)
      #expect(player.texts.contains { $0.hasPrefix("tick 0 of \(held + 3) · stopped") })
      try player.type(f10)
      #expect(player.session.hash == (try player.expected(after: player.session.tick)))
    }

    @Test("The past takes no input; play goes on from the tick on screen with what it takes")
    func playFromHere() throws {
      let player = try Player()
      try player.frames(10)
      try player.type(f7)
      try player.frames(60)
      let last = player.session.tick
      let there = player.session.hash
      try player.type(f9)
      let past = player.session.tick
      #expect(past < last && player.loop.isTimeHeld)
      try player.frame(.key(.space, isDown: true, isRepeated: false))
      try player.type(f8)
      try player.frames(Int(last - past) + 10)
      #expect(player.session.tick == last && player.session.hash == there)
      #expect(player.session.game.state.score == 0)
      try player.type(f9, enter)
      try player.frame(.key(.space, isDown: true, isRepeated: false))
      try player.frames(3)
      #expect(player.session.game.state.score == 1)
      #expect(player.session.tick < last && player.session.history?.last == player.session.tick)
      #expect(player.loop.toolCamera != nil)
      try player.type(f9, f7)
      let tick = player.session.tick
      try player.frames(10)
      #expect(player.loop.toolCamera == nil && player.session.tick == tick + 10)
    }

    @Test("Slow motion runs a half, a quarter and a tenth of the ticks")
    func slowMotion() throws {
      let player = try Player()
      try player.frame()
      try player.type(f7)
      for expected: ClosedRange<UInt64> in [59...61, 29...31, 14...16, 5...7] {
        let start = player.session.tick
        try player.frames(60)
        #expect(expected.contains(player.session.tick - start))
        try player.type(minus)
      }
      #expect(player.texts.contains { $0.hasSuffix("speed 1/10") })
      try player.type(f7)
      let start = player.session.tick
      try player.frames(30)
      #expect((29...31).contains(player.session.tick - start), "closed tools leave time alone")
    }

    @Test("A key that is down when the tools open is released")
    func pressedKey() throws {
      let player = try Player()
      try player.frame(.key(.c, isDown: true, isRepeated: false))
      #expect(player.session.input.isPressed(KeyCode.c))
      try player.frame(.pointerButton(1, isDown: true, x: 80, y: 45))
      #expect(player.session.input.isPointerPressed)
      try player.type(f7)
      try player.frame(.pointerButton(1, isDown: false, x: 80, y: 45))
      #expect(!player.session.input.isPressed(KeyCode.c) && !player.session.input.isPointerPressed)
      #expect(player.loop.selectedPath == nil)
    }

    @Test("A menu is operated by the pointer, also while the tools are open")
    func menu() throws {
      let player = try Player()
      try player.frame()
      try player.type(f7)
      let camera = player.loop.toolCamera
      try player.type(41)
      #expect(player.loop.screens.screen == .paused)
      try player.drag(1, fromX: 10, 10, toX: 60, 40)
      #expect(player.loop.toolCamera == camera)
    }

    @Test("The tools hide the overlay of the game, whose text would lie under their panels")
    func overlay() throws {
      let player = try Player()
      player.session.scene.overlay.labels = [Label("score", text: "0042", position: .zero)]
      try player.frames(2)
      #expect(player.texts.contains("0042"))
      try player.type(f7)
      #expect(!player.texts.contains("0042") && player.texts.contains("F7: free camera"))
      try player.type(f7)
      #expect(player.texts.contains("0042"))
    }

    @Test("Other keys of keys.json open the tools; closed, their keys belong to the game")
    func keys() throws {
      let text = """
        { "format": "carom.keys/1", "player": [
          { "key": "f8", "does": "freeCamera" }, { "key": "f7", "does": "nothing" },
          { "key": "k", "does": "holdTime" } ] }
        """
      let player = try Player(keys: try KeyMap(reading: SourceText(name: "keys.json", text)))
      try player.frame()
      try player.type(f7, 14)
      #expect(player.loop.toolCamera == nil && !player.loop.isTimeHeld)
      let key = WindowEvent.Key(rawValue: 14)
      try player.frame(.key(key, isDown: true, isRepeated: false))
      #expect(player.session.input.isPressed(KeyCode.k), "a key of the game")
      try player.type(f8, 14)
      #expect(player.loop.toolCamera != nil && player.loop.isTimeHeld)
      #expect(player.texts.contains("F8: free camera") && player.texts.contains("K: stop time"))
    }

    @Test("A recording ends where time turns back; the result of such a game is none")
    func recordingAndScores() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "carom-tools-\(UUID().uuidString)"
      ).path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let player = try Player()
      player.loop.userData = UserData(folder: folder, settings: folder)
      try player.frames(5)
      try player.type(59, f7)
      #expect(player.loop.playedGame.isRecording)
      try player.frames(5)
      try player.type(comma)
      #expect(!player.loop.playedGame.isRecording)
      try player.type(enter)
      let game = try #require(player.session.game as? KeepUp)
      game.state.score = 9
      game.state.isOver = true
      try player.frames(3)
      #expect(player.loop.scores.best(of: "keep-up").isEmpty)
    }
  }
}
