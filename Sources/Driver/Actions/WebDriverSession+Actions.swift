import CaromAutomation
import CaromDocuments
import CaromMaths
import CaromSimulation

// Actions: the first ones of all sources, then the second ones, and so on.

extension WebDriverSession {
  /// Performs actions.
  ///
  /// Each step takes the ticks of its longest action, rounded up, and at least one tick if a key or
  /// a button changes, so that the game sees it.
  func performActions(_ body: JSON) throws(WebDriverError) -> String {
    let sequences = try ActionSequence.read(body, limit: limits.actions)
    let steps = sequences.map(\.actions.count).max() ?? 0
    var total = 0
    for step in 0..<steps { total += ticks(of: sequences, at: step) }
    guard total <= runner.limits.ticks else {
      throw .invalidArgument(
        "actions: \(total) ticks are too many; at most \(runner.limits.ticks) are accepted")
    }
    for step in 0..<steps { try perform(sequences, at: step) }
    return "null"
  }

  /// Releases all keys and buttons; one tick runs if there were any.
  func releaseActions() -> String {
    let events = devices.releaseAll()
    for event in events { driver.send(event) }
    if !events.isEmpty { driver.step() }
    devices = InputDevices()
    return "null"
  }

  private func ticks(of sequences: [ActionSequence], at step: Int) -> Int {
    let actions = sequences.compactMap { step < $0.actions.count ? $0.actions[step] : nil }
    let duration = actions.map(\.duration).max() ?? 0
    return max(ticks(ofMilliseconds: duration), actions.contains(where: \.needsTick) ? 1 : 0)
  }

  /// A movement of a pointer during a step, in pixels.
  private struct Movement {
    var id: String
    var finger: Int
    var start: (x: Double, y: Double)
    var end: (x: Double, y: Double)
    var ticks: Int
  }

  private func perform(_ sequences: [ActionSequence], at step: Int) throws(WebDriverError) {
    let count = ticks(of: sequences, at: step)
    var movements: [Movement] = []
    for sequence in sequences where step < sequence.actions.count {
      let finger = sequence.source == .touch ? devices.finger(sequence.id) : 0
      switch sequence.actions[step] {
      case .pause: break
      case .key(let key, let text, let isDown): send(key, text, isDown: isDown)
      case .button(let button, let isDown):
        let place = devices.position(of: sequence.id)
        let isPressed = devices.isPressed(button, finger: finger)
        guard isPressed != isDown else { continue }
        let input = PointerInput(
          phase: isDown ? .pressed : .released, position: share(place), button: button,
          finger: finger)
        devices.set(input)
        driver.send(.pointer(input))
      case .move(let x, let y, let origin, let duration):
        let start = devices.position(of: sequence.id)
        let base = try self.base(origin, start)
        let end = (x: base.x + x, y: base.y + y)
        guard (0...Double(size.width)).contains(end.x), (0...Double(size.height)).contains(end.y)
        else {
          throw .outOfBounds(
            "the pointer would be at \(Int(end.x)), \(Int(end.y)); the view has \(size.width) × "
              + "\(size.height) pixels")
        }
        movements.append(
          Movement(
            id: sequence.id, finger: finger, start: start, end: end,
            ticks: ticks(ofMilliseconds: duration)))
      case .scroll(let x, let y, let deltaX, let deltaY, let origin, _):
        let base = try self.base(origin, devices.position(of: sequence.id))
        let place = share((base.x + x, base.y + y))
        driver.send(.pointer(.moved, x: place.x, y: place.y))
        // A notch of a wheel is 120 units; down is towards the user.
        let notches = Vector2(Float(deltaX / 120), Float(-deltaY / 120))
        driver.send(.wheel(WheelInput(delta: notches)))
      }
    }
    for tick in 0...count {
      for movement in movements where tick > 0 || movement.ticks == 0 {
        guard tick <= max(movement.ticks, 0) else { continue }
        let part = movement.ticks == 0 ? 1 : Double(tick) / Double(movement.ticks)
        let x = movement.start.x + (movement.end.x - movement.start.x) * part
        let y = movement.start.y + (movement.end.y - movement.start.y) * part
        move(movement, x, y)
      }
      if tick < count { driver.step() }
    }
    for movement in movements { devices.move(movement.id, x: movement.end.x, y: movement.end.y) }
  }

  private func send(_ key: KeyCode?, _ text: String?, isDown: Bool) {
    if let key {
      devices.set(key, isDown: isDown)
      driver.send(isDown ? .press(key) : .release(key))
    }
    if isDown, let text, isTyping || key == nil { driver.send(.text(text)) }
  }

  /// Sends a movement; a finger that is not on the screen moves without an event.
  private func move(_ movement: Movement, _ x: Double, _ y: Double) {
    if movement.finger > 0, !devices.isPressed(.left, finger: movement.finger) { return }
    let input = PointerInput(phase: .moved, position: share((x, y)), finger: movement.finger)
    driver.send(.pointer(input))
  }

  /// The point that a movement is relative to, in pixels.
  private func base(
    _ origin: ActionSequence.Origin, _ pointer: (x: Double, y: Double)
  ) throws(WebDriverError) -> (x: Double, y: Double) {
    switch origin {
    case .viewport: return (0, 0)
    case .pointer: return pointer
    case .element(let id):
      let match = try match(id)
      guard let center = driver.box(of: match)?.center else {
        throw .outOfBounds("\(match.path) has no position in the view")
      }
      return (Double(center.x) * Double(size.width), Double(center.y) * Double(size.height))
    }
  }

  private func share(_ place: (x: Double, y: Double)) -> Vector2 {
    Vector2(Float(place.x / Double(size.width)), Float(place.y / Double(size.height)))
  }
}
