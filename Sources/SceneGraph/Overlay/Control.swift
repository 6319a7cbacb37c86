public import CaromMaths
public import CaromProperties

/// An element of the overlay that a player operates, such as a button or a slider.
///
/// Pointers, keys and gamepads operate controls through the input events of a session, so presses
/// are recorded and replayed like all input. A game learns of them by `Game.didUse(_:in:)`.
public struct Control: OverlayElement, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A button, toggle, slider, list or text field over the scene"
  /// The properties of the frame are declared one by one.
  public static let undeclaredByDesign: Set<String> = ["frame"]

  /// The name, position and visibility.
  public var frame = OverlayFrame()
  /// The text of a button, or the caption of another control.
  ///
  /// Text that is wider than the control is made smaller, and then truncated.
  public var text = ""
  /// The kind of the control, with its value.
  public var kind = ControlKind.button(ButtonControl())
  /// The width and height, in overlay units.
  public var size = Vector2(320, 52)
  /// The height of a line of text, in overlay units; lines are 1.2 times as far apart.
  public var textSize: Float = 30
  /// Whether the control can be operated; others are dimmed.
  public var isEnabled = true
  /// The color of the area.
  public var color = Color(0.03, 0.06, 0.12, alpha: 0.75)
  /// The color of the text.
  public var textColor = Color.white
  /// The color of the focus, of values and of the selected row.
  public var accentColor = Color(1, 0.72, 0.25)
  /// The corner radius, in overlay units; clamped to half the shorter side.
  public var cornerRadius: Float = 10

  /// Creates a button.
  public init() {}

  /// Creates a control.
  public init(
    _ name: String, text: String = "", _ kind: ControlKind = .button(ButtonControl()),
    position: Vector2 = .zero, size: Vector2 = Vector2(320, 52),
    alignment: TextAlignment? = nil, verticalAlignment: VerticalAlignment? = nil,
    anchor: OverlayAnchor = .topLeft
  ) {
    frame = OverlayFrame(name, position, alignment, verticalAlignment, anchor)
    (self.text, self.kind, self.size) = (text, kind, size)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    frameProperties(&p)
    p.property("text", \.text, "The text of a button, or the caption of another control")
    p.choice(\.kind, "The kind of the control, with its value")
    p.property("size", \.size, "Width and height", .pixels, 0...1e4)
    p.property("textSize", \.textSize, "Height of a line of text", .pixels, 1...720)
    p.property("isEnabled", \.isEnabled, "Whether it can be operated; others are dimmed")
    p.property("color", \.color, "Color of the area")
    p.property("textColor", \.textColor, "Color of the text")
    p.property(
      "accentColor", \.accentColor, "Color of the focus, of values and of the selected row")
    p.property("cornerRadius", \.cornerRadius, "Corner radius", .pixels, 0...1e4)
  }
}

/// The kind of a control, with its value.
public enum ControlKind: Variant, Hashable, Sendable {
  /// Does something when it is pressed.
  case button(ButtonControl)
  /// Is on or off.
  case toggle(ToggleControl)
  /// Has a number in a range.
  case slider(SliderControl)
  /// Has rows, one of which is selected.
  case list(ListControl)
  /// Has a line of text that the player types.
  case textField(TextFieldControl)

  /// Creates a button.
  public init() { self = .button(ButtonControl()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("button", Self.button) { if case .button(let p) = $0 { p } else { nil } }
    c.case("toggle", Self.toggle) { if case .toggle(let p) = $0 { p } else { nil } }
    c.case("slider", Self.slider) { if case .slider(let p) = $0 { p } else { nil } }
    c.case("list", Self.list) { if case .list(let p) = $0 { p } else { nil } }
    c.case("textField", Self.textField) { if case .textField(let p) = $0 { p } else { nil } }
  }
}

/// What a button has besides its text.
public struct ButtonControl: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A button"

  /// Whether Escape, Backspace and the B button of a gamepad press it as well, wherever the focus
  /// is.
  public var isCancel = false

  /// Creates a button.
  public init() {}

  /// Creates a button that may be pressed by Escape, Backspace and B.
  public init(isCancel: Bool) { self.isCancel = isCancel }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("isCancel", \.isCancel, "Whether Escape, Backspace and B press it as well")
  }
}

/// The value of a toggle.
public struct ToggleControl: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A toggle, which is on or off"

  /// Whether it is on.
  public var isOn = false

  /// Creates a toggle that is off.
  public init() {}

  /// Creates a toggle.
  public init(isOn: Bool) { self.isOn = isOn }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("isOn", \.isOn, "Whether it is on")
  }
}

