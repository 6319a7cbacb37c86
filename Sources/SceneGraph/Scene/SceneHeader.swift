import CaromProperties

/// The part of a scene's state between its declared properties and its nodes.
struct SceneHeader: Part {
  static let summary = "The state of a scene between its properties and its nodes"

  var random = RandomState()
  var actionRound: UInt64 = 0
  var actionStep = 0.0
  var physics = WorldState()
  /// The number of identities given to nodes so far, plus one.
  var identityCount: UInt32 = 0

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("random", \.random, "The random streams", in: .state)
    p.property("actionRound", \.actionRound, "The number of rounds of actions", in: .state)
    p.property("actionStep", \.actionStep, "The duration of a round", .seconds, in: .state)
    p.property("physics", \.physics, "Settings of the simulation", in: .state)
    p.property("identityCount", \.identityCount, "The number of identities", in: .state)
  }
}

/// The part of a node's state before its declared properties.
struct NodeHeader: Part {
  static let summary = "The identity of a node"

  var id: Int32 = 0
  /// The identity of the parent; zero without one.
  var parent: Int32 = 0
  var name: String?

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("id", \.id, "The identity", in: .state)
    p.property("parent", \.parent, "The identity of the parent", in: .state)
    p.property("name", \.name, "The name", in: .state)
  }
}
