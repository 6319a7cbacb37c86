import CaromCollision
public import CaromMaths

/// Everything that a wheel of a vehicle is; ``Wheel`` has the same properties live.
///
/// Words and defaults are SceneKit's, but in metres. Lengths and axes are in the chassis's own axes.
public struct WheelDefinition: Hashable, Sendable {
  /// Where the suspension hangs on the chassis.
  public var connectionPosition: Vector3
  /// The radius in metres, above 0.
  public var radius: Float
  /// The way from the connection to the wheel, about which it also steers; any length but 0.
  public var steeringAxis = Vector3(0, -1, 0)
  /// The axis on which the wheel turns when it steers straight; any length but 0.
  ///
  /// A positive engine force drives along up × axle: towards +z by default.
  public var axle = Vector3(-1, 0, 0)
  /// The spring of the suspension in 1/s²: its force is this times the chassis's mass times travel.
  ///
  /// A vehicle of n equal wheels sinks by g / (n·stiffness).
  public var suspensionStiffness: Float = 2
  /// The damper while the suspension is being pressed together, in 1/s, times the chassis's mass.
  public var suspensionCompression: Float = 4.4
  /// The damper while the suspension extends, in 1/s, times the chassis's mass.
  public var suspensionDamping: Float = 2.3
  /// The length of the suspension without load, in metres, 0 or more.
  public var suspensionRestLength: Float = 1.6
  /// How far the suspension can be pressed together, in metres, 0 or more.
  public var maximumSuspensionTravel: Float = 5
  /// The greatest force of the suspension, in newtons, 0 or more.
  public var maximumSuspensionForce: Float = 6000
  /// The coefficient of friction between the wheel and any ground, 0 or more.
  public var frictionSlip: Float = 1
  /// How much of the height of the centre of mass sideways friction has to roll the chassis, 0 to 1.
  ///
  /// 1 is what a rigid wheel does; less keeps short, high vehicles on their wheels in curves.
  public var rollInfluence: Float = 0.1

  /// Makes a wheel with SceneKit's suspension.
  public init(connectionPosition: Vector3, radius: Float) {
    self.connectionPosition = connectionPosition
    self.radius = radius
  }

  /// Why a world would refuse this wheel, or nil when it would not.
  public var error: PhysicsError? {
    fault.map { .invalidProperty($0.name, problem: $0.problem) }
  }

  /// The name and the fault of the first property that cannot be simulated, or nil.
  var fault: (name: String, problem: String)? {
    let sizes = ShapeLimits.least...ShapeLimits.greatest
    let distance = connectionPosition.magnitudes.greatest
    if !(connectionPosition.isFinite && distance <= sizes.upperBound) {
      return ("connectionPosition", "it must be within \(sizes.upperBound) m")
    }
    if !sizes.contains(radius) {
      return ("radius", "\(radius) is outside \(sizes.lowerBound)...\(sizes.upperBound)")
    }
    if steeringAxis.normalized == nil { return ("steeringAxis", "it needs a length above 0") }
    if axle.normalized == nil { return ("axle", "it needs a length above 0") }
    let amounts = [
      ("suspensionStiffness", suspensionStiffness),
      ("suspensionCompression", suspensionCompression), ("suspensionDamping", suspensionDamping),
      ("suspensionRestLength", suspensionRestLength),
      ("maximumSuspensionTravel", maximumSuspensionTravel),
      ("maximumSuspensionForce", maximumSuspensionForce), ("frictionSlip", frictionSlip),
    ]
    for (name, value) in amounts where !(0...BodyChecks.most).contains(value) {
      return (name, "\(value) is outside 0...\(BodyChecks.most)")
    }
    if !(0...1).contains(rollInfluence) {
      return ("rollInfluence", "\(rollInfluence) is outside 0...1")
    }
    return nil
  }
}
