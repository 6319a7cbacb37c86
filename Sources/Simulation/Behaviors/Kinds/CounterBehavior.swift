public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// A number that effects add to, with effects when it reaches its target.
///
/// With ``isRepeating`` and collectables that count, it is a bank of drop targets: once all are
/// down, they return.
public struct CounterBehavior: Behavior {
  /// The name in files.
  public static let name = "counter"
  /// A one-line description for the schema.
  public static let summary = "A number that effects add to, with effects at its target"

  /// The number.
  public var value: Int32 = 0
  /// The target; nil for none.
  public var target: Int32?
  /// The least value; nil for none.
  public var minimum: Int32?
  /// Whether it starts again at 0 after the effects, and its collectables return.
  public var isRepeating = false
  /// The effects when the value reaches the target from below.
  public var then: [BehaviorEffect] = []
  /// The label of the overlay that displays the value; none if empty.
  public var label = ""
  /// The text before the value.
  public var text = ""

  /// Creates a counter at zero.
  public init() {}

  /// Whether the value has reached the target.
  public var isComplete: Bool { target.map { value >= $0 } ?? false }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("value", \.value, "The number", .none, -1e9...1e9)
    p.property("target", \.target, "The target; if absent, none", .none, -1e9...1e9)
    p.property("minimum", \.minimum, "The least value; if absent, none", .none, -1e9...1e9)
    p.property(
      "isRepeating", \.isRepeating,
      "Whether it starts again at 0 after the effects; its collectables return then, after their "
        + "returnDuration, like a bank of drop targets")
    p.property("then", \.then, "The effects when the value reaches the target from below")
    p.property("label", \.label, "The label of the overlay that displays the value")
    p.property("text", \.text, "The text before the value")
  }

  /// Reports impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    then.check(node, json["then"], &reader)
  }

  /// Displays the value.
  public mutating func start(_ context: inout BehaviorContext) { display(&context) }

  /// Adds to the value; at the target, the effects are requested.
  public mutating func add(_ number: Int32, _ context: inout BehaviorContext) {
    let wasComplete = isComplete
    let least = Int(minimum ?? -1_000_000_000)
    value = Int32(max(least, min(1_000_000_000, Int(value) + Int(number))))
    let isDue = isComplete && !wasComplete
    if isDue, isRepeating { value = max(0, Int32(least)) }
    display(&context)
    guard isDue else { return }
    context.perform(then)
    if isRepeating { returnCollectables(&context) }
  }

  /// Shows the collectables that count here, each after its time.
  private func returnCollectables(_ context: inout BehaviorContext) {
    let (scene, own) = (context.scene, context.node)
    var effects: [BehaviorEffect] = []
    scene.rootNode.enumerateChildNodes { node in
      guard let collectable: CollectableBehavior = node.role(),
        collectable.counter?.node(in: scene) === own
      else { return }
      effects.append(collectable.returning(node))
    }
    context.perform(effects)
  }

  private func display(_ context: inout BehaviorContext) {
    guard !label.isEmpty else { return }
    let number = target.map { "\(value) / \($0)" } ?? "\(value)"
    var effect = LabelEffect()
    effect.name = label
    effect.text = text.isEmpty ? number : "\(text) \(number)"
    context.perform([.label(effect)])
  }
}
