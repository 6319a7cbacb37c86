public import CaromDocuments
public import CaromProperties
public import CaromSimulation

// Commands that operate what is at the center of an element.

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
}
