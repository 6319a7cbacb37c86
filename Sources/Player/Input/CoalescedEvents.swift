package import CaromSimulation

/// The input events of a frame; of consecutive motion events, only the last is kept.
///
/// A mouse reports a thousand positions per second, and a motion sensor as many tilts. The events
/// of a frame reach the session in the same tick, so intermediate positions would only enlarge
/// recordings.
package struct CoalescedEvents {
  /// The events of the frame.
  package private(set) var events: [InputEvent] = []

  /// Creates an empty frame.
  package init() {}

  /// Adds an event and drops an earlier one that it supersedes.
  package mutating func add(_ event: InputEvent) {
    if let thing = CoalescingKey(event) {
      var index = events.endIndex
      // Presses are never crossed: positions before them matter.
      while index > 0, let other = CoalescingKey(events[index - 1]) {
        index -= 1
        guard other == thing else { continue }
        events.remove(at: index)
        break
      }
    }
    events.append(event)
  }

  /// A source of motion events that supersede each other.
  private enum CoalescingKey: Equatable {
    case pointer(Int32), tilt, viewport

    init?(_ event: InputEvent) {
      switch event {
      case .pointer(let pointer) where pointer.phase == .moved: self = .pointer(pointer.finger)
      case .tilt: self = .tilt
      case .viewport: self = .viewport
      case .key, .pointer, .wheel, .text, .axis, .command, .button, .set: return nil
      }
    }
  }
}
