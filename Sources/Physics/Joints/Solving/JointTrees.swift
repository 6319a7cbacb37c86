import CaromMaths

// Where joints form a tree, as chains and ragdolls do, the block rows of all its joints can be
// solved exactly, in linear time: from the leaves to the root the articulated inertia of each link
// is added to its parent's, then velocities follow from the root to the leaves. Two kinds of trees
// are solved so:
//
// - Heavy trees, in which a link carries far more than its own mass. Iterating over their joints
//   would converge in about as many passes as the mass ratio of the load to the link.
// - Pendulums, which hang from a joint to the world and swing freely. In a substep h, anchors that
//   move on arcs with the angular speed ω and the radius r part by ½h²·ω²·r, which has to be
//   corrected towards the current center. Among joints that are solved iteratively, a gap is
//   corrected at the rate 1 / (15 ms), so the correction points to where the center was 15 ms
//   before, and a part of it, about ω·15 ms, acts against the motion like a damper. Joints that are
//   solved exactly leave no residual that could be amplified, so the whole gap is corrected in the
//   next substep, and the lag is that substep.
//
// Chains of ball sockets have a faster solution of their own; see ``JointChain``.
//
// In double precision, since the inertias of light and heavy links are added.
//
// Source: R. Featherstone, "The calculation of robot dynamics using articulated-body inertias",
// 1983; D. Baraff, "Linear-time dynamics using Lagrange multipliers", SIGGRAPH 1996.

/// A link of a tree of joints: a body and the joint to its parent.
struct JointLink: BitwiseCopyable {
  /// The index of the body.
  var body: Int32 = 0
  /// The parent link; -1 for the root.
  var parent: Int32 = -1
  /// The pack of the joint to the parent; -1 for a root without a joint to the world.
  var pack: Int32 = -1
  var lane: Int32 = 0
  /// 1 when the body is side A of that joint.
  var isA: UInt32 = 0
  /// 1 in a pendulum, whose gaps are corrected in whole in each substep.
  var isPendulum: UInt32 = 0
  /// 1 in a pendulum of a few links, which holds chords; see ``HalfTurnW``.
  var holdsChords: UInt32 = 0
}

/// The offsets of a link's values while its tree is solved, in doubles; all are multiples of four.
enum LinkPart {
  /// The articulated inertia of the link and its descendants: a symmetric matrix, then its factors.
  static let inertia = 0
  /// Six Jacobian rows of the joint for this body, and six for the parent.
  static let rows = 36
  static let parentRows = 72
  /// The rows times the inverse of the articulated inertia, as six columns of eight; then the
  /// factors of the joint's response, as rows of eight.
  static let solvedRows = 108
  static let response = 156
  /// The inverse of the response times the parent's rows.
  static let columns = 204
  /// The impulse on the link, the residual of the joint's rows, its impulse, and the velocity
  /// change.
  static let load = 240
  static let residual = 248
  static let impulse = 256
  static let velocityChange = 264
  static let size = 272
}

/// The trees of joints that are solved exactly.
struct JointTrees: ~Copyable {
  /// Parents come before their children.
  var links = Buffer<JointLink>()
  var numbers = Buffer<Double>()
  /// Whether the numbers contain the factors for the current rows and inertias.
  var isFactored = false
  /// For each joint, the link that it connects to its parent; or ``outside``, ``alone`` or
  /// ``chained``.
  var slots = Buffer<Int32>()
  // Scratch of the plan, by index among the awake bodies.
  var parents = Buffer<Int32>()
  var counts = Buffer<Int32>()
  var loads = Buffer<Float>()

  static var outside: Int32 { -1 }
  static var alone: Int32 { .min }
  static var chained: Int32 { .min + 1 }

  /// Whether the bodies of a joint have no other joint.
  func isAlone(_ joint: Int) -> Bool { joint < slots.count && slots.base[joint] == Self.alone }

  /// Whether a joint that is not in a chain is alone or in the tree of a short pendulum.
  func holdsChord(_ joint: Int) -> Bool {
    isAlone(joint) || (isInTree(joint) && links.base[Int(slots.base[joint])].holdsChords != 0)
  }

  /// Whether a joint is in one of the ``JointChains``.
  func isChained(_ joint: Int) -> Bool {
    joint < slots.count && slots.base[joint] == Self.chained
  }

  func isInTree(_ joint: Int) -> Bool { joint < slots.count && slots.base[joint] >= 0 }
}
