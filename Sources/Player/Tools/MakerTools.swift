import CaromMaths
import CaromSimulation

/// The tools of makers in the player: a free camera, a selected node, and time that stops, slows
/// down and goes back.
///
/// They read the session and move it through time. They never change its state.
struct MakerTools {
  /// The free camera; nil while the game is seen with its own.
  var camera: FreeCamera?
  /// Whether the tools are on.
  var isOn: Bool { camera != nil }

  /// The pointer, from 0 to 1 from the top left corner of the image; nil before it has moved.
  var pointer: Vector2?
  /// The drag of a pressed button or finger; nil for none.
  private(set) var drag: Drag?
  private var isShiftDown = false

  /// The path of the node under the pointer; nil for none.
  var hoveredPath: String?
  /// The path of the selected node; nil for none.
  var selectedPath: String?

  /// Whether time stands still.
  private(set) var isHeld = false
  /// The speed of time.
  var clock = ToolClock()
  /// The ticks that are due while time stands still.
  private var steps = 0
  /// Whether the next tick goes on from the one on screen, although later ones are known.
  var goesOn = false
  /// Whether time was stopped, slowed down or turned back since the game began, so that its result
  /// is none for the high scores.
  private(set) var hasChangedTime = false

  /// A pressed button or finger.
  struct Drag {
    /// Whether it moves the camera rather than turning it.
    let isPan: Bool
    /// Whether its release selects the node below, unless it has moved.
    let selects: Bool
    /// The position in the image when it was pressed, and the last one.
    let start: Vector2
    var last: Vector2
    /// Whether it has moved farther than a hand that clicks.
    var hasMoved = false
  }

  /// What an event of the pointer demands besides moving the camera.
  enum Effect {
    /// Nothing more.
    case none
    /// Select the node under the pointer.
    case select
  }

  // MARK: Pointer

  /// Applies an event of the pointer, a finger or the shift key.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - picture: The rectangle of the image in the window.
  /// - Returns: What it demands; nil if the event is none for the tools.
  mutating func take(_ event: WindowEvent, in picture: Letterbox) -> Effect? {
    switch event {
    case .pointerMoved(let x, let y, _, _): move(to: place(x, y, picture), picture)
    case .pointerButton(let button, isDown: true, let x, let y):
      press(at: place(x, y, picture), isPan: button != 1 || isShiftDown, selects: button == 1)
    case .pointerButton(_, isDown: false, let x, let y):
      return release(at: place(x, y, picture), picture)
    case .touch(.moved, let x, let y, _): move(to: place(x, y, picture), picture)
    case .touch(.pressed, let x, let y, _):
      press(at: place(x, y, picture), isPan: false, selects: true)
    case .touch(.released, let x, let y, _): return release(at: place(x, y, picture), picture)
    case .wheel(_, let notches): camera?.zoom(by: notches)
    case .key(let key, let isDown, _):
      if KeyName(key) == .shift { isShiftDown = isDown }
      return nil
    case .focus(false):
      (drag, isShiftDown) = (nil, false)
      return nil
    case .quit, .resized, .focus(true), .padAxis, .padButton, .padConnected, .acceleration, .text,
      .exposed:
      return nil
    }
    return Effect.none
  }

  private func place(_ x: Float, _ y: Float, _ picture: Letterbox) -> Vector2 {
    let place = picture.normalized(x: x, y: y)
    return Vector2(place.x, place.y)
  }

  private mutating func press(at place: Vector2, isPan: Bool, selects: Bool) {
    pointer = place
    drag = Drag(isPan: isPan, selects: selects, start: place, last: place)
  }

  private mutating func move(to place: Vector2, _ picture: Letterbox) {
    pointer = place
    guard var drag else { return }
    func heights(_ from: Vector2) -> Vector2 {
      Vector2(
        (place.x - from.x) * Float(picture.width) / Float(picture.height), place.y - from.y)
    }
    // A hand that clicks moves a little: less than a hundredth of the height of the image.
    if !drag.hasMoved, heights(drag.start).length < 0.01 { return }
    if drag.isPan {
      camera?.pan(by: heights(drag.last))
    } else {
      camera?.orbit(by: heights(drag.last))
    }
    (drag.last, drag.hasMoved) = (place, true)
    self.drag = drag
  }

  private mutating func release(at place: Vector2, _ picture: Letterbox) -> Effect {
    move(to: place, picture)
    defer { drag = nil }
    return drag?.selects == true && drag?.hasMoved == false ? .select : .none
  }

  // MARK: Time

  /// Stops time, or continues it.
  mutating func hold(_ isHeld: Bool) {
    (self.isHeld, steps) = (isHeld, 0)
    if isHeld { hasChangedTime = true }
  }

  /// Stops time, and runs one tick in the next frame.
  mutating func step() {
    if !isHeld { hold(true) }
    steps += 1
  }

  /// The number of ticks to run in a frame in which `due` are due.
  mutating func takeTicks(_ due: Int) -> Int {
    guard isHeld else { return due }
    defer { steps = 0 }
    return min(steps, TickPacer.maximumTicksPerFrame)
  }

  /// Slows time down.
  mutating func slowDown() {
    clock.slower()
    hasChangedTime = true
  }

  /// Closes the tools: time passes as before.
  mutating func close() {
    camera = nil
    (drag, isShiftDown, hoveredPath) = (nil, false, nil)
    hold(false)
    clock.reset()
  }

  /// Forgets the game that was shown.
  mutating func reset() {
    let clock = clock
    self = MakerTools()
    self.clock = clock
    self.clock.reset()
  }
}
