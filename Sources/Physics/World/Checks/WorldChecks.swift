/// The checks of a world's stores against each other.
///
/// A loaded snapshot is checked before anything follows its indices: first ``referenceProblem``,
/// then ``linkProblem``. Tests check ``invariantProblem``, which includes both.
struct WorldChecks {
  let bodies: BodyStore
  let colliders: ColliderStore
  let broadPhase: BroadPhase
  let contacts: ContactStore
  let joints: JointStore
  let solver: SolverStore
  let rules: CollisionRules

  init(_ world: World) {
    (bodies, colliders, broadPhase) = (world.bodies, world.colliders, world.broadPhase)
    (contacts, joints, solver) = (world.contacts, world.joints, world.solver)
    rules = world.rules
  }
}

extension World {
  /// Traps if the stored state of the world is inconsistent; for tests.
  ///
  /// - Complexity: O(n) in all objects of the world, too slow for every step of a game.
  public func checkInvariants() {
    if let problem = invariantProblem { preconditionFailure(problem) }
  }

  /// The first inconsistency of the stored state, or nil.
  public var invariantProblem: String? { WorldChecks(self).invariantProblem }
}
