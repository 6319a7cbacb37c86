public import CaromDocuments
public import CaromMaths
public import CaromProperties
public import CaromSimulation

// Commands that play: each sends the events that a player would send.

/// Performs an action of the game.
public struct ActCommand: GameCommand {
  /// The name.
  public static let name = "act"
  /// A one-line description for the schema.
  public static let summary = "Hold an action of the game, such as serve, and release it"
  /// The result.
  public static let returns = "An object with the tick"
  /// The name of the action.
  public var action = ""
  /// The number of ticks to hold it.
  public var ticks: UInt32 = 1

  /// Creates a command without an action.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("action", \.action, "The name of an action that the game declares", in: .required)
    p.property("ticks", \.ticks, "The number of ticks to hold it, 1 or more", .ticks)
  }

  /// Performs the action.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let actions = type(of: runner.session.game).actions
    guard let found = actions.first(where: { $0.name == action }) else {
      let known = actions.map(\.name).joined(separator: ", ")
      throw runner.failure(
        .invalidArgument,
        "action: there is no '\(action)'; "
          + (known.isEmpty ? "the game declares no actions; use press" : "accepted: \(known)"))
    }
    let count = try runner.checkHold(ticks)
    let (down, up): (InputEvent, InputEvent)
    if let key = found.keys.first {
      (down, up) = (.press(key), .release(key))
    } else if let button = found.buttons.first {
      down = .button(ButtonInput(button: button, isDown: true))
      up = .button(ButtonInput(button: button, isDown: false))
    } else {
      let position = runner.session.input.pointer
      down = .pointer(.pressed, x: position.x, y: position.y)
      up = .pointer(.released, x: position.x, y: position.y)
    }
    runner.driver.send(down)
    runner.driver.step(count)
    runner.driver.send(up)
    runner.writeTick(&result)
  }
}

/// Presses a key.
public struct PressCommand: GameCommand {
  /// The name.
  public static let name = "press"
  /// A one-line description for the schema.
  public static let summary = "Hold a key, and release it"
  /// The result.
  public static let returns = "An object with the tick"
  /// The key.
  public var key = KeyCode.space
  /// The number of ticks to hold it.
  public var ticks: UInt32 = 1

  /// Creates a press of the space bar.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("key", \.key, "The key", in: .required)
    p.property("ticks", \.ticks, "The number of ticks to hold it, 1 or more", .ticks)
  }

  /// Presses the key.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    runner.driver.press(key, for: try runner.checkHold(ticks))
    runner.writeTick(&result)
  }
}

/// Tilts the board.
public struct TiltCommand: GameCommand {
  /// The name.
  public static let name = "tilt"
  /// A one-line description for the schema.
  public static let summary = "Tilt the board from its current direction to another"
  /// The result.
  public static let returns = "An object with the tick"
  /// The direction in which objects roll.
  public var direction = Vector2.zero
  /// The number of ticks of the movement.
  public var ticks: UInt32 = 0
  /// Whether the movement is slow at both ends.
  public var ease = false

  /// Creates a command to level the board.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "direction", \.direction, "The direction in which objects roll: right, away", .ratio, -1...1,
      in: .required)
    p.property("ticks", \.ticks, "The number of ticks of the movement; 0 is at once", .ticks)
    p.property("ease", \.ease, "Whether the movement is slow at both ends")
  }

  /// Tilts the board.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let count = try runner.checkTicks(ticks)
    runner.driver.tilt(direction, over: count, ease: ease ? .inOut : .linear)
    runner.writeTick(&result)
  }
}

/// Clicks an element.
public struct ClickCommand: GameCommand {
  /// The name.
  public static let name = "click"
  /// A one-line description for the schema.
  public static let summary = "Move the pointer to the center of an element, press and release it"
  /// The result.
  public static let returns = "An object with the tick"
  /// The selector of the element.
  public var selector = ""

  /// Creates a command without an element.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, targetSummary, in: .required)
  }

  /// Clicks the element.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.driver.click(try runner.target(selector))
    runner.writeTick(&result)
  }
}

/// Taps an element.
public struct TapCommand: GameCommand {
  /// The name.
  public static let name = "tap"
  /// A one-line description for the schema.
  public static let summary = "Press the pointer on the center of an element and release it"
  /// The result.
  public static let returns = "An object with the tick"
  /// The selector of the element.
  public var selector = ""

  /// Creates a command without an element.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, targetSummary, in: .required)
  }

  /// Taps the element.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.driver.tap(try runner.target(selector))
    runner.writeTick(&result)
  }
}

/// Drags the pointer from one element to another.
public struct DragCommand: GameCommand {
  /// The name.
  public static let name = "drag"
  /// A one-line description for the schema.
  public static let summary = "Drag the pointer from the center of an element to that of another"
  /// The result.
  public static let returns = "An object with the tick"
  /// The selector of the element where the pointer is pressed.
  public var selector = ""
  /// The selector of the element where it is released.
  public var target = ""
  /// The number of ticks of the movement.
  public var ticks: UInt32 = 10

  /// Creates a command without elements.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, targetSummary, in: .required)
    p.property("target", \.target, "The element where the pointer is released", in: .required)
    p.property("ticks", \.ticks, "The number of ticks of the movement, 1 or more", .ticks)
  }

  /// Drags the pointer.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let (from, to) = (try runner.target(selector), try runner.target(target))
    try runner.driver.drag(from, to: to, over: try runner.checkHold(ticks))
    runner.writeTick(&result)
  }
}

