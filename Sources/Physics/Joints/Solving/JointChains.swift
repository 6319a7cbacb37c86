import CaromMaths

// Most trees are chains of ball sockets: ropes, pendulums, cranes. Their bodies have at most two
// joints, so the response of the joints to their impulses is a block tridiagonal matrix of 3×3
// blocks, a fraction of the work of a tree. A chain is eliminated from both ends at once, one end
// in each lane, until both halves meet at the middle joint:
//
//     node 0 ─ joint 0 ─ node 1 … node m ─ joint m ─ node m+1 … node 2m ─ joint 2m ─ node 2m+1
//     └──────────── front ────────────┘              └───────────────── back ────────────────┘
//
// Node i of each half has an outer joint, i − 1, and an inner joint, i, counted from the end. With
// the impulses x, which act on the inner node of each joint and in the opposite direction on the
// outer one, and the responses K of node i to an impulse at the arm of a joint, the rows are
//
//     −K(in, out)·x(i−1) + (K(in, in) + K′(out, out))·x(i) − K′(out, in)·x(i+1) = g(i)
//
// where K′ is that of node i + 1, and g is the velocity that is missing. A chain of an even number
// of joints is completed by a joint to a node without mass at the end of the back half.
//
// Source: G. Golub and C. Van Loan, "Matrix Computations", 4.5, for block tridiagonal systems;
// P. Amodio et al., "Two-way elimination", for meeting in the middle.

/// A chain of ball sockets that is solved exactly.
struct JointChain: BitwiseCopyable {
  /// The first of its joints in ``JointChains/joints`` and their number.
  var firstJoint: Int32 = 0
  var jointCount: Int32 = 0
  /// The first pack of its joints, which are in order.
  var firstBall: Int32 = 0
  /// The first of its packs of nodes and the number of them.
  var firstPack: Int32 = 0
  var packCount: Int32 = 0
  /// The first of its pairs of blocks.
  var firstBlock: Int32 = 0
  /// The number of joints in each half, not counting the middle one.
  var half: Int32 = 0
  /// 1 for a pendulum, whose gaps are corrected in whole in each substep.
  var isPendulum: UInt32 = 0
  /// 1 for a pendulum of a few links, which holds chords; see ``HalfTurnW``.
  var holdsChords: UInt32 = 0
  /// 1 when its bodies have no other joints, and 1 when in this step nothing else acts on them
  /// either, unless it is a pendulum.
  var hasOwnBodies: UInt32 = 0
  var isAlone: UInt32 = 0
}

/// A joint of a chain.
struct ChainJoint: BitwiseCopyable {
  var joint: Int32 = 0
  /// 1 when side A of the joint is the node that follows in the chain.
  var isReversed: UInt32 = 0
}

/// Two nodes of each half of a chain, and the inner joint of each; the lanes are front, back,
/// front, back.
struct ChainPack: BitwiseCopyable {
  /// The solver indices from which the bodies are read, and to which they are written; 0 for those
  /// that are not.
  var bodies = I4()
  var writes = I4()
  /// The inverse masses.
  var mass = F4()
  /// The inverse inertia.
  var inertia = SymmetricW.zero
  /// From the centers of mass to the anchors of the outer and the inner joint, when the step began.
  var outerAnchor = Vector3W.zero
  var innerAnchor = Vector3W.zero
  /// From the center of the outer node of the inner joint to that of its inner node, when the step
  /// began.
  var centers = Vector3W.zero
  /// The current arms.
  var outerArm = Vector3W.zero
  var innerArm = Vector3W.zero
  /// From the anchor on the outer node of the inner joint to that on its inner node.
  var gap = Vector3W.zero
  /// The impulses of the inner joints in this substep, and their sum in the step.
  var impulse = Vector3W.zero
  var total = Vector3W.zero
}

/// The factors of a joint in each half of a chain.
struct ChainBlock: BitwiseCopyable {
  /// The responses of the outer node of the joint at this joint and at its outer one.
  var inner = SymmetricD2.zero
  var outer = SymmetricD2.zero
  /// The inverse of the response that is left once the joints outside are eliminated.
  var inverse = SymmetricD2.zero
  /// The response of the outer node at this joint to the outer one, then the factor by which the
  /// outer joint changes the velocity that is missing at this one.
  var transfer = Matrix3D2(.zero, .zero, .zero)
  /// The velocity that is missing, then the impulse.
  var value = Vector3D2.zero
}

/// The chains of ball sockets that are solved exactly.
struct JointChains: ~Copyable {
  var chains = Buffer<JointChain>()
  var joints = Buffer<ChainJoint>()
  var packs = Buffer<ChainPack>()
  var blocks = Buffer<ChainBlock>()
  /// The bodies of all chains.
  var bodies = Buffer<Int32>()
  /// Whether the blocks contain the factors for the current poses.
  var isFactored = false

  mutating func removeAll() {
    chains.removeAll()
    joints.removeAll()
    bodies.removeAll()
  }
}

/// The lane of a node of a chain: node `number` of `2·half + 2`.
struct ChainLane {
  let pack: Int
  let lane: Int

  init(node number: Int, half: Int) {
    let isFront = number <= half
    let pair = isFront ? number : 2 * half + 1 - number
    (pack, lane) = (pair >> 1, (pair & 1) * 2 + (isFront ? 0 : 1))
  }

  /// The lane of a joint is that of its outer node.
  init(joint number: Int, half: Int) {
    self.init(node: number <= half ? number : number + 1, half: half)
  }
}
