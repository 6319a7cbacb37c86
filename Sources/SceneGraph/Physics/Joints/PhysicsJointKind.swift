import CaromPhysics
public import CaromProperties

/// What a joint allows, with the settings of its kind.
///
/// Names are SceneKit's where it has them. Angles and positions count from how the bodies stood when
/// the joint was made.
public enum PhysicsJointKind: Variant {
  /// One point stays together.
  case ballSocket(PhysicsBallSocketJoint)
  /// B turns about the axis.
  case hinge(PhysicsHingeJoint)
  /// B moves along the axis.
  case slider(PhysicsSliderJoint)
  /// B leans and twists within limits.
  case coneTwist(PhysicsConeTwistJoint)
  /// B stays on A; not in SceneKit.
  case fixed(PhysicsFixedJoint)
  /// A rod, a rope or a spring; not in SceneKit.
  case distance(PhysicsDistanceJoint)
  /// B spins about the axis and springs along the second axis; not in SceneKit.
  case wheel(PhysicsWheelJoint)

  /// Makes a ball and socket.
  public init() { self = .ballSocket(PhysicsBallSocketJoint()) }

  /// Declares the cases.
  public static func cases(_ c: inout some CaseVisitor<Self>) {
    c.case("ballSocket", Self.ballSocket) { if case .ballSocket(let p) = $0 { p } else { nil } }
    c.case("hinge", Self.hinge) { if case .hinge(let p) = $0 { p } else { nil } }
    c.case("slider", Self.slider) { if case .slider(let p) = $0 { p } else { nil } }
    c.case("coneTwist", Self.coneTwist) { if case .coneTwist(let p) = $0 { p } else { nil } }
    c.case("fixed", Self.fixed) { if case .fixed(let p) = $0 { p } else { nil } }
    c.case("distance", Self.distance) { if case .distance(let p) = $0 { p } else { nil } }
    c.case("wheel", Self.wheel) { if case .wheel(let p) = $0 { p } else { nil } }
  }

  /// The same for the simulation; `length` is that of a distance which gives none.
  func joint(length: Float) -> JointKind {
    switch self {
    case .ballSocket(let k): .ballSocket(BallSocketJoint(frictionTorque: k.frictionTorque))
    case .hinge(let k): k.joint
    case .slider(let k): k.joint
    case .coneTwist(let k): k.joint
    case .fixed(let k): k.joint
    case .distance(let k): k.joint(length: length)
    case .wheel(let k): k.joint
    }
  }

  /// True when both are of one kind, whatever their settings.
  func hasSameCase(as other: PhysicsJointKind) -> Bool {
    switch (self, other) {
    case (.ballSocket, .ballSocket), (.hinge, .hinge), (.slider, .slider),
      (.coneTwist, .coneTwist), (.fixed, .fixed), (.distance, .distance), (.wheel, .wheel):
      true
    case (.ballSocket, _), (.hinge, _), (.slider, _), (.coneTwist, _), (.fixed, _),
      (.distance, _), (.wheel, _):
      false
    }
  }
}

// MARK: The settings of each kind

// They are reached as `joint.hinge?.motorTargetAngularVelocity`, nil for joints of other kinds.
extension JointState {
  /// The settings of a ball and socket; nil for other kinds, which setting does not change.
  public var ballSocket: PhysicsBallSocketJoint? {
    get { if case .ballSocket(let k) = kind { k } else { nil } }
    set { if let newValue, ballSocket != nil { kind = .ballSocket(newValue) } }
  }
  /// The settings of a hinge; nil for other kinds, which setting does not change.
  public var hinge: PhysicsHingeJoint? {
    get { if case .hinge(let k) = kind { k } else { nil } }
    set { if let newValue, hinge != nil { kind = .hinge(newValue) } }
  }
  /// The settings of a slider; nil for other kinds, which setting does not change.
  public var slider: PhysicsSliderJoint? {
    get { if case .slider(let k) = kind { k } else { nil } }
    set { if let newValue, slider != nil { kind = .slider(newValue) } }
  }
  /// The settings of a cone and twist; nil for other kinds, which setting does not change.
  public var coneTwist: PhysicsConeTwistJoint? {
    get { if case .coneTwist(let k) = kind { k } else { nil } }
    set { if let newValue, coneTwist != nil { kind = .coneTwist(newValue) } }
  }
  /// The settings of a fixed joint; nil for other kinds, which setting does not change.
  public var fixed: PhysicsFixedJoint? {
    get { if case .fixed(let k) = kind { k } else { nil } }
    set { if let newValue, fixed != nil { kind = .fixed(newValue) } }
  }
  /// The settings of a distance; nil for other kinds, which setting does not change.
  public var distance: PhysicsDistanceJoint? {
    get { if case .distance(let k) = kind { k } else { nil } }
    set { if let newValue, distance != nil { kind = .distance(newValue) } }
  }
  /// The settings of a wheel; nil for other kinds, which setting does not change.
  public var wheel: PhysicsWheelJoint? {
    get { if case .wheel(let k) = kind { k } else { nil } }
    set { if let newValue, wheel != nil { kind = .wheel(newValue) } }
  }
}
