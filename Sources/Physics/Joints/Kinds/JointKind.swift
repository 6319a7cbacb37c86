/// What a joint allows, with the parameters of its kind.
///
/// The main axis of every kind is the X axis of its frames.
public enum JointKind: Hashable, Sendable {
  /// One point stays together.
  case ballSocket(BallSocketJoint = BallSocketJoint())
  /// Only turns about X.
  case hinge(HingeJoint = HingeJoint())
  /// Only moves along X.
  case slider(SliderJoint = SliderJoint())
  /// Does neither.
  case fixed(FixedJoint = FixedJoint())
  /// A rod, a rope or a spring between two points.
  case distance(DistanceJoint)
  /// A ball in a socket that leans and twists within limits.
  case coneTwist(ConeTwistJoint)
  /// Spins about X of B, springs and steers along Y of A.
  case wheel(WheelJoint = WheelJoint())
}

/// The number of each kind, as records and snapshots hold it.
enum JointKindNumber: UInt32 {
  case ballSocket = 0
  case hinge = 1
  case slider = 2
  case fixed = 3
  case distance = 4
  case coneTwist = 5
  case wheel = 6
}

/// A kind's own parameters, to and from what records hold.
protocol JointParametersCoding {
  /// Why the parameters would be refused, or nil.
  var problem: PhysicsError? { get }
  var parameters: JointParameters { get }
  init(_ parameters: JointParameters)
}

extension JointKind {
  var number: JointKindNumber {
    switch self {
    case .ballSocket: .ballSocket
    case .hinge: .hinge
    case .slider: .slider
    case .fixed: .fixed
    case .distance: .distance
    case .coneTwist: .coneTwist
    case .wheel: .wheel
    }
  }

  var coding: any JointParametersCoding {
    switch self {
    case .ballSocket(let j): j
    case .hinge(let j): j
    case .slider(let j): j
    case .fixed(let j): j
    case .distance(let j): j
    case .coneTwist(let j): j
    case .wheel(let j): j
    }
  }

  init(_ number: JointKindNumber, _ p: JointParameters) {
    switch number {
    case .ballSocket: self = .ballSocket(BallSocketJoint(p))
    case .hinge: self = .hinge(HingeJoint(p))
    case .slider: self = .slider(SliderJoint(p))
    case .fixed: self = .fixed(FixedJoint(p))
    case .distance: self = .distance(DistanceJoint(p))
    case .coneTwist: self = .coneTwist(ConeTwistJoint(p))
    case .wheel: self = .wheel(WheelJoint(p))
    }
  }
}
