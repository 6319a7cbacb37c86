public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// A flipper or a crane: keys drive the motor of a joint of its node.
public struct FlipperBehavior: Behavior {
  /// The name in files.
  public static let name = "flipper"
  /// A one-line description for the schema.
  public static let summary = "Keys drive the motor of a joint of its node"
  /// It reads the input of every tick.
  public static let updatesEveryTick = true

  /// The keys and buttons.
  public var input = InputBinding()
  /// The number of the joint among the node's joints, from 0.
  public var joint: Int32 = 0
  /// The speed of the motor while a key is pressed, in m/s or rad/s.
  public var speed: Float = 20
  /// The speed of the motor while no key is pressed; nil for the opposite of ``speed``.
  public var releasedSpeed: Float?
  /// The effects of a press.
  public var onPress: [BehaviorEffect] = []
  /// Whether a key is pressed.
  public var isPressed = false

  /// Creates a flipper without keys.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.input)
    p.property("joint", \.joint, "The number of the node's joint, from 0", .none, 0...1_023)
    p.property(
      "speed", \.speed, "The motor's speed while pressed, in m/s or rad/s", .none, -1e5...1e5)
    p.property(
      "releasedSpeed", \.releasedSpeed, "The motor's speed otherwise; if absent, the opposite",
      .none, -1e5...1e5)
    p.property("onPress", \.onPress, "The effects of a press")
    p.property("isPressed", \.isPressed, "Whether it is pressed", in: .state)
  }

  /// Keys that were forgotten.
  public var warnings: [PropertyWarning] { input.warnings }

  /// Reports a missing motor and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    if let problem = node.motorProblem(ofJoint: Int(joint)) {
      reader.fail(json["joint"] ?? json, problem)
    }
    onPress.check(node, json["onPress"], &reader)
  }

  /// Drives the motor.
  public mutating func update(_ context: inout BehaviorContext) {
    let wasPressed = isPressed
    isPressed = input.isPressed(context.session.input)
    let target = isPressed ? speed : releasedSpeed ?? -speed
    context.node.setMotorSpeed(target, ofJoint: Int(joint))
    if isPressed, !wasPressed { context.perform(onPress) }
  }
}