/// The value and the range of a slider.
public struct SliderControl: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A slider with a number in a range"

  /// The value.
  public var value: Float = 0
  /// The value at the left end.
  public var minimum: Float = 0
  /// The value at the right end; one that is not above ``minimum`` leaves a single value.
  public var maximum: Float = 1
  /// The distance between values, and what a key press changes; zero accepts every value, and keys
  /// change a tenth of the range.
  public var step: Float = 0.1

  /// Creates a slider from 0 to 1.
  public init() {}

  /// Creates a slider.
  public init(value: Float, in range: ClosedRange<Float> = 0...1, step: Float = 0.1) {
    (minimum, maximum, self.step) = (range.lowerBound, range.upperBound, step)
    self.value = value
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("value", \.value, "The value", .none, -1e6...1e6)
    p.property("minimum", \.minimum, "The value at the left end", .none, -1e6...1e6)
    p.property("maximum", \.maximum, "The value at the right end", .none, -1e6...1e6)
    p.property(
      "step", \.step, "Distance between values; zero accepts every value", .none, 0...1e6)
  }

  /// The value as a fraction of the range, 0 to 1.
  public var fraction: Float {
    get { maximum > minimum ? min(max((value - minimum) / (maximum - minimum), 0), 1) : 0 }
    set { set(minimum + (maximum - minimum) * newValue) }
  }

  /// Sets the nearest value that the slider accepts.
  public mutating func set(_ wanted: Float) {
    guard maximum > minimum, wanted.isFinite else { return value = minimum }
    var new = wanted
    if step > 0 { new = minimum + ((wanted - minimum) / step).rounded() * step }
    value = min(max(new, minimum), maximum)
  }

  /// Moves the value by a number of steps.
  public mutating func move(by steps: Float) {
    set(value + steps * (step > 0 ? step : (maximum - minimum) * 0.1))
  }
}

/// The line of a text field.
public struct TextFieldControl: Part, Hashable, Sendable {
  /// Summary for the schema.
  public static let summary = "A line of text that the player types"

  /// The text that was typed.
  public var value = ""
  /// The text displayed while nothing is typed.
  public var placeholder = ""
  /// The maximum number of characters.
  public var maximumLength: Int32 = 40
  /// The number of characters after the caret, where typed text is inserted; 0 is the end.
  public var caretOffset: Int32 = 0

  /// Creates an empty field.
  public init() {}

  /// Creates a field.
  public init(value: String = "", placeholder: String = "", maximumLength: Int32 = 40) {
    (self.value, self.placeholder, self.maximumLength) = (value, placeholder, maximumLength)
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("value", \.value, "The text that was typed")
    p.property("placeholder", \.placeholder, "The text displayed while nothing is typed")
    p.property("maximumLength", \.maximumLength, "Maximum number of characters", .none, 0...1000)
    p.property("caretOffset", \.caretOffset, "The number of characters after the caret", in: .state)
  }

  /// The text before and after the caret.
  public var parts: (before: Substring, after: Substring) {
    let after = value.suffix(max(0, Int(caretOffset)))
    return (value[..<after.startIndex], after)
  }

  /// Inserts typed text without control characters at the caret, as far as it fits.
  ///
  /// - Returns: Whether anything was inserted.
  public mutating func type(_ text: String) -> Bool {
    let room = max(0, Int(maximumLength) - value.count)
    let typed = text.filter { character in
      !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }.prefix(room)
    let (before, after) = parts
    value = String(before) + String(typed) + String(after)
    keepCaret(after.count)
    return !typed.isEmpty
  }

  /// Removes the character before the caret.
  ///
  /// - Returns: Whether there was one.
  public mutating func deleteBackward() -> Bool {
    let (before, after) = parts
    guard !before.isEmpty else { return false }
    value = String(before.dropLast()) + String(after)
    keepCaret(after.count)
    return true
  }

  /// Removes the character after the caret.
  ///
  /// - Returns: Whether there was one.
  public mutating func deleteForward() -> Bool {
    let (before, after) = parts
    guard !after.isEmpty else { return false }
    value = String(before) + String(after.dropFirst())
    keepCaret(after.count - 1)
    return true
  }

  /// Moves the caret by characters to the right, up to the start or the end of the text.
  public mutating func moveCaret(by characters: Int) {
    let limit = value.count
    let offset = min(max(0, Int(caretOffset)), limit) - min(max(characters, -limit), limit)
    keepCaret(min(max(0, offset), limit))
  }

  private mutating func keepCaret(_ offset: Int) { caretOffset = Int32(clamping: offset) }
}
