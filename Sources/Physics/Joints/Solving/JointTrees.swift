import CaromMaths

// Going from joint to joint, a light link that holds a heavy load learns of it only after as many
// passes as the load is heavier. So where joints form a tree, as chains and ragdolls do, and some link
// carries far more than itself, the rows that hold are solved at once, exactly, in time that grows with
// the number of joints: leaves first, each link passes on to its parent how it and all beyond it
// answers, then back from the root.
//
// In double precision, as the answers of light and heavy links are added.
//
// Source: R. Featherstone, "The calculation of robot dynamics using articulated-body inertias", 1983;
// D. Baraff, "Linear-time dynamics using Lagrange multipliers", SIGGRAPH 1996.

/// A link of a tree of joints: a body and the joint by which it hangs.
struct JointLink: BitwiseCopyable {
  /// The body's record.
  var body: Int32 = 0
  /// The link that it hangs from; -1 for the root.
  var parent: Int32 = -1
  /// The joint that it hangs by; -1 for a root that hangs on nothing.
  var pack: Int32 = -1
  var lane: Int32 = 0
  /// 1 when the body is side A of that joint.
  var isA: UInt32 = 0
}

/// The numbers of a link while its tree is solved, all of them rows of doubles in one buffer.
enum LinkPart {
  /// The answer of the link and all beyond it: a symmetric matrix, then its factors.
  static let answer = 0
  /// Six rows of the joint on this body, and six on the parent.
  static let own = 36
  static let other = 72
  /// Rows times the inverse of the answer, then the factors of the joint's own answer.
  static let spread = 108
  static let joint = 144
  /// What pushes the link, what the joint asks, its impulse, and what the link moves.
  static let push = 180
  static let ask = 186
  static let impulse = 192
  static let move = 198
  static let size = 204
}

/// The trees of joints that are solved at once.
struct JointTrees: ~Copyable {
  /// Parents come before their children.
  var links = Buffer<JointLink>()
  var numbers = Buffer<Double>()
  /// For each joint the link that hangs by it, or ``outside``, or ``alone``.
  var slots = Buffer<Int32>()
  // Scratch of the plan, by places among the awake bodies.
  var parents = Buffer<Int32>()
  var counts = Buffer<Int32>()
  var loads = Buffer<Float>()

  static var outside: Int32 { -1 }
  static var alone: Int32 { .min }

  /// True when the bodies of a joint have no other that holds them.
  func isAlone(_ joint: Int) -> Bool { joint < slots.count && slots.base[joint] == Self.alone }

  func isInTree(_ joint: Int) -> Bool { joint < slots.count && slots.base[joint] >= 0 }
}
