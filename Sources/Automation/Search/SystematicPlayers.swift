import CaromMaths
import CaromSimulation

/// A player who starts the game and otherwise does nothing.
struct IdlePlayer: Bot {
  private let controls: GameControls
  private var random: RandomStream
  private var next: UInt64
  private var isHolding = false

  init(_ controls: GameControls, seed: UInt64) {
    self.controls = controls
    random = RandomStream(seed: seed)
    next = UInt64(60 + random.int(below: 60))
  }

  mutating func play(_ session: Session) -> [InputEvent] {
    guard session.tick >= next else { return [] }
    if isHolding {
      isHolding = false
      next = session.tick + UInt64(180 + random.int(below: 240))
      return controls.confirmation(isDown: false)
    }
    isHolding = true
    next = session.tick + 2
    return controls.confirmation(isDown: true)
  }
}

/// A player who visits the corners of the input space: all combinations of the extremes and the
/// centers of the axes and of no, one or two keys, each held for long.
struct CornerPlayer: Bot {
  /// A combination of inputs.
  private struct Corner: Equatable {
    var keys: [KeyCode] = []
    var tilt = Vector2.zero
    var pointer = Vector2(0.5, 0.5)
  }

  private let controls: GameControls
  private var random: RandomStream
  private var corners: [Corner] = []
  /// The index of the next corner.
  private var corner = 0
  private var current = Corner()
  private var next: UInt64 = 0
  /// Whether the key that starts the game is pressed, between two corners.
  private var isTapping = false

  init(_ controls: GameControls, seed: UInt64) {
    self.controls = controls
    random = RandomStream(seed: seed)
    corners = Self.corners(of: controls)
    shuffle()
  }

  mutating func play(_ session: Session) -> [InputEvent] {
    guard session.tick >= next else { return [] }
    isTapping.toggle()
    if isTapping {
      next = session.tick + 2
      return change(to: Corner(tilt: current.tilt, pointer: current.pointer))
        + controls.confirmation(isDown: true)
    }
    if corner == corners.count {
      corner = 0
      shuffle()
    }
    defer { corner += 1 }
    next = session.tick + UInt64(controls.hold(&random))
    return controls.confirmation(isDown: false) + change(to: corners[corner])
  }

  /// The events that lead from the current combination to another.
  private mutating func change(to corner: Corner) -> [InputEvent] {
    var events: [InputEvent] = []
    for key in current.keys where !corner.keys.contains(key) { events.append(.release(key)) }
    for key in corner.keys where !current.keys.contains(key) { events.append(.press(key)) }
    if corner.tilt != current.tilt { events.append(.tilt(x: corner.tilt.x, y: corner.tilt.y)) }
    if corner.pointer != current.pointer {
      events.append(.pointer(.moved, x: corner.pointer.x, y: corner.pointer.y))
    }
    current = corner
    return events
  }

  private mutating func shuffle() {
    for index in corners.indices.reversed() {
      corners.swapAt(index, random.int(below: index + 1))
    }
  }

  private static func corners(of controls: GameControls) -> [Corner] {
    var keys: [[KeyCode]] = [[]] + controls.keys.map { [$0] }
    for (index, key) in controls.keys.enumerated() {
      keys += controls.keys[..<index].map { [$0, key] }
    }
    let tilts: [Float] = controls.usesTilt ? [-1, 0, 1] : [0]
    let places: [Float] = controls.usesPointer ? [0, 0.5, 1] : [0.5]
    var corners: [Corner] = []
    for keys in keys {
      for x in tilts {
        for y in tilts {
          for px in places {
            for py in places {
              corners.append(Corner(keys: keys, tilt: Vector2(x, y), pointer: Vector2(px, py)))
            }
          }
        }
      }
    }
    return corners
  }
}

extension GameControls {
  /// The press or release with which a player starts or continues the game, if there is one.
  func confirmation(isDown: Bool) -> [InputEvent] {
    if let key = keys.first { return [isDown ? .press(key) : .release(key)] }
    guard usesPointer else { return [] }
    return [.pointer(isDown ? .pressed : .released, x: 0.5, y: 0.5)]
  }
}
