public import CaromDocuments
public import CaromMaths
public import CaromProperties

/// A key that went down or up.
public struct KeyInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A key that went down or up"
  /// The key.
  public var code = KeyCode.space
  /// True when it went down.
  public var isDown = true

  /// Makes the press of the space bar.
  public init() {}

  /// Makes the press or release of a key.
  public init(code: KeyCode, isDown: Bool) {
    self.code = code
    self.isDown = isDown
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("code", \.code, "The key", in: .required)
    p.property("isDown", \.isDown, "Whether it went down", in: .required)
  }
}

/// A pointer that moved or was pressed, in shares of the view.
public struct PointerInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A pointer that moved or was pressed"
  /// What it did.
  public var phase = PointerPhase.moved
  /// Where it is: 0, 0 is the top left corner of the view and 1, 1 the bottom right one.
  public var position = Vector2(0.5, 0.5)

  /// Makes a pointer in the middle.
  public init() {}

  /// Makes a pointer at a place.
  public init(phase: PointerPhase, position: Vector2) {
    self.phase = phase
    self.position = position
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("phase", \.phase, "What it did", in: .required)
    p.property(
      "position", \.position, "Where it is, in shares of the view", .ratio, -10...10,
      in: .required)
  }

  /// Reads an object, or of a pointer that moved its place alone: `[0.5, 0.8]`.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard json.elements != nil else { return readProperties(json, &reader) }
    phase = .moved
    position.read(json, PropertyInfo(info.key, "", .ratio, -10...10), &reader)
  }

  /// Writes the place alone if it only moved; of these are the most, and files are to stay small.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    if phase == .moved { position.write(info, &writer) } else { writeProperties(&writer) }
  }

  /// Writes the whole of it if it differs.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    if self != base { write(info, &writer) }
    return self != base
  }
}

/// The tilt of a board, as a share of the greatest.
public struct TiltInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "The tilt of a board"
  /// Where things roll: x to the right, y away from the viewer; no longer than 1 counts.
  public var direction = Vector2.zero

  /// Makes a level board.
  public init() {}

  /// Makes a tilted board.
  public init(direction: Vector2) { self.direction = direction }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "direction", \.direction, "Where things roll: right, away", .ratio, -1...1,
      in: .required)
  }

  /// Reads the direction alone, `[0.2, -1]`, or an object of it.
  public mutating func read(_ json: JSON, _ info: PropertyInfo, _ reader: inout Reader) {
    guard json.elements != nil else { return readProperties(json, &reader) }
    direction.read(json, PropertyInfo(info.key, "", .ratio, -1...1), &reader)
  }

  /// Writes the direction alone; a sensor sends one every tick, and files are to stay small.
  public func write(_ info: PropertyInfo, _ writer: inout PropertyWriter) {
    direction.write(info, &writer)
  }

  /// Writes the whole of it if it differs.
  public func writeDifference(
    from base: Self, _ info: PropertyInfo, _ writer: inout PropertyWriter
  ) -> Bool {
    if self != base { write(info, &writer) }
    return self != base
  }
}

/// An axis of a gamepad that moved.
public struct AxisInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "An axis of a gamepad that moved"
  /// The axis.
  public var axis = GamepadAxis.leftX
  /// Where it is, −1 to 1.
  public var value: Float = 0

  /// Makes a centred axis.
  public init() {}

  /// Makes an axis at a value.
  public init(axis: GamepadAxis, value: Float) {
    self.axis = axis
    self.value = value
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("axis", \.axis, "The axis", in: .required)
    p.property("value", \.value, "Where it is", .ratio, -1...1, in: .required)
  }
}

/// A button of a gamepad that went down or up.
public struct ButtonInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "A button of a gamepad that went down or up"
  /// The button.
  public var button = GamepadButton.a
  /// True when it went down.
  public var isDown = true

  /// Makes the press of the button A.
  public init() {}

  /// Makes the press or release of a button.
  public init(button: GamepadButton, isDown: Bool) {
    self.button = button
    self.isDown = isDown
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("button", \.button, "The button", in: .required)
    p.property("isDown", \.isDown, "Whether it went down", in: .required)
  }
}

/// The size of the view.
public struct ViewportInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "The size of the view"
  /// In pixels.
  public var width: Int32 = 1280
  /// In pixels.
  public var height: Int32 = 720

  /// Makes a view of 1280 by 720 pixels.
  public init() {}

  /// Makes a view of a size in pixels.
  public init(width: Int, height: Int) {
    self.width = Int32(clamping: width)
    self.height = Int32(clamping: height)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("width", \.width, "Its width", .pixels, 1...65_536, in: .required)
    p.property("height", \.height, "Its height", .pixels, 1...65_536, in: .required)
  }
}

/// Something asked of the session itself.
public struct CommandInput: Part, Hashable, Sendable {
  /// What the schema says of it.
  public static let summary = "Something asked of the session itself"
  /// What is asked.
  public var name = SessionCommand.restart

  /// Makes a restart.
  public init() {}

  /// Makes a command.
  public init(_ name: SessionCommand) { self.name = name }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("name", \.name, "What is asked", in: .required)
  }
}
