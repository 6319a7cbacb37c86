import CaromMaths
import CaromPhysics

/// A drive of an axis of a glTF joint, or the spring of a soft limit.
///
///     force = stiffness · (target − position) + damping · (speed − velocity)
struct GLTFJointDrive {
  var target: Float = 0
  var speed: Float = 0
  var stiffness: Float = 0
  var damping: Float = 0
  var maxForce: Float = 1e12
  /// Whether stiffness and damping are given per unit of the driven mass.
  var isAcceleration = false

  /// A drive in the form of motors and springs of joints.
  struct Setting {
    var motor: JointMotor?
    /// The damping of the motor, in newton-seconds per meter or newton-meter-seconds.
    var motorDamping: Float = 0
    var spring: JointSpring?
    var target: Float = 0
    /// The maximum force of the spring in newtons or newton-meters; nil for none.
    var springForce: Float?
  }

  /// The drive of an axis that moves a mass, in kilograms or kg·m².
  ///
  /// A drive with stiffness is a spring, and one with damping and a speed a motor with the same
  /// damping. A drive with both and a maximum force, which holds for their sum, is a spring alone:
  /// the speed moves its rest position by damping · speed / stiffness, which results in the same
  /// force. A drive with only damping and no speed is a damper: a spring with the greatest damping
  /// ratio, whose stiffness is negligible.
  func setting(mass: Float) -> Setting {
    let unit = isAcceleration ? 1 : mass
    let (k, c) = (stiffness / unit, damping / unit)
    if isMotor {
      var setting = Setting(motor: JointMotor(speed: speed, maxForce: maxForce))
      setting.motorDamping = min(c * mass, 1e12)
      guard k > 0 else { return setting }
      let hertz = min(max(k.squareRoot() / (2 * .pi), 1e-6), 1_000)
      (setting.spring, setting.target) = (JointSpring(hertz: hertz, dampingRatio: 0), target)
      return setting
    }
    if k > 0 {
      let omega = k.squareRoot()
      let spring = JointSpring(
        hertz: min(max(omega / (2 * .pi), 1e-6), 1_000), dampingRatio: min(c / (2 * omega), 1_000))
      return Setting(spring: spring, target: target + c * speed / k, springForce: springForce)
    }
    let ratio: Float = 1_000
    let hertz = min(c / (2 * ratio) / (2 * .pi), 1_000)
    return Setting(
      spring: JointSpring(hertz: hertz, dampingRatio: ratio), target: target,
      springForce: springForce)
  }

  /// Whether the drive is a spring or a damper, not a motor.
  var isSpring: Bool { stiffness > 0 || speed == 0 }

  /// Whether the drive becomes a motor with damping.
  var isMotor: Bool { speed != 0 && (stiffness == 0 || (damping > 0 && maxForce >= 1e12)) }

  /// The maximum force of the spring that the drive becomes; nil for none, and for motors.
  var springForce: Float? {
    isSpring && maxForce < 1e12 ? maxForce : nil
  }
}
