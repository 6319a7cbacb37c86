public import CaromDocuments
public import CaromProperties
public import CaromSceneGraph

/// A zone or a button: effects when bodies enter and leave it.
///
/// With a body that is a sensor it is a zone; with a solid body it is a button or a bumper.
public struct TriggerBehavior: Behavior {
  /// The name in files.
  public static let name = "trigger"
  /// A one-line description for the schema.
  public static let summary = "A zone or a button: effects when bodies enter and leave it"

  /// The bodies that activate it.
  public var activation = Activation()
  /// The effects of each body that enters.
  public var onEnter: [BehaviorEffect] = []
  /// The effects of each body that leaves.
  public var onLeave: [BehaviorEffect] = []
  /// The effects of a body that enters while no other is inside.
  public var onOccupied: [BehaviorEffect] = []
  /// The effects of the last body that leaves.
  public var onEmpty: [BehaviorEffect] = []
  /// Whether it acts only on the first body that enters.
  public var isOnce = false
  /// The number of bodies inside.
  public var insideCount: Int32 = 0
  /// The number of bodies that have entered so far.
  public var enterCount: Int32 = 0

  /// Creates a trigger without effects.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.activation)
    p.property("onEnter", \.onEnter, "The effects of each body that enters")
    p.property("onLeave", \.onLeave, "The effects of each body that leaves")
    p.property("onOccupied", \.onOccupied, "The effects of a body that enters while it is empty")
    p.property("onEmpty", \.onEmpty, "The effects of the last body that leaves")
    p.property("isOnce", \.isOnce, "Whether it acts only on the first body that enters")
    p.property("insideCount", \.insideCount, "The number of bodies inside", in: .state)
    p.property("enterCount", \.enterCount, "The number of bodies that entered", in: .state)
  }

  /// Reports a missing body and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    checkBody(node, json, &reader)
    activation.check(node, json, &reader)
    onEnter.check(node, json["onEnter"], &reader)
    onLeave.check(node, json["onLeave"], &reader)
    onOccupied.check(node, json["onOccupied"], &reader)
    onEmpty.check(node, json["onEmpty"], &reader)
  }

  /// The categories that activate it.
  public var contactBitMask: UInt32 { activation.activatorCategoryBitMask }

  /// Empties a copy.
  public mutating func start(_ context: inout BehaviorContext) {
    (insideCount, enterCount) = (0, 0)
  }

  /// Counts a body that enters.
  public mutating func didBegin(
    _ contact: BehaviorContact, _ context: inout BehaviorContext
  ) {
    guard activation.accepts(contact.other, in: context.scene) else { return }
    let isFirst = enterCount == 0
    if insideCount < .max { insideCount += 1 }
    if enterCount < .max { enterCount += 1 }
    guard isFirst || !isOnce else { return }
    context.perform(onEnter, by: contact.other)
    if insideCount == 1 { context.perform(onOccupied, by: contact.other) }
  }

  /// Counts a body that leaves.
  public mutating func didEnd(_ contact: BehaviorContact, _ context: inout BehaviorContext) {
    guard insideCount > 0, activation.accepts(contact.other, in: context.scene) else { return }
    insideCount -= 1
    guard !isOnce || enterCount == 1 else { return }
    context.perform(onLeave, by: contact.other)
    if insideCount == 0 { context.perform(onEmpty, by: contact.other) }
  }
}
