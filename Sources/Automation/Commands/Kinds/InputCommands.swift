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
    if case .set(let change) = event, let problem = runner.session.problem(with: [change]) {
      throw runner.failure(.invalidArgument, problem)
    }
    runner.driver.send(event)
  }
}

/// Lets the bot play.
public struct PlayBotCommand: GameCommand {
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

// MARK: Support

extension CommandRunner {
  /// Checks for how many ticks an input is held.
  func checkHold(_ ticks: UInt32) throws(DriverError) -> Int {
    let count = try checkTicks(ticks)
    guard count > 0 else { throw failure(.invalidArgument, "ticks: 1 or more are accepted") }
    return count
  }
}
