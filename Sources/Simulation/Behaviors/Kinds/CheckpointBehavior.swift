public import CaromDocuments
public import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// A place to which a player returns after it touched it.
public struct CheckpointBehavior: Behavior {
  /// The name in files.
  public static let name = "checkpoint"
  /// A one-line description for the schema.
  public static let summary = "A place to which a player returns after it touched it"

  /// The position of the returning player from the node, in meters along the world's axes.
  public var offset = Vector3.zero
  /// The effects of the first touch.
  public var then: [BehaviorEffect] = []
  /// Whether a player touched it.
  public var isReached = false

  /// Creates a checkpoint.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property(
      "offset", \.offset, "The position of the returning player from the node", .meters,
      -1e5...1e5)
    p.property("then", \.then, "The effects of the first touch")
    p.property("isReached", \.isReached, "Whether a player touched it", in: .state)
  }

  /// Reports a missing body and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    checkBody(node, json, &reader)
    then.check(node, json["then"], &reader)
  }

  /// Every category; other bodies than players have no effect.
  public var contactBitMask: UInt32 { .max }

  /// Records the place in a player.
  public mutating func didBegin(
    _ contact: BehaviorContact, _ context: inout BehaviorContext
  ) {
    let place = context.node.worldPosition + offset
    let isPlayer = context.session.behaviors.change(
      PlayerBehavior.self, of: contact.other, context.session
    ) { player, _ in player.respawnPosition = place }
    guard isPlayer, !isReached else { return }
    isReached = true
    context.perform(then, by: contact.other)
  }
}
