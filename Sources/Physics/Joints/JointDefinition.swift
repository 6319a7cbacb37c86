public import CaromMaths

/// Everything that a joint starts with; ``Joint`` has the same properties live.
///
/// A joint holds a frame that is fixed to body A and one that is fixed to body B, or to the world,
/// together in the way of its kind. SI units and radians.
public struct JointDefinition: Sendable {
  /// What the joint allows.
  public var kind: JointKind
  /// The body that frame A is fixed to.
  public var bodyA: BodyHandle
  /// The body that frame B is fixed to; nil for the world.
  public var bodyB: BodyHandle?
  /// Where the joint is on body A, in the body's own axes.
  public var frameA: Transform
  /// Where the joint is on body B, in the body's own axes; in the world's when that is the world.
  public var frameB: Transform
  /// Whether the two bodies still push each other; by default they do not, as they may overlap.
  public var collideConnected = false
  /// The force in newtons at which the joint breaks, above 0; infinity never does.
  ///
  /// What counts is the mean over a step.
  public var breakingForce: Float = .infinity
  /// The torque in newton-metres at which the joint breaks, above 0; infinity never does.
  public var breakingTorque: Float = .infinity
  /// Whether the joint holds.
  public var isEnabled = true
  /// A number of the owner's own, handed back in events; the simulation does not read it.
  public var userTag: UInt64 = 0

  /// Makes a definition from frames in the bodies' own axes.
  public init(
    _ kind: JointKind, bodyA: BodyHandle, bodyB: BodyHandle? = nil,
    frameA: Transform = .identity, frameB: Transform = .identity
  ) {
    (self.kind, self.bodyA, self.bodyB) = (kind, bodyA, bodyB)
    (self.frameA, self.frameB) = (frameA, frameB)
  }

  /// Makes a definition from one frame in the world, where both bodies are now.
  ///
  /// - Parameters:
  ///   - kind: What the joint allows.
  ///   - a: Body A.
  ///   - b: Body B, or nil for the world.
  ///   - anchor: Where the joint is, in the world.
  ///   - axis: The X axis of the joint, in the world, of any length above 0.
  ///   - up: A direction that the Y axis comes near to; nil for any that is square to the axis.
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
  /// Why a world would refuse the numbers of this definition, or nil when it would not.
  public var error: PhysicsError? {
    for (name, frame) in [("frameA", frameA), ("frameB", frameB)] {
      let isNear = frame.position.magnitudes.greatest <= BodyLimits.maxAmount
      if !isNear || !frame.position.isFinite || !frame.orientation.isFinite {
        return .invalidProperty(name, problem: "it must be finite and within \(BodyLimits.maxAmount) m")
      }
      let squared = frame.orientation.dot(frame.orientation)
      if !(squared >= 1e-12 && squared.isFinite) {
        return .invalidProperty(name, problem: "its orientation has no direction")
      }
    }
    if bodyA == bodyB {
      return .invalidProperty("bodyB", problem: "a joint needs two different bodies")
    }
    return JointChecks.breaking("breakingForce", breakingForce)
      ?? JointChecks.breaking("breakingTorque", breakingTorque) ?? kind.coding.problem
  }
}

/// The ranges that joints' properties may have, for definitions and live setters.
enum JointChecks {
  /// How far apart the parts of a joint may be, in metres.
  static let lengthRange: ClosedRange<Float> = -1e5...1e5

  static func speed(_ name: String, _ speed: Float) -> PhysicsError? {
    value(name, speed, within: -1e6...1e6)
  }

  static func strength(_ name: String, _ value: Float) -> PhysicsError? {
    value >= 0 ? nil : .invalidProperty(name, problem: "\(value) is not 0 or more")
  }

  static func breaking(_ name: String, _ value: Float) -> PhysicsError? {
    value > 0 ? nil : .invalidProperty(name, problem: "\(value) is not above 0")
  }

  static func value(
    _ name: String, _ value: Float, within range: ClosedRange<Float>
  ) -> PhysicsError? {
    if range.contains(value) { return nil }
    return .invalidProperty(
      name, problem: "\(value) is outside \(range.lowerBound)...\(range.upperBound)")
  }

  static func limits(
    _ name: String, _ limits: ClosedRange<Float>?, within range: ClosedRange<Float>
  ) -> PhysicsError? {
    guard let limits else { return nil }
    return value(name + ".lowerBound", limits.lowerBound, within: range)
      ?? value(name + ".upperBound", limits.upperBound, within: range)
  }
}
