package import CaromSimulation

/// The input of one frame, in order; of what moves on and on, only where it ends up.
///
/// A mouse reports a thousand places a second and a motion sensor as many tilts. All of a frame reach
/// the session in the same tick, so that those on the way would only fill recordings.
package struct CoalescedEvents {
  /// The events so far.
  package private(set) var events: [InputEvent] = []

  /// A frame in which nothing happened.
  package init() {}

  /// Adds an event, in the place of an earlier one on the way to it.
  package mutating func add(_ event: InputEvent) {
    if let thing = CoalescingKey(event) {
      var index = events.endIndex
      // No further back than the last press: before it, the way mattered.
      while index > 0, let other = CoalescingKey(events[index - 1]) {
        index -= 1
        guard other == thing else { continue }
        events.remove(at: index)
        break
      }
    }
    events.append(event)
  }

  /// What reports its state again and again while it moves.
  private enum CoalescingKey {
    case pointer, tilt, viewport

    init?(_ event: InputEvent) {
      switch event {
      case .pointer(let pointer) where pointer.phase == .moved: self = .pointer
      case .tilt: self = .tilt
      case .viewport: self = .viewport
      default: return nil
      }
    }
  }
}
