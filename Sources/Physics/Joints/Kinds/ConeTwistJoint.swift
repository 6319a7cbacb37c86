/// A shoulder: a ball in a socket whose X axis stays in a cone and whose twist is limited.
///
/// The X axis of frame B may lean from that of frame A within an elliptic cone, and frame B may turn
/// about its own X axis within ``twist``.
public struct ConeTwistJoint: Hashable, Sendable {
  /// The greatest lean about the Y axis of frame A, in radians, above 0 and at most π.
  public var swingY: Float
  /// The greatest lean about the Z axis of frame A, in radians, above 0 and at most π.
  public var swingZ: Float
  /// The turns about X that are allowed, in radians within ±π, or nil for all.
  public var twist: ClosedRange<Float>?
  /// The greatest torque of friction about each axis of frame A, in newton-metres, 0 or more.
  public var frictionTorque: Float

  /// Makes a joint with a round cone of half angle `swing`, in radians.
  public init(swing: Float, twist: ClosedRange<Float>? = nil, frictionTorque: Float = 0) {
    self.init(swingY: swing, swingZ: swing, twist: twist, frictionTorque: frictionTorque)
  }

  /// Makes a joint with an elliptic cone.
  public init(
    swingY: Float, swingZ: Float, twist: ClosedRange<Float>? = nil, frictionTorque: Float = 0
  ) {
    (self.swingY, self.swingZ, self.twist) = (swingY, swingZ, twist)
    self.frictionTorque = frictionTorque
  }
}

extension ConeTwistJoint: JointParametersCoding {
  var problem: PhysicsError? {
    JointChecks.value("swingY", swingY, within: 0.001...Float.pi)
      ?? JointChecks.value("swingZ", swingZ, within: 0.001...Float.pi)
      ?? JointChecks.limits("twist", twist, within: -Float.pi...Float.pi)
      ?? JointChecks.strength("frictionTorque", frictionTorque)
  }

  var parameters: JointParameters {
    var p = JointParameters()
    (p.swingY, p.swingZ, p.friction) = (swingY, swingZ, frictionTorque)
    p.limits = twist
    p.set(JointFeature.friction, frictionTorque > 0)
    p.set(JointFeature.swing, swingY < Float.pi || swingZ < Float.pi)
    return p
  }

  init(_ p: JointParameters) {
    self.init(
      swingY: p.swingY, swingZ: p.swingZ, twist: p.limits, frictionTorque: p.friction)
  }
}