/// Moves, presses or releases the pointer or a finger.
public struct TouchCommand: GameCommand {
  /// The name.
  public static let name = "touch"
  /// A one-line description for the schema.
  public static let summary = "Move, press or release the pointer or a finger; no tick runs"
  /// The event.
  public var pointer = PointerInput()

  /// Creates a movement to the center of the view.
  public init() {}

  /// Declares the parameters, those of a pointer event.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.pointer)
  }

  /// Sends the event.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    runner.driver.send(.pointer(pointer))
  }
}

/// Types text.
public struct TypeCommand: GameCommand {
  /// The name.
  public static let name = "type"
  /// A one-line description for the schema.
  public static let summary = "Type text into the text field that has the focus; one tick runs"
  /// The result.
  public static let returns = "An object with the tick"
  /// The text.
  public var text = ""

  /// Creates a command without text.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("text", \.text, "The text", in: .required)
  }

  /// Types the text.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    runner.driver.typeText(text)
    runner.writeTick(&result)
  }
}

/// Turns the wheel over an element.
public struct WheelCommand: GameCommand {
  /// The name.
  public static let name = "wheel"
  /// A one-line description for the schema.
  public static let summary = "Turn the wheel over the center of an element; one tick runs"
  /// The result.
  public static let returns = "An object with the tick"
  /// The selector of the element.
  public var selector = ""
  /// The notches.
  public var notches: Float = 1

  /// Creates a command without an element.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, targetSummary, in: .required)
    p.property(
      "notches", \.notches, "The notches, positive away from the user", .none, -1000...1000)
  }

  /// Turns the wheel.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.driver.turnWheel(over: try runner.target(selector), by: notches)
    runner.writeTick(&result)
  }
}

/// Moves a slider to a value.
public struct SetSliderCommand: GameCommand {
  /// The name.
  public static let name = "setSlider"
  /// A one-line description for the schema.
  public static let summary = "Move a slider to a value with the pointer; two ticks run"
  /// The result.
  public static let returns = "An object with the tick"
  /// The selector of the slider.
  public var selector = ""
  /// The value.
  public var value: Float = 0

  /// Creates a command without a slider.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, targetSummary, in: .required)
    p.property("value", \.value, "The value, in the range of the slider", in: .required)
  }

  /// Moves the slider.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.driver.set(try runner.target(selector), to: value)
    runner.writeTick(&result)
  }
}

/// Sends any input event.
public struct SendCommand: GameCommand {
  /// The name.
  public static let name = "send"
  /// A one-line description for the schema.
  public static let summary = "Send an input event, which the next tick processes"
  /// The event.
  public var event = InputEvent()

  /// Creates an event without effect.
  public init() {}

  /// Declares the parameters: the cases of an event.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.choice(\.event, "The event", in: .required)
  }

  /// Sends the event.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    runner.driver.send(event)
  }
}

/// Lets the bot play.
public struct PlayCommand: GameCommand {
  /// The name.
  public static let name = "play"
  /// A one-line description for the schema.
  public static let summary = "Let the bot of the game play"
  /// The result.
  public static let returns = "An object with the tick"
  /// The number of ticks.
  public var ticks: UInt32 = 60

  /// Creates a command for one second.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("ticks", \.ticks, "The number of ticks", .ticks)
  }

  /// Lets the bot play.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    try runner.driver.play(forTicks: try runner.checkTicks(ticks))
    runner.writeTick(&result)
  }
}

/// Sets a property.
public struct SetCommand: GameCommand {
  /// The name.
  public static let name = "set"
  /// A one-line description for the schema.
  public static let summary = "Set a property of a node, of the game or of the scene; one tick runs"
  /// The result.
  public static let returns = "An object with the tick"
  /// The selector of the node.
  public var selector = ""
  /// The property.
  public var property = ""
  /// The value.
  public var value = JSONText()

  /// Creates a command without a property.
  public init() {}

  /// Declares the parameters.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("selector", \.selector, selectorSummary, in: .required)
    p.property(
      "property", \.property, "The property, such as physics.velocity or role.pearl.life",
      in: .required)
    p.property("value", \.value, "The value, in the format of scene files", in: .required)
  }

  /// Sets the property.
  public func run(_ runner: CommandRunner, _ result: inout JSONWriter) throws(DriverError) {
    let locator = try runner.locator(selector)
    try runner.driver.set([PropertyChange(property, of: locator, toJSON: value.text)])
    runner.writeTick(&result)
  }
}

// MARK: Support

/// The summary of every parameter that selects what the pointer operates.
private let targetSummary =
  "A node or control: its name, the text of a control, an XPath, or CSS after css:"

extension CommandRunner {
  /// Parses a selector of a node or a control; a name is first that of a control.
  fileprivate func target(_ text: String) throws(DriverError) -> Locator {
    do throws(LocatorError) {
      let control = try Locator(namingControl: text)
      if let found = try? driver.finder.all(control), !found.isEmpty { return control }
      return try Locator(naming: text)
    } catch {
      throw failure(.invalidSelector, "\(error)")
    }
  }

  /// Checks for how many ticks an input is held.
  fileprivate func checkHold(_ ticks: UInt32) throws(DriverError) -> Int {
    let count = try checkTicks(ticks)
    guard count > 0 else { throw failure(.invalidArgument, "ticks: 1 or more are accepted") }
    return count
  }
}
