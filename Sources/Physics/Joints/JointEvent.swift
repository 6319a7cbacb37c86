public import CaromMaths

/// Reported when a joint broke in the last step, because its force or torque exceeded its maximum.
///
/// The joint no longer exists and its handle is invalid, so the event contains its bodies and its
/// tag.
public struct JointEvent: Hashable, Sendable, BitwiseCopyable {
  /// The joint that broke.
  public let joint: JointHandle
  /// The body that the joint's frame A was fixed to.
  public let bodyA: BodyHandle
  /// The body that its frame B was fixed to, or nil for the world.
  public let bodyB: BodyHandle?
  /// The number of the owner, ``JointDefinition/userTag``.
  public let tag: UInt64
  /// The force on body B in the step in which it broke, in newtons, along the world's axes.
  public let force: Vector3
  /// The torque on body B about the joint in that step, in newton-meters.
  public let torque: Vector3
}
