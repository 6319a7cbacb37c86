import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSimulation
import Testing

@Suite("Input")
struct InputTests {
  @Test("An event is written and read as one JSON object")
  func json() throws {
    let input = TimedInput(.press(.space), tick: 30)
    var writer = PropertyWriter()
    input.writeProperties(&writer)
    #expect(writer.json.text == #"{"t":30,"key":{"code":"space","isDown":true}}"#)
  }

  @Test("Every event survives the state format")
  func state() throws {
    let events: [InputEvent] = [
      .press(.a), .release(.comma), .pointer(.pressed, x: 0.25, y: 1), .tilt(x: -1, y: 0.5),
      .axis(.leftY, -0.5), .button(ButtonInput(button: .start, isDown: true)),
      .viewport(width: 800, height: 600), .command(.restart),
    ]
    for event in events {
      let buffer = StateBuffer()
      buffer.fill { TimedInput(event, tick: 9).save(&$0) }
      var source = StateSource(buffer.bytes)
      var back = TimedInput()
      back.load(&source)
      try source.finish()
      #expect(back == TimedInput(event, tick: 9))
    }
  }

  @Test("Every key has its own pressed state")
  func keys() throws {
    let (session, _) = try makeSession()
    #expect(KeyCode.allCases.count <= 64)
    for code in KeyCode.allCases {
      session.send(.press(code))
      session.step()
      #expect(KeyCode.allCases.filter { session.input.isPressed($0) } == [code])
      session.send(.release(code))
    }
    session.step()
    #expect(session.input == InputState())
  }

  @Test(
    "The direction combines arrow keys, letters, directional pad and stick",
    arguments: [
      ([.press(.left)], Vector2(-1, 0)), ([.press(.w)], Vector2(0, 1)),
      ([.press(.left), .press(.right)], Vector2.zero),
      ([.press(.a), .press(.left)], Vector2(-1, 0)),
      ([.axis(.leftX, 0.5)], Vector2(0.5, 0)),
      ([.button(ButtonInput(button: .padDown, isDown: true))], Vector2(0, -1)),
    ] as [([InputEvent], Vector2)])
  func direction(events: [InputEvent], expected: Vector2) throws {
    let (session, _) = try makeSession()
    events.forEach(session.send)
    session.step()
    #expect(session.input.direction == expected)
  }

  @Test("Directions are finite and at most one long")
  func bounds() throws {
    let (session, _) = try makeSession()
    session.send(.tilt(x: 5, y: -7))
    session.send(.axis(.leftX, .infinity))
    session.send(.axis(.leftY, .nan))
    session.send(.pointer(.moved, x: .nan, y: 1e30))
    session.send(.viewport(width: 0, height: -5))
    session.step()
    #expect(abs(session.input.tilt.length - 1) < 1e-6)
    #expect(session.input.leftStick == .zero)
    #expect(session.input.pointer == Vector2(0, 10))
    #expect(session.input.aspect == 1)
  }

  @Test("Space, Return, a pointer press, A and Start are confirmations")
  func confirmation() {
    #expect(InputEvent.press(.space).isConfirmation)
    #expect(InputEvent.press(.enter).isConfirmation)
    #expect(InputEvent.pointer(.pressed, x: 0, y: 0).isConfirmation)
    #expect(InputEvent.button(ButtonInput(button: .a, isDown: true)).isConfirmation)
    #expect(!InputEvent.release(.space).isConfirmation)
    #expect(!InputEvent.press(.c).isConfirmation)
    #expect(!InputEvent.pointer(.moved, x: 0, y: 0).isConfirmation)
  }
}

@Suite("Storage")
struct StorageTests {
  @Test("Numbers are sorted by name, and missing numbers are zero")
  func order() {
    var storage = Storage()
    storage["b"] = 2
    storage["a"] = 1
    storage["b"] = 3
    #expect(storage.entries.map(\.name) == ["a", "b"])
    #expect(storage["b"] == 3)
    #expect(storage["c"] == 0)
  }
}
