public import CaromDocuments
public import CaromMaths
public import CaromProperties

/// The press or release of a key.
public struct KeyInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "The press or release of a key"
  /// The key.
  public var code = KeyCode.space
  /// Whether the key was pressed rather than released.
  public var isDown = true

  /// Creates the press of the space bar.
  public init() {}

  /// Creates the press or release of a key.
  public init(code: KeyCode, isDown: Bool) {
    self.code = code
    self.isDown = isDown
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("code", \.code, "The key", in: .required)
    p.property("isDown", \.isDown, "Whether it was pressed", in: .required)
  }
}

/// A movement, press or release of the pointer.
public struct PointerInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "A movement, press or release of the pointer"
  /// The kind of pointer event.
  public var phase = PointerPhase.moved
  /// The position in fractions of the view: 0, 0 is the top left corner, 1, 1 the bottom right one.
  public var position = Vector2(0.5, 0.5)
  /// The button of a mouse that was pressed or released.
  public var button = PointerButton.left
  /// The number of the finger: 1 for the first one on the screen, and so on; 0 for a mouse or a
  /// pen.
  public var finger: Int32 = 0

  /// Creates a pointer event at the center of the view.
  public init() {}

  /// Creates an event of a mouse or of a finger at a position.
  public init(
    phase: PointerPhase, position: Vector2, button: PointerButton = .left, finger: Int = 0
  ) {
    (self.phase, self.position, self.button) = (phase, position, button)
    self.finger = Int32(clamping: finger)
  }

  /// Whether it is an event of the left button or of the first finger, which every game expects.
  public var isPrimary: Bool { button == .left && finger <= 1 }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "The kind of event", in: .required)
    p.property(
      "position", \.position, "The position, in fractions of the view", .ratio, -10...10,
      in: .required)
    p.property("button", \.button, "The button of a mouse")
    p.property(
      "finger", \.finger, "The number of the finger, from 1; 0 is a mouse", .none, 0...10)
  }

  /// Reads an object, or for a movement only the position: `[0.5, 0.8]`.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard json.elements != nil else { return readProperties(json, &reader) }
    phase = .moved
    position.read(json, PropertyInfo(info.key, "", .ratio, -10...10), &reader)
  }

  /// Writes a movement as only its position, because most events are movements.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if isPlainMove { position.write(info, &writer) } else { writeProperties(&writer) }
  }

  /// Whether it is the movement of a mouse.
  package var isPlainMove: Bool { phase == .moved && button == .left && finger == 0 }

  /// Writes all properties if they differ from `base`.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    if self != base { write(info, &writer) }
    return self != base
  }
}

/// The tilt of the board, as a fraction of the maximum.
public struct TiltInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "The tilt of a board"
  /// The direction in which objects roll: x to the right, y away from the viewer; clamped to length
  /// 1.
  public var direction = Vector2.zero

  /// Creates a level board.
  public init() {}

  /// Creates a tilted board.
  public init(direction: Vector2) { self.direction = direction }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "direction", \.direction, "The direction in which objects roll: right, away", .ratio, -1...1,
      in: .required)
  }

  /// Reads the direction as an array, `[0.2, -1]`, or as an object.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard json.elements != nil else { return readProperties(json, &reader) }
    direction.read(json, PropertyInfo(info.key, "", .ratio, -1...1), &reader)
  }

  /// Writes only the direction, because sensors send an event in every tick.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    direction.write(info, &writer)
  }

  /// Writes all properties if they differ from `base`.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    if self != base { write(info, &writer) }
    return self != base
  }
}

/// A movement of a gamepad axis.
public struct AxisInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "A movement of a gamepad axis"
  /// The axis.
  public var axis = GamepadAxis.leftX
  /// The value of the axis, −1 to 1.
  public var value: Float = 0

  /// Creates a centered axis.
  public init() {}

  /// Creates an axis at a value.
  public init(axis: GamepadAxis, value: Float) {
    self.axis = axis
    self.value = value
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("axis", \.axis, "The axis", in: .required)
    p.property("value", \.value, "The value of the axis", .ratio, -1...1, in: .required)
  }
}

/// The press or release of a gamepad button.
public struct ButtonInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "The press or release of a gamepad button"
  /// The button.
  public var button = GamepadButton.a
  /// Whether the button was pressed rather than released.
  public var isDown = true

  /// Creates the press of the A button.
  public init() {}

  /// Creates the press or release of a button.
  public init(button: GamepadButton, isDown: Bool) {
    self.button = button
    self.isDown = isDown
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("button", \.button, "The button", in: .required)
    p.property("isDown", \.isDown, "Whether it was pressed", in: .required)
  }
}

/// A turn of the wheel of a mouse.
public struct WheelInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "A turn of the wheel of a mouse"
  /// The notches: x to the right, y away from the user.
  public var delta = Vector2.zero

  /// Creates an event without movement.
  public init() {}

  /// Creates a turn.
  public init(delta: Vector2) { self.delta = delta }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "delta", \.delta, "The notches: right, away from the user", .none, -1000...1000,
      in: .required)
  }
}

/// Text that was typed, in any writing system; keys report positions instead.
public struct TextInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "Text that was typed"
  /// The text.
  public var text = ""

  /// Creates an event without text.
  public init() {}

  /// Creates typed text.
  public init(_ text: String) { self.text = text }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("text", \.text, "The text", in: .required)
  }
}

/// The size of the view.
public struct ViewportInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "The size of the view"
  /// The width, in pixels.
  public var width: Int32 = 1280
  /// The height, in pixels.
  public var height: Int32 = 720

  /// Creates a view of 1280 by 720 pixels.
  public init() {}

  /// Creates a view with a size in pixels.
  public init(width: Int, height: Int) {
    self.width = Int32(clamping: width)
    self.height = Int32(clamping: height)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "The width", .pixels, 1...65_536, in: .required)
    p.property("height", \.height, "The height", .pixels, 1...65_536, in: .required)
  }
}

/// A command to the session.
public struct CommandInput: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "A command to the session"
  /// The command.
  public var name = SessionCommand.restart
  /// The name of the level to present; empty for other commands.
  public var level = ""

  /// Creates a restart command.
  public init() {}

  /// Creates a command.
  public init(_ name: SessionCommand) { self.name = name }

  /// Creates the command to present a level.
  ///
  /// - Parameter level: The name of one of the session's levels.
  public init(presenting level: String) { (name, self.level) = (.present, level) }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "The command", in: .required)
    p.property("level", \.level, "The name of the level to present")
  }
}
