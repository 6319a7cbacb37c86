public import CaromMaths
import CaromProperties

/// The complete description of a wheel of a vehicle; ``Wheel`` provides live access to the same
/// properties.
///
/// The properties of ``WheelProperties`` are accessed directly: `wheel.frictionSlip = 2`.
@dynamicMemberLookup
public struct WheelDefinition: Hashable, Sendable {
  /// The range of ``radius``, in meters.
  public static let radiusRange: ClosedRange<Double> = 1e-4...1e5
  /// The range of each coordinate of ``connectionPosition``, in meters.
  public static let connectionRange: ClosedRange<Double> = -1e5...1e5

  /// The connection of the suspension to the chassis, in the chassis's own axes.
  public var connectionPosition: Vector3
  /// The radius in meters.
  public var radius: Float
  /// The axes, suspension and friction.
  public var properties = WheelProperties()

  /// Creates a wheel with SceneKit's suspension.
  public init(connectionPosition: Vector3, radius: Float) {
    self.connectionPosition = connectionPosition
    self.radius = radius
  }

  /// A property of ``WheelProperties``.
  public subscript<Value>(dynamicMember path: WritableKeyPath<WheelProperties, Value>) -> Value {
    get { properties[keyPath: path] }
    set { properties[keyPath: path] = newValue }
  }

  /// The reason why a world would reject this wheel, or nil.
  public var error: PhysicsError? {
    fault.map { .invalidProperty($0.name, problem: $0.problem) }
  }

  /// The name and the problem of the first invalid property, or nil.
  var fault: (name: String, problem: String)? {
    let limit = Float(Self.connectionRange.upperBound)
    if !(connectionPosition.isFinite && connectionPosition.magnitudes.greatest <= limit) {
      return ("connectionPosition", "it must be within \(limit) m")
    }
    let (least, greatest) = (Float(Self.radiusRange.lowerBound), Float(Self.radiusRange.upperBound))
    if !(radius >= least && radius <= greatest) {
      return ("radius", "\(radius) is out of range; \(least)…\(greatest) m is accepted")
    }
    if let found = properties.invalidProperty { return (found.key, found.problem) }
    if properties.axle.normalized == nil { return ("axle", "it needs a length above 0") }
    if properties.steeringAxis.normalized == nil {
      return ("steeringAxis", "it needs a length above 0")
    }
    return nil
  }
}
