public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// A coin, a pearl or a key: it is hidden when a body touches it, and scores points.
public struct CollectableBehavior: Behavior {
  /// The name in files.
  public static let name = "collectable"
  /// A one-line description for the schema.
  public static let summary = "Is hidden when a body touches it, and scores points"

  /// The bodies that collect it.
  public var activation = Activation()
  /// The points for collecting it.
  public var points: Int32 = 0
  /// The counter that it adds one to.
  public var counter: NodeReference?
  /// The time until it appears again, in seconds; 0 for never.
  ///
  /// If its counter is repeating, the time begins when the counter reaches its target.
  public var returnDuration = 0.0
  /// Further effects.
  public var then: [BehaviorEffect] = []

  /// Creates a collectable without points.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.activation)
    p.property("points", \.points, "The points for collecting it", .none, -1e6...1e6)
    p.property("counter", \.counter, "The node with the role counter that it adds one to")
    p.property(
      "returnDuration", \.returnDuration,
      "The time until it appears again; 0 for never. If its counter is repeating, the time begins "
        + "when the counter reaches its target", .seconds, 0...3_600)
    p.property("then", \.then, "Further effects")
  }

  /// Reports a missing body, a wrong counter and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    checkBody(node, json, &reader)
    activation.check(node, json, &reader)
    counter?.check(CounterBehavior.self, from: node, json["counter"], &reader)
    then.check(node, json["then"], &reader)
  }

  /// The categories that collect it.
  public var contactBitMask: UInt32 { activation.activatorCategoryBitMask }

  /// Hides the node.
  public mutating func didBegin(
    _ contact: BehaviorContact, _ context: inout BehaviorContext
  ) {
    guard !context.node.isHidden, activation.accepts(contact.other, in: context.scene) else {
      return
    }
    context.node.isHidden = true
    let owner = counter?.node(in: context.scene)
    let bank: CounterBehavior? = owner?.role()
    if returnDuration > 0, bank?.isRepeating != true {
      context.perform([returning(context.node)])
    }
    if points != 0 { context.signal(.score(points)) }
    if let counter {
      var count = CountEffect()
      count.counter = counter
      context.perform([.count(count)], by: contact.other)
    }
    context.perform(then, by: contact.other)
  }

  /// The effect that shows its node after the time.
  func returning(_ node: Node) -> BehaviorEffect {
    var run = RunEffect()
    run.node = NodeReference(node)
    run.action = .sequence([.wait(duration: returnDuration), .unhide()])
    run.key = "return"
    return .run(run)
  }
}
