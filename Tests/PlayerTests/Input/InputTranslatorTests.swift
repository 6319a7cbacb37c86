import CaromPlayer
import Carom
import Testing

@Suite("Input translator")
struct InputTranslatorTests {
  private let picture = Letterbox(picture: (100, 100), window: (300, 200))

  private func events(_ sequence: [WindowEvent]) -> [InputEvent] {
    var translator = InputTranslator()
    return sequence.flatMap { translator.events(for: $0, in: picture) }
  }

  @Test("Keys are passed by position, with presses and releases but without repeats")
  func keys() {
    #expect(
      events([
        .key(.w, isDown: true, isRepeated: false), .key(.w, isDown: true, isRepeated: true),
        .key(.left, isDown: true, isRepeated: false), .key(.w, isDown: false, isRepeated: false),
        .key(.init(rawValue: 39), isDown: true, isRepeated: false),
        .key(.init(rawValue: 500), isDown: true, isRepeated: false),
      ]) == [.press(.w), .press(.left), .release(.w), .press(.digit0)])
  }

  @Test("Player keys and a gamepad's Start and Back buttons are player commands only")
  func commands() {
    let translator = InputTranslator()
    let asked: [(WindowEvent, PlayerCommand?)] = [
      (.key(.r, isDown: true, isRepeated: false), .restart),
      (.key(.p, isDown: true, isRepeated: false), .pause),
      (.key(.p, isDown: true, isRepeated: true), nil),
      (.key(.p, isDown: false, isRepeated: false), nil),
      (.padButton(.start, isDown: true, device: 0), .pause),
      (.padButton(.start, isDown: false, device: 0), nil),
      (.padButton(.back, isDown: true, device: 0), .menu),
      (.key(.w, isDown: true, isRepeated: false), nil),
    ]
    for (event, command) in asked {
      #expect(translator.command(for: event) == command, "\(event)")
      if command != nil { #expect(events([event]) == [], "\(event)") }
    }
  }

  @Test("Fingers have the least free numbers, and the first one is the pointer")
  func touches() {
    func finger(_ phase: PointerPhase, _ x: Float, _ y: Float, _ number: Int) -> InputEvent {
      .pointer(PointerInput(phase: phase, position: Vector2(x, y), finger: number))
    }
    #expect(
      events([
        .touch(.pressed, x: 200, y: 0, finger: 7), .touch(.pressed, x: 50, y: 0, finger: 8),
        .touch(.moved, x: 150, y: 100, finger: 7), .touch(.moved, x: 60, y: 9, finger: 99),
        .touch(.released, x: 150, y: 100, finger: 7), .touch(.pressed, x: 200, y: 0, finger: 3),
        .touch(.released, x: 50, y: 0, finger: 8),
      ]) == [
        finger(.pressed, 0.75, 0, 1), .tilt(x: 0.5, y: 1), finger(.pressed, 0, 0, 2),
        finger(.moved, 0.5, 0.5, 1), .tilt(x: 0, y: 0), finger(.released, 0.5, 0.5, 1),
        .tilt(x: 0, y: 0), finger(.pressed, 0.75, 0, 1), .tilt(x: 0.5, y: 1),
        finger(.released, 0, 0, 2),
      ])
  }

  @Test("Triggers are axes, and buttons from half of their way; sticks are pressed as buttons")
  func triggers() {
    func button(_ button: GamepadButton, _ isDown: Bool) -> InputEvent {
      .button(ButtonInput(button: button, isDown: isDown))
    }
    #expect(
      events([
        .padAxis(.leftTrigger, 1, device: 0), .padAxis(.leftTrigger, 0, device: 0),
        .padAxis(.rightTrigger, 1, device: 0), .padButton(.leftStick, isDown: true, device: 0),
        .padConnected(false, device: 0),
      ]) == [
        .axis(.leftTrigger, 1), button(.leftTrigger, true), .axis(.leftTrigger, 0),
        button(.leftTrigger, false), .axis(.rightTrigger, 1), button(.rightTrigger, true),
        button(.leftStick, true), .axis(.rightTrigger, 0), button(.rightTrigger, false),
      ])
  }

  @Test("The wheel, typed text and the other buttons of a mouse reach the game")
  func mouse() {
    func button(_ phase: PointerPhase, _ button: PointerButton) -> InputEvent {
      .pointer(PointerInput(phase: phase, position: Vector2(0.5, 0.5), button: button))
    }
    #expect(
      events([
        .wheel(dx: 0, dy: -2), .text("é"), .pointerButton(3, isDown: true, x: 150, y: 100),
        .pointerButton(3, isDown: false, x: 150, y: 100),
        .pointerButton(2, isDown: true, x: 150, y: 100),
        .pointerButton(9, isDown: true, x: 150, y: 100),
      ]) == [
        .wheel(-2), .text("é"), button(.pressed, .right), button(.released, .right),
        button(.pressed, .middle),
      ])
  }

  @Test("A disconnected gamepad releases its own sticks only")
  func unplugged() {
    #expect(
      events([
        .padAxis(.leftX, 1, device: 0), .padAxis(.leftY, -1, device: 0),
        .padAxis(.rightX, 1, device: 1), .padConnected(false, device: 0),
      ]) == [
        .axis(.leftX, 1), .axis(.leftY, 1), .axis(.rightX, 1), .axis(.leftX, 0), .axis(.leftY, 0),
      ])
  }

  @Test("Each motion sensor has its own level, and calibration affects all of them")
  func levels() {
    var translator = InputTranslator()
    let hadNone = translator.level()
    #expect(!hadNone)
    func tilt(_ x: Float, _ device: Int) -> Float? {
      let events = translator.events(
        for: .acceleration(x: x, y: 9.8, z: 0, device: device), in: picture)
      guard case .tilt(let tilt)? = events.first else { return nil }
      return tilt.direction.x
    }
    #expect(tilt(0, 0) == 0 && tilt(-4.9, 1) == 0)
    #expect(tilt(-4.9, 0) == 0.5)
    for _ in 0..<200 { _ = tilt(-4.9, 0) }
    let hadSome = translator.level()
    #expect(hadSome)
    #expect(abs(tilt(-4.9, 0) ?? 1) < 1e-4)
  }

  @Test("Pointer positions are relative to the image, not to the window")
  func pointers() {
    #expect(
      events([
        .pointerMoved(x: 100, y: 50, dx: 1, dy: 1), .pointerButton(1, isDown: true, x: 150, y: 100),
        .pointerButton(1, isDown: false, x: 250, y: 200),
      ]) == [
        .pointer(.moved, x: 0.25, y: 0.25), .pointer(.pressed, x: 0.5, y: 0.5), .tilt(x: 0, y: 0),
        .pointer(.released, x: 1, y: 1), .tilt(x: 0, y: 0),
      ])
  }

  @Test("A pressed pointer tilts the board towards its position until it is released")
  func pointerTilts() {
    #expect(
      events([
        .pointerButton(1, isDown: true, x: 200, y: 0),
        .pointerMoved(x: 75, y: 150, dx: -125, dy: 150),
        .pointerButton(1, isDown: false, x: 75, y: 150),
        .pointerMoved(x: 150, y: 100, dx: 75, dy: -50),
      ]) == [
        .pointer(.pressed, x: 0.75, y: 0), .tilt(x: 0.5, y: 1),
        .pointer(.moved, x: 0.125, y: 0.75), .tilt(x: -0.75, y: -0.5),
        .pointer(.released, x: 0.125, y: 0.75), .tilt(x: 0, y: 0),
        .pointer(.moved, x: 0.5, y: 0.5),
      ])
  }

  @Test("Sticks have a dead zone and full range, and up is positive")
  func sticks() {
    #expect(
      events([
        .padAxis(.leftX, 0.1, device: 0), .padAxis(.leftX, 1, device: 0),
        .padAxis(.leftX, 1, device: 0), .padAxis(.leftY, 1, device: 0),
        .padAxis(.leftY, -1, device: 0), .padAxis(.leftX, -0.14, device: 0),
      ]) == [.axis(.leftX, 1), .axis(.leftY, -1), .axis(.leftY, 1), .axis(.leftX, 0)])
    #expect(
      events([.padButton(.up, isDown: true, device: 0)])
        == [.button(ButtonInput(button: .padUp, isDown: true))])
  }

  @Test("A motion sensor tilts relative to its first orientation: upright or flat")
  func sensor() {
    let upright: [WindowEvent] = [
      .acceleration(x: 0, y: 9.8, z: 0, device: 0),
      .acceleration(x: -4.9, y: 8, z: 2.45, device: 0),
    ]
    #expect(events(upright) == [.tilt(x: 0, y: 0), .tilt(x: 0.5, y: 0.25)])
    let flat: [WindowEvent] = [
      .acceleration(x: 0, y: 0, z: 9.8, device: 0), .acceleration(x: 20, y: -4.9, z: 8, device: 0),
    ]
    #expect(events(flat) == [.tilt(x: 0, y: 0), .tilt(x: -1, y: 0.5)])
  }

  @Test("A gamepad's motion sensor does not override the tilt of a pressed pointer")
  func sensorWhileDragging() {
    #expect(
      events([
        .acceleration(x: 0, y: 9.8, z: 0, device: 1),
        .pointerButton(1, isDown: true, x: 200, y: 0), .acceleration(x: 1, y: 9, z: 0, device: 1),
        .pointerButton(1, isDown: false, x: 200, y: 0),
        .acceleration(x: 0, y: 9.8, z: 0, device: 1),
      ]) == [
        .tilt(x: 0, y: 0), .pointer(.pressed, x: 0.75, y: 0), .tilt(x: 0.5, y: 1),
        .pointer(.released, x: 0.75, y: 0), .tilt(x: 0, y: 0), .tilt(x: 0, y: 0),
      ])
  }

  @Test("A new window size becomes a viewport event, and other window events are ignored")
  func theRest() {
    #expect(events([.resized(width: 800, height: 600)]) == [.viewport(width: 800, height: 600)])
    #expect(
      events([.quit, .focus(false), .exposed, .padConnected(true, device: 0)]) == [])
  }
}
