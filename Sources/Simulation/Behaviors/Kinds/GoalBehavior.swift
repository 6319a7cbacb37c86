public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// The end of a level: a body that touches it wins, once a counter is complete.
public struct GoalBehavior: Behavior {
  /// The name in files.
  public static let name = "goal"
  /// A one-line description for the schema.
  public static let summary = "The end of a level: a body that touches it wins"

  /// The bodies that win.
  public var activation = Activation()
  /// The counter that must have reached its target.
  public var counter: NodeReference?
  /// The message; that of the game if empty.
  public var message = ""
  /// Further effects.
  public var then: [BehaviorEffect] = []
  /// Whether it was reached.
  public var isReached = false

  /// Creates a goal that is open.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.activation)
    p.property(
      "counter", \.counter, "The node with the role counter that must have reached its target")
    p.property("message", \.message, "The message; that of the game if empty")
    p.property("then", \.then, "Further effects")
    p.property("isReached", \.isReached, "Whether it was reached", in: .state)
  }

  /// Reports a missing body, a wrong counter and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    checkBody(node, json, &reader)
    activation.check(node, json, &reader)
    counter?.check(CounterBehavior.self, from: node, json["counter"], &reader)
    then.check(node, json["then"], &reader)
  }

  /// The categories that win.
  public var contactBitMask: UInt32 { activation.activatorCategoryBitMask }

  /// Wins, if the counter is complete.
  public mutating func didBegin(
    _ contact: BehaviorContact, _ context: inout BehaviorContext
  ) {
    guard !isReached, activation.accepts(contact.other, in: context.scene) else { return }
    if let counter {
      let node = counter.node(in: context.scene)
      guard let counter: CounterBehavior = node?.role(), counter.isComplete else { return }
    }
    isReached = true
    context.perform(then, by: contact.other)
    context.signal(.win(message: message))
  }
}
