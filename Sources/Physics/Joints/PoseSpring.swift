public import CaromMaths
public import CaromProperties

/// A spring that turns the frame of body B towards an orientation relative to that of body A.
///
/// It drives ball sockets and cone twists to a pose, as the muscles of a ragdoll do: set
/// ``target`` in every step to follow an animation. Frequency and damping ratio are those of a
/// ``JointSpring``: for the moment of inertia I that the joint moves about an axis, the stiffness
/// is `I·(2π·frequency)²` in newton-meters per radian. The torque acts along the shortest rotation.
public struct PoseSpring: Part, Hashable, Sendable {
  /// The description in the schema.
  public static let summary = "Turns a body towards an orientation"

  /// The undamped frequency in hertz; above 0.
  public var frequency: Float = 2
  /// The damping ratio: 0 oscillates for ever, 1 returns without overshoot.
  public var dampingRatio: Float = 1
  /// The maximum torque about each axis of the target, in newton-meters; nil is unlimited.
  public var maximumTorque: Float?
  /// The orientation of frame B as seen from frame A.
  public var target = Quaternion.identity

  /// Creates a critically damped spring of 2 Hz towards the frame of body A.
  public init() {}

  /// Creates a spring from its frequency in hertz, its maximum torque in newton-meters and its
  /// target.
  public init(
    frequency: Float, dampingRatio: Float = 1, maximumTorque: Float? = nil,
    target: Quaternion = .identity
  ) {
    (self.frequency, self.dampingRatio) = (frequency, dampingRatio)
    (self.maximumTorque, self.target) = (maximumTorque, target)
  }

  /// The Euler angles of the target, as given in files.
  private var targetAngles: Vector3 {
    get { target.eulerAngles }
    set { target = Quaternion(eulerAngles: newValue) }
  }

  /// Declares the properties.
  public static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("frequency", \.frequency, "The undamped frequency", .hertz, 1e-3...1e3)
    p.property(
      "dampingRatio", \.dampingRatio, "The damping ratio; 1 returns without overshoot", .ratio,
      0...1e3)
    p.property(
      "maximumTorque", \.maximumTorque, "The maximum torque about each axis", .newtonMeters,
      0...1e12)
    p.degrees(
      "targetDegrees", \.targetAngles, "Pitch, yaw and roll of the target relative to A", in: .file)
    p.property("target", \.target, "The orientation relative to A", in: .state)
  }
}

extension JointParameters {
  /// The spring towards a pose.
  ///
  /// Its orientation takes the place of the motor and the first spring, which kinds with a pose do
  /// not have.
  var poseSpring: PoseSpring? {
    get {
      guard has(JointFeature.secondSpring) else { return nil }
      return PoseSpring(
        frequency: secondHertz, dampingRatio: secondDamping,
        maximumTorque: secondForce < .infinity ? secondForce : nil, target: poseTarget)
    }
    set {
      secondSpring = newValue.map {
        JointSpring(hertz: $0.frequency, dampingRatio: $0.dampingRatio)
      }
      secondForce = newValue.map { $0.maximumTorque ?? .infinity } ?? 0
      let q = newValue?.target.normalized ?? Quaternion(0, 0, 0, 0)
      (motorSpeed, motorForce, springHertz, springDamping) = (q.x, q.y, q.z, q.w)
    }
  }

  /// The orientation of that spring.
  var poseTarget: Quaternion { Quaternion(motorSpeed, motorForce, springHertz, springDamping) }
}
