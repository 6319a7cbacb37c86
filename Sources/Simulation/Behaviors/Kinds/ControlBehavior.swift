public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// Effects when a key or a button of a gamepad is pressed or released.
public struct ControlBehavior: Behavior {
  /// The name in files.
  public static let name = "control"
  /// A one-line description for the schema.
  public static let summary = "Effects when a key or a gamepad button is pressed or released"
  /// It reads the input of every tick.
  public static let updatesEveryTick = true

  /// The keys and buttons.
  public var input = InputBinding()
  /// The effects of a press.
  public var onPress: [BehaviorEffect] = []
  /// The effects of a release.
  public var onRelease: [BehaviorEffect] = []
  /// Whether one of the keys or buttons is pressed.
  public var isPressed = false

  /// Creates a control without keys.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.input)
    p.property("onPress", \.onPress, "The effects of a press")
    p.property("onRelease", \.onRelease, "The effects of a release")
    p.property("isPressed", \.isPressed, "Whether it is pressed", in: .state)
  }

  /// Keys that were forgotten.
  public var warnings: [PropertyWarning] { input.warnings }

  /// Reports impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    onPress.check(node, json["onPress"], &reader)
    onRelease.check(node, json["onRelease"], &reader)
  }

  /// Detects presses and releases.
  public mutating func update(_ context: inout BehaviorContext) {
    let wasPressed = isPressed
    isPressed = input.isPressed(context.session.input)
    if isPressed != wasPressed { context.perform(isPressed ? onPress : onRelease) }
  }
}

/// The keys and buttons that control a behavior.
public struct InputBinding: Part, Hashable, Sendable {
  /// A one-line description for the schema.
  public static let summary = "Keys and gamepad buttons, any of which is enough"

  /// The keys.
  public var keys: [KeyCode] = []
  /// The buttons of a gamepad.
  public var buttons: [GamepadButton] = []

  /// Creates a binding without keys.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("keys", \.keys, "The keys, any of which is enough")
    p.property("buttons", \.buttons, "The gamepad buttons, any of which is enough")
  }

  /// A binding without keys and buttons, which no player can use.
  public var warnings: [PropertyWarning] {
    guard keys.isEmpty, buttons.isEmpty else { return [] }
    var warning = PropertyWarning(
      "", "nothing can press it; \"keys\", such as [\"space\"], or \"buttons\" are accepted")
    warning.path = []
    return [warning]
  }

  /// Whether one of the keys or buttons is pressed.
  func isPressed(_ input: InputState) -> Bool {
    keys.contains { input.isPressed($0) } || buttons.contains { input.isPressed($0) }
  }
}
