import CaromMaths
import CaromSimulation

/// The devices that the actions of a client operate, and what is pressed on them.
struct InputDevices {
  /// The positions of pointers in pixels, by the identifiers of their sources, in order of use.
  private(set) var pointers: [(id: String, x: Double, y: Double)] = []
  /// The pressed keys, in order.
  private(set) var keys: [KeyCode] = []
  /// The pressed buttons and fingers, in order.
  private(set) var pressed: [PointerInput] = []
  /// The numbers of fingers, by the identifiers of touch sources.
  private var fingers: [String] = []

  /// The position of a pointer; the top left corner before its first movement.
  func position(of id: String) -> (x: Double, y: Double) {
    pointers.first { $0.id == id }.map { ($0.x, $0.y) } ?? (0, 0)
  }

  /// Notes a movement.
  mutating func move(_ id: String, x: Double, y: Double) {
    if let index = pointers.firstIndex(where: { $0.id == id }) {
      (pointers[index].x, pointers[index].y) = (x, y)
    } else {
      pointers.append((id, x, y))
    }
  }

  /// The number of a finger, from 1; a new one takes the number of one that is not pressed.
  mutating func finger(_ id: String) -> Int {
    if let index = fingers.firstIndex(of: id) { return index + 1 }
    guard fingers.count == ActionSequence.maximumFingerCount else {
      fingers.append(id)
      return fingers.count
    }
    let free = fingers.indices.first { !isPressed(.left, finger: $0 + 1) } ?? 0
    fingers[free] = id
    return free + 1
  }

  /// Notes the press or release of a key.
  mutating func set(_ key: KeyCode, isDown: Bool) {
    keys.removeAll { $0 == key }
    if isDown { keys.append(key) }
  }

  /// Notes the press or release of a button or finger.
  mutating func set(_ input: PointerInput) {
    pressed.removeAll { $0.button == input.button && $0.finger == input.finger }
    if input.phase == .pressed { pressed.append(input) }
  }

  /// Whether a button or finger is pressed.
  func isPressed(_ button: PointerButton, finger: Int) -> Bool {
    pressed.contains { $0.button == button && Int($0.finger) == finger }
  }

  /// The events that release everything, the latest press first.
  mutating func releaseAll() -> [InputEvent] {
    let pointerEvents = pressed.reversed().map { input in
      var released = input
      released.phase = .released
      return InputEvent.pointer(released)
    }
    let keyEvents = keys.reversed().map { InputEvent.release($0) }
    (pressed, keys) = ([], [])
    return keyEvents + pointerEvents
  }
}
