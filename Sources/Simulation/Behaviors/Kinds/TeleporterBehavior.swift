public import CaromDocuments
import CaromMaths
public import CaromProperties
public import CaromSceneGraph

/// A gate that moves a body that touches it to another node.
///
/// Two teleporters can be each other's destination: a body that arrives is not sent back until it
/// has left.
public struct TeleporterBehavior: Behavior {
  /// The name in files.
  public static let name = "teleporter"
  /// A one-line description for the schema.
  public static let summary = "Moves a body that touches it to another node"

  /// What happens to the velocity of a body.
  public enum Velocity: String, EnumName, Sendable {
    /// It is kept.
    case kept
    /// It is turned by the rotation from the teleporter to the destination.
    case turned
    /// The body stops.
    case stopped
  }

  /// An arrival of a body, which is not sent back.
  public struct Arrival: Part, Hashable, Sendable {
    /// A one-line description for the schema.
    public static let summary = "A body that arrived at a teleporter"
    /// The identity of the body's node.
    public var node: Int32 = 0
    /// The tick in which it arrived.
    public var tick: UInt64 = 0

    /// Creates an arrival of no body.
    public init() {}

    /// Declares the properties.
    public static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("node", \.node, "The identity of the body's node", in: .state)
      p.property("tick", \.tick, "The tick of its arrival", .ticks, in: .state)
    }
  }

  /// The bodies that it moves.
  public var activation = Activation()
  /// The destination.
  public var to = NodeReference()
  /// What happens to the velocity.
  public var velocity = Velocity.kept
  /// Further effects.
  public var then: [BehaviorEffect] = []
  /// The bodies that arrived here in the last ticks.
  public var arrivals: [Arrival] = []

  /// Creates a teleporter without a destination.
  public init() {}

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.embed(\.activation)
    p.property("to", \.to, "The destination", in: .required)
    p.property("velocity", \.velocity, "What happens to the velocity")
    p.property("then", \.then, "Further effects")
    p.property("arrivals", \.arrivals, "The bodies that arrived in the last ticks", in: .state)
  }

  /// Reports a missing body and impossible effects.
  public func check(_ node: Node, _ json: JSON, _ reader: inout Reader) {
    checkBody(node, json, &reader)
    activation.check(node, json, &reader)
    then.check(node, json["then"], &reader)
  }

  /// The categories that it moves.
  public var contactBitMask: UInt32 { activation.activatorCategoryBitMask }

  /// Forgets the arrivals of the original.
  public mutating func start(_ context: inout BehaviorContext) { arrivals = [] }

  /// Moves a body, unless it just arrived.
  public mutating func didBegin(
    _ contact: BehaviorContact, _ context: inout BehaviorContext
  ) {
    let (body, tick) = (contact.other, context.session.tick)
    arrivals.removeAll { tick > $0.tick + 2 }
    if let index = arrivals.firstIndex(where: { $0.node == body.id }) {
      arrivals.remove(at: index)
      return
    }
    guard activation.accepts(body, in: context.scene),
      let destination = to.node(in: context.scene)
    else { return }
    body.teleport(
      to: destination.worldPosition,
      velocity: turned(body.physicsBody?.velocity ?? .zero, context.node, destination),
      spin: velocity == .stopped ? .zero : body.physicsBody?.angularVelocity ?? .zero)
    context.session.behaviors.change(Self.self, of: destination, context.session) { other, _ in
      var arrival = Arrival()
      (arrival.node, arrival.tick) = (body.id, tick)
      other.arrivals.append(arrival)
    }
    context.perform(then, by: body)
  }

  private func turned(_ v: Vector3, _ source: Node, _ destination: Node) -> Vector3 {
    switch velocity {
    case .kept: v
    case .stopped: .zero
    case .turned:
      destination.worldOrientation.rotate(source.worldOrientation.inverse.rotate(v))
    }
  }
}
