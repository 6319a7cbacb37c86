public import CaromMaths
import CaromProperties

/// The complete initial state of a joint; ``Joint`` provides live access to the same properties.
///
/// A joint constrains a frame that is fixed to body A and one that is fixed to body B, or to the
/// world, relative to each other; see ``JointKind``. SI units and radians.
public struct JointDefinition: Sendable {
  /// The kind of joint with its parameters.
  public var kind: JointKind
  /// The body that frame A is fixed to.
  public var bodyA: BodyHandle
  /// The body that frame B is fixed to; nil for the world.
  public var bodyB: BodyHandle?
  /// The frame of the joint on body A, in the body's local space.
  public var frameA: Transform
  /// The frame of the joint on body B, in the body's local space, or in the world if B is the
  /// world.
  public var frameB: Transform
  /// Whether the two bodies collide with each other; by default they do not, since they can
  /// overlap.
  public var collideConnected = false
  /// The force in newtons at which the joint breaks, in ``breakingRange``; infinity never breaks.
  ///
  /// It is compared with the mean over a step.
  public var breakingForce: Float = .infinity
  /// The torque in newton-meters at which the joint breaks, in ``breakingRange``; infinity never
  /// breaks.
  public var breakingTorque: Float = .infinity
  /// Whether the joint is enabled.
  public var isEnabled = true
  /// A number for the owner's use, returned in events; the simulation does not read it.
  public var userTag: UInt64 = 0

  /// Creates a definition from frames in the bodies' local spaces.
  public init(
    _ kind: JointKind, bodyA: BodyHandle, bodyB: BodyHandle? = nil,
    frameA: Transform = .identity, frameB: Transform = .identity
  ) {
    (self.kind, self.bodyA, self.bodyB) = (kind, bodyA, bodyB)
    (self.frameA, self.frameB) = (frameA, frameB)
  }

  /// Creates a definition from one frame in the world, for the current poses of both bodies.
  ///
  /// - Parameters:
  ///   - kind: The kind of joint with its parameters.
  ///   - a: Body A.
  ///   - b: Body B, or nil for the world.
  ///   - anchor: The position of the joint in the world.
  ///   - axis: The X axis of the joint, in the world, of any length above 0.
  ///   - up: A direction to which the Y axis is as close as possible; nil for any perpendicular
  ///     axis.
  public init(
    _ kind: JointKind, _ a: Body, _ b: Body? = nil, anchor: Vector3, axis: Vector3 = .unitX,
    up: Vector3? = nil
  ) {
    let x = axis.normalized(or: .unitX)
    let side = up.map { x.cross($0) }?.normalized
    let z = side ?? (axis == .unitX ? .unitZ : x.perpendicular)
    let turn = axis == .unitX && up == nil ? .identity : Quaternion(Matrix3(x, z.cross(x), z))
    let frame = Transform(position: anchor, orientation: turn)
    self.init(
      kind, bodyA: a.handle, bodyB: b?.handle, frameA: a.transform.relative(frame),
      frameB: b?.transform.relative(frame) ?? frame)
  }
}

extension JointDefinition {
  /// The reason why a world would reject the numbers of this definition, or nil.
  public var error: PhysicsError? {
    for (name, frame) in [("frameA", frameA), ("frameB", frameB)] {
      let isNear = frame.position.magnitudes.greatest <= BodyLimits.maxAmount
      if !isNear || !frame.position.isFinite || !frame.orientation.isFinite {
        return .invalidProperty(
          name, problem: "it must be finite and within \(BodyLimits.maxAmount) m")
      }
      let squared = frame.orientation.dot(frame.orientation)
      if !(squared >= 1e-12 && squared.isFinite) {
        return .invalidProperty(name, problem: "its orientation has no direction")
      }
    }
    if bodyA == bodyB {
      return .invalidProperty("bodyB", problem: "a joint needs two different bodies")
    }
    return Self.breakingError("breakingForce", breakingForce)
      ?? Self.breakingError("breakingTorque", breakingTorque) ?? kind.error
  }

  /// The range of forces and torques at which a joint breaks, in newtons and newton-meters.
  public static let breakingRange: ClosedRange<Double> = 1e-6...1e12

  /// Whether a joint can break at a force or torque; infinity never breaks.
  static func isBreakingStrength(_ value: Float) -> Bool {
    value == .infinity || breakingRange.contains(Double(value))
  }

  private static func breakingError(_ name: String, _ value: Float) -> PhysicsError? {
    if isBreakingStrength(value) { return nil }
    let (least, most) = (Float(breakingRange.lowerBound), Float(breakingRange.upperBound))
    return .invalidProperty(
      name, problem: "\(value) is out of range; \(least)…\(most) or infinity is accepted")
  }
}

extension JointKind {
  /// The reason why a world would reject the parameters, or nil.
  ///
  /// Forces and torques can be infinite: then they have no maximum.
  var error: PhysicsError? {
    guard
      let found = joint.invalidProperty(
        allowingInfinite: [.newtons, .newtonMeters], includingProblems: true)
    else { return nil }
    // Angles are in degrees in files only.
    let key = found.key.hasSuffix("Degrees") ? String(found.key.dropLast(7)) : found.key
    return .invalidProperty(key.isEmpty ? type(of: joint).key : key, problem: found.problem)
  }
}
