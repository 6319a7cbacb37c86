/// A rod, a rope or a spring between the origins of both frames.
///
/// - Without spring and limits it is a rod of ``length``.
/// - With limits alone it is a rope: free between them.
/// - With a spring it is pulled towards ``length``, within the limits if it has any.
public struct DistanceJoint: Hashable, Sendable {
  /// The length of the rod, or at which the spring rests, in metres, 0 or more.
  public var length: Float
  /// The lengths that it may have, in metres, or nil for all.
  public var limits: ClosedRange<Float>?
  /// What pulls it towards ``length``, or nil.
  public var spring: JointSpring?

  /// Makes a rod unless told otherwise.
  public init(length: Float, limits: ClosedRange<Float>? = nil, spring: JointSpring? = nil) {
    (self.length, self.limits, self.spring) = (length, limits, spring)
  }

  /// A rope of a greatest length in metres.
  public static func rope(_ length: Float) -> DistanceJoint {
    DistanceJoint(length: length, limits: 0...Swift.max(0, length))
  }
}

extension DistanceJoint: JointParametersCoding {
  var problem: PhysicsError? {
    if limits == nil && spring == nil && length < 0.001 {
      return .invalidProperty(
        "length", problem: "a rod of \(length) m has no direction; a ball socket holds a point")
    }
    return JointChecks.value("length", length, within: 0...JointChecks.lengthRange.upperBound)
      ?? JointChecks.limits("limits", limits, within: 0...JointChecks.lengthRange.upperBound)
      ?? spring?.problem("spring")
  }

  var parameters: JointParameters {
    var p = JointParameters()
    p.target = length
    p.limits = limits
    p.spring = spring
    p.set(JointFeature.rod, limits == nil && spring == nil)
    return p
  }

  init(_ p: JointParameters) { self.init(length: p.target, limits: p.limits, spring: p.spring) }
}
