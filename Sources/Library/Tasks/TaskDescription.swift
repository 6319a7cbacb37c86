import CaromProperties

/// What an agent does in a session: its actions, what it observes, and what it is rewarded for.
struct TaskDescription: Part {
  static let summary = "Actions, observations, reward and end of an episode as numbers"

  /// The numbers of an action; empty for all that the game declares.
  var act: [String] = []
  /// The numbers of an observation; empty for those of the game and its moving bodies.
  var observe: [ObservedTerm] = []
  /// The terms of the reward; empty for the change of the score.
  var reward: [RewardTerm] = []
  /// The selectors that end an episode, besides the end of the game.
  var end: [String] = []
  /// The number of ticks of a step.
  var frameSkip: UInt32 = 1
  /// The number of ticks of an episode; 0 is no limit.
  var maximumTicks: UInt32 = 0
  /// The action that is pressed after a reset until the game has begun; empty for none.
  var start = ""

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("act", \.act, "The numbers of an action")
    p.property("observe", \.observe, "The numbers of an observation")
    p.property("reward", \.reward, "The terms of the reward")
    p.property("end", \.end, "The selectors that end an episode, besides the end of the game")
    p.property("frameSkip", \.frameSkip, "The number of ticks of a step", .ticks, 1...1_000)
    p.property(
      "maximumTicks", \.maximumTicks, "The length of an episode; 0 is no limit", .ticks,
      0...4_294_967_295)
    p.property("start", \.start, "The action that is pressed after a reset until the game begins")
  }
}

/// A property of elements, or the value of a selector, that is observed.
struct ObservedTerm: Part {
  static let summary = "A property of elements, or the value of a selector"

  /// The selector: of elements if there is a property, of a number or a truth value otherwise.
  var select = ""
  /// The property of the elements; empty for the value of the selector itself.
  var property = ""
  /// The number of elements, in the order of the tree.
  var count: UInt32 = 1
  /// The node whose value of the same property is subtracted; empty for none.
  var relativeTo = ""
  /// The factor of the numbers.
  var scale: Float = 1

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("select", \.select, "The selector", in: .required)
    p.property("property", \.property, "The property of the elements")
    p.property("count", \.count, "The number of elements", .none, 1...1_000)
    p.property("relativeTo", \.relativeTo, "The node whose value is subtracted")
    p.property("scale", \.scale, "The factor of the numbers", .ratio, -1e9...1e9)
  }
}

/// A term of a reward.
struct RewardTerm: Part {
  static let summary = "A number that is rewarded"

  /// Whether the value after a step counts, or its change in the step.
  enum Kind: String, EnumName {
    case change
    case value
  }

  /// The selector of one element if there is a property, of a number otherwise.
  var select = ""
  /// The property; empty for the value of the selector itself.
  var property = ""
  /// The node from which the distance counts, instead of the value; empty for none.
  var distanceTo = ""
  /// Whether the value or its change counts.
  var kind = Kind.change
  /// The factor.
  var weight: Float = 1

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("select", \.select, "The selector", in: .required)
    p.property("property", \.property, "The property of the element")
    p.property("distanceTo", \.distanceTo, "The node from which the distance counts")
    p.property("kind", \.kind, "Whether the value after the step counts, or its change")
    p.property("weight", \.weight, "The factor", .ratio, -1e9...1e9)
  }

  /// The term as an observation.
  var observed: ObservedTerm {
    var term = ObservedTerm()
    (term.select, term.property, term.relativeTo) = (select, property, distanceTo)
    return term
  }
}
