/// Glue: frame B stays on frame A, or springs back to it.
public struct FixedJoint: Hashable, Sendable {
  /// Lets the two part softly, or nil to hold their places rigidly.
  public var linearSpring: JointSpring?
  /// Lets the two turn softly, or nil to hold their turn rigidly.
  public var angularSpring: JointSpring?

  /// Makes a rigid joint unless given springs.
  public init(linearSpring: JointSpring? = nil, angularSpring: JointSpring? = nil) {
    (self.linearSpring, self.angularSpring) = (linearSpring, angularSpring)
  }
}

extension FixedJoint: JointParametersCoding {
  var problem: PhysicsError? {
    linearSpring?.problem("linearSpring") ?? angularSpring?.problem("angularSpring")
  }

  var parameters: JointParameters {
    var p = JointParameters()
    p.spring = linearSpring
    p.secondSpring = angularSpring
    return p
  }

  init(_ p: JointParameters) { self.init(linearSpring: p.spring, angularSpring: p.secondSpring) }
}
