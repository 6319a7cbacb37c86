import CaromMaths

/// The stored state of a vehicle; only 4-byte fields.
struct VehicleRecord: BitwiseCopyable {
  var serial: UInt32 = 0
  var chassis: Int32 = -1
  var chassisGeneration: UInt32 = 0
  /// The wheels of a vehicle are contiguous in the list of wheels.
  var firstWheel: Int32 = 0
  var wheelCount: Int32 = 0
}

/// The stored state of a wheel; only 4-byte fields.
struct WheelRecord: BitwiseCopyable {
  // Definition
  var connection = Vector3.zero
  var radius: Float = 0
  var steeringAxis = Vector3.zero
  var axle = Vector3.zero
  var stiffness: Float = 0
  var compression: Float = 0
  var damping: Float = 0
  var restLength: Float = 0
  var maxTravel: Float = 0
  var maxForce: Float = 0
  var frictionSlip: Float = 0
  var rollInfluence: Float = 0

  // Controls
  var engineForce: Float = 0
  var brakingForce: Float = 0
  var steeringAngle: Float = 0

  // State
  var hasContact: UInt32 = 0
  var ground: Int32 = -1
  var groundGeneration: UInt32 = 0
  var length: Float = 0
  var point = Vector3.zero
  var normal = Vector3.zero
  var rotation: Float = 0
  var spin: Float = 0
  /// The normal, forward and sideways forces of the last step, for warm starting.
  var load: Float = 0
  var forward: Float = 0
  var sideways: Float = 0
}

extension WheelRecord {
  init(_ d: WheelDefinition) {
    self.init()
    set(d)
    length = d.suspensionRestLength
  }

  mutating func set(_ d: WheelDefinition) {
    connection = d.connectionPosition
    radius = d.radius
    steeringAxis = d.steeringAxis
    axle = d.axle
    stiffness = d.suspensionStiffness
    compression = d.suspensionCompression
    damping = d.suspensionDamping
    restLength = d.suspensionRestLength
    maxTravel = d.maximumSuspensionTravel
    maxForce = d.maximumSuspensionForce
    frictionSlip = d.frictionSlip
    rollInfluence = d.rollInfluence
  }

  var definition: WheelDefinition {
    var d = WheelDefinition(connectionPosition: connection, radius: radius)
    d.properties.steeringAxis = steeringAxis
    d.properties.axle = axle
    d.properties.suspensionStiffness = stiffness
    d.properties.suspensionCompression = compression
    d.properties.suspensionDamping = damping
    d.properties.suspensionRestLength = restLength
    d.properties.maximumSuspensionTravel = maxTravel
    d.properties.maximumSuspensionForce = maxForce
    d.properties.frictionSlip = frictionSlip
    d.properties.rollInfluence = rollInfluence
    return d
  }

  /// The driver's controls.
  var controls: WheelControls {
    get {
      var c = WheelControls()
      (c.engineForce, c.brakingForce, c.steeringAngle) = (engineForce, brakingForce, steeringAngle)
      return c
    }
    set {
      engineForce = newValue.engineForce
      brakingForce = newValue.brakingForce
      steeringAngle = newValue.steeringAngle
    }
  }

  /// The problem with a loaded record, or nil.
  func problem(bodyCount: Int) -> String? {
    if let fault = definition.fault { return "a wheel: \(fault.name): \(fault.problem)" }
    let numbers = [
      engineForce, brakingForce, steeringAngle, length, rotation, spin, load, forward, sideways,
    ]
    if !numbers.allSatisfy(\.isFinite) || !point.isFinite || !normal.isFinite {
      return "a wheel that is not finite"
    }
    if ground < -1 || Int(ground) >= bodyCount { return "a wheel on unknown ground" }
    return nil
  }

  /// The direction of the suspension, in the chassis's axes.
  var down: Vector3 { steeringAxis.normalized(or: Vector3(0, -1, 0)) }

  /// The steered axle, in the chassis's axes; positive angles steer to the left.
  var steeredAxle: Vector3 {
    let straight = axle.normalized(or: Vector3(-1, 0, 0))
    if steeringAngle == 0 { return straight }
    return Quaternion(axis: -down, angle: steeringAngle).rotate(straight)
  }

  /// Clears the contact with the ground.
  mutating func lift() {
    (hasContact, ground, groundGeneration) = (0, -1, 0)
    (load, forward, sideways) = (0, 0, 0)
    length = restLength
  }
}
