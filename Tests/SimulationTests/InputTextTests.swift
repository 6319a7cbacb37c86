import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSimulation
import Testing

@Suite("Events as text")
struct InputTextTests {
  @Test(
    "Every event reads back as itself; frequent events are short",
    arguments: [
      (InputEvent.tilt(x: 0.25, y: -1), "{\"tilt\":[0.25,-1]}"),
      (.tilt(x: 0, y: 0), "{\"tilt\":[0,0]}"),
      (.pointer(.moved, x: 0.5, y: 0.5), "{\"pointer\":[0.5,0.5]}"),
      (.pointer(.moved, x: 0.125, y: 2), "{\"pointer\":[0.125,2]}"),
      (
        .pointer(.pressed, x: 0.5, y: 0.5),
        "{\"pointer\":{\"phase\":\"pressed\",\"position\":[0.5,0.5]}}"
      ),
      (.press(.space), "{\"key\":{\"code\":\"space\",\"isDown\":true}}"),
    ])
  func roundTrip(event: InputEvent, text: String) throws {
    #expect(event.json == text)
    #expect(try InputEvent(json: text) == event)
    let line = ReplayEntry(tick: 7, .event(event)).line
    #expect(line == "{\"t\":7," + text.dropFirst() + "\n")
  }

  @Test("The line of an event equals what the declarations write")
  func lines() {
    let numbers: [Float] = [0, -0.0, 0.25, -1, 0.1, 1e-7, 123_456, .greatestFiniteMagnitude, .nan]
    for x in numbers {
      for event in [
        InputEvent.tilt(x: x, y: -x), .pointer(.moved, x: x, y: 0.5), .axis(.leftX, x),
        .pointer(.pressed, x: x, y: 0.5), .press(.space),
      ] {
        let line = ReplayEntry(tick: 7, .event(event)).line
        #expect(line == TimedInput(event, tick: 7).json + "\n")
      }
    }
  }

  @Test("The long form of a tilt is accepted, too")
  func longForm() throws {
    #expect(try InputEvent(json: "{\"tilt\":{\"direction\":[0.5,1]}}") == .tilt(x: 0.5, y: 1))
    let moved = "{\"pointer\":{\"phase\":\"moved\",\"position\":[1,0]}}"
    #expect(try InputEvent(json: moved) == .pointer(.moved, x: 1, y: 0))
  }

  @Test(
    "Problems of an event are reported",
    arguments: [
      "{\"tilt\":[2,0]}", "{\"tilt\":[0]}", "{\"tilt\":1}", "{\"pointer\":[0,\"a\"]}", "{",
    ])
  func wrong(text: String) { #expect(throws: Problem.self) { try InputEvent(json: text) } }
}
