public import CaromMaths

/// A live view of a wheel of a vehicle: its controls, its state and its definition.
///
/// Every property of ``WheelDefinition`` can be read and set through it. A change of a control or
/// of the definition wakes the vehicle. A value outside its range traps.
@dynamicMemberLookup
public struct Wheel {
  /// The world of the vehicle.
  public let world: World
  /// The vehicle of the wheel.
  public let vehicle: VehicleHandle
  /// The index of the wheel in its vehicle.
  public let number: Int

  private var index: Int {
    let r = world.vehicles.base[world.index(of: vehicle)]
    precondition(number >= 0 && number < Int(r.wheelCount), "The vehicle has no such wheel")
    return Int(r.firstWheel) + number
  }

  private var record: WheelRecord { world.vehicles.wheels.base[index] }

  private var body: BodyRecord {
    world.bodies.base[Int(world.vehicles.base[world.index(of: vehicle)].chassis)]
  }

  /// The complete definition of the wheel.
  public var definition: WheelDefinition {
    get { record.definition }
    nonmutating set {
      if let fault = newValue.fault { preconditionFailure("\(fault.name): \(fault.problem)") }
      guard newValue != definition else { return }
      world.vehicles.wheels.base[index].set(newValue)
      world.wake(Int(world.vehicles.base[world.index(of: vehicle)].chassis))
    }
  }

  /// A live property of the definition.
  public subscript<Value>(dynamicMember path: WritableKeyPath<WheelDefinition, Value>) -> Value {
    get { definition[keyPath: path] }
    nonmutating set {
      var changed = definition
      changed[keyPath: path] = newValue
      definition = changed
    }
  }
}

// MARK: Controls

extension Wheel {
  /// Engine, brake and steering, until they are changed; a change wakes the vehicle.
  public var controls: WheelControls {
    get { record.controls }
    nonmutating set {
      if let error = PhysicsError(invalidPropertyOf: newValue) { preconditionFailure("\(error)") }
      guard newValue != controls else { return }
      world.vehicles.wheels.base[index].controls = newValue
      world.wake(Int(world.vehicles.base[world.index(of: vehicle)].chassis))
    }
  }

  /// The force with which the engine drives the wheel forward, in newtons, until it is changed.
  public var engineForce: Float {
    get { record.engineForce }
    nonmutating set { controls.engineForce = newValue }
  }

  /// The maximum force of the brake, in newtons, until it is changed.
  public var brakingForce: Float {
    get { record.brakingForce }
    nonmutating set { controls.brakingForce = newValue }
  }

  /// The steering angle in radians, positive to the left, until it is changed.
  public var steeringAngle: Float {
    get { record.steeringAngle }
    nonmutating set { controls.steeringAngle = newValue }
  }
}

// MARK: State

extension Wheel {
  /// Whether the wheel touched the ground in the last step.
  public var isInContact: Bool { record.hasContact != 0 }

  /// The body under the wheel, or nil in the air.
  public var ground: BodyHandle? {
    let r = record
    guard r.hasContact != 0 else { return nil }
    let handle = BodyHandle(index: UInt32(r.ground), generation: r.groundGeneration)
    return world.contains(handle) ? handle : nil
  }

  /// The contact with the ground, in the world; the last known point in the air.
  public var contactPoint: Vector3 { record.point }

  /// The normal of the ground, of unit length; the last known in the air.
  public var contactNormal: Vector3 { record.normal }

  /// The length of the suspension, from its connection to the wheel's center, in meters.
  public var suspensionLength: Float { record.length }

  /// The compression of the suspension, in meters; 0 in the air.
  public var travel: Float {
    let r = record
    return r.restLength - r.length
  }

  /// The normal force between the wheel and the ground in the last step, in newtons.
  public var load: Float { record.load }

  /// The rotation on the axle, in radians from 0 to 2π.
  public var rotation: Float { record.rotation }

  /// The angular speed on the axle, in radians per second; positive forward.
  public var angularSpeed: Float { record.spin }

  /// The world transform of the wheel's center, for drawing.
  public var transform: Transform {
    let (r, b) = (record, body)
    let steered = Quaternion(axis: -r.down, angle: r.steeringAngle)
    // Rolling towards up × axle is a negative rotation about the axle: the top moves forward.
    let straight = r.axle.normalized(or: Vector3(-1, 0, 0))
    let rolled = Quaternion(axis: straight, angle: -r.rotation)
    return Transform(
      position: b.transform.apply(r.connection + r.down * r.length),
      orientation: (b.orientation * steered * rolled).normalized)
  }
}
