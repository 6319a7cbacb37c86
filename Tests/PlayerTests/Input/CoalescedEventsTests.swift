import CaromPlayer
import CaromSimulation
import Testing

@Suite("Coalesced events")
struct CoalescedEventsTests {
  private func events(_ all: [InputEvent]) -> [InputEvent] {
    var frame = CoalescedEvents()
    for event in all { frame.add(event) }
    return frame.events
  }

  @Test("Only the last position of a pressed pointer and the last tilt remain")
  func drag() {
    let way = (1...40).flatMap { step -> [InputEvent] in
      [.pointer(.moved, x: Float(step) / 40, y: 0.5), .tilt(x: Float(step) / 40, y: 0)]
    }
    #expect(events(way) == [.pointer(.moved, x: 1, y: 0.5), .tilt(x: 1, y: 0)])
  }

  @Test("Presses, keys and sticks remain, and so does the pointer position before them")
  func presses() {
    let all: [InputEvent] = [
      .pointer(.moved, x: 0.1, y: 0), .pointer(.pressed, x: 0.1, y: 0), .tilt(x: -0.8, y: 1),
      .pointer(.moved, x: 0.2, y: 0), .pointer(.released, x: 0.2, y: 0), .tilt(x: 0, y: 0),
      .axis(.leftX, 1), .axis(.leftX, 0), .press(.space), .release(.space), .press(.space),
    ]
    #expect(events(all) == all)
  }

  @Test("Only the last size of a resized window remains")
  func sizes() {
    #expect(
      events([.viewport(width: 10, height: 10), .viewport(width: 20, height: 10), .press(.a)])
        == [.viewport(width: 20, height: 10), .press(.a)])
  }
}
