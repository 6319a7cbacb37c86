public import CaromMaths

/// A live view of a wheel of a vehicle: its controls, its state, and what it is.
///
/// Every property of ``WheelDefinition`` can be read and set through it. A change of a control or of
/// the wheel wakes the vehicle. Values that are out of range trap.
@dynamicMemberLookup
public struct Wheel {
  /// The world that the vehicle is in.
  public let world: World
  /// The vehicle that the wheel belongs to.
  public let vehicle: VehicleHandle
  /// Which of the vehicle's wheels it is, from zero.
  public let number: Int

  private var index: Int {
    let r = world.vehicles.base[world.index(of: vehicle)]
    precondition(number >= 0 && number < Int(r.wheelCount), "The vehicle has no such wheel")
    return Int(r.firstWheel) + number
  }

  private var record: WheelRecord { world.wheels.base[index] }

  private var body: BodyRecord {
    world.bodies.base[Int(world.vehicles.base[world.index(of: vehicle)].chassis)]
  }

  private func control(_ path: WritableKeyPath<WheelRecord, Float>, _ value: Float) {
    precondition(value.isFinite, "A control of a wheel is finite")
    let index = index
    guard world.wheels.base[index][keyPath: path] != value else { return }
    world.wheels.base[index][keyPath: path] = value
    world.wake(Int(world.vehicles.base[world.index(of: vehicle)].chassis))
  }

  /// Everything that the wheel is.
  public var definition: WheelDefinition {
    get { record.definition }
    nonmutating set {
      if let fault = newValue.fault { preconditionFailure("\(fault.name): \(fault.problem)") }
      guard newValue != definition else { return }
      world.wheels.base[index].set(newValue)
      world.wake(Int(world.vehicles.base[world.index(of: vehicle)].chassis))
    }
  }

  /// A property of the definition, live.
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
  /// The force with which the engine drives the wheel forward, in newtons, until it is changed.
  public var engineForce: Float {
    get { record.engineForce }
    nonmutating set { control(\.engineForce, newValue) }
  }

  /// The greatest force with which the brake holds the wheel, in newtons, until it is changed.
  public var brakingForce: Float {
    get { record.brakingForce }
    nonmutating set {
      precondition(newValue >= 0, "A braking force is 0 or more")
      control(\.brakingForce, newValue)
    }
  }

  /// How far the wheel is steered, in radians; positive to the left.
  public var steeringAngle: Float {
    get { record.steeringAngle }
    nonmutating set { control(\.steeringAngle, newValue) }
  }
}

// MARK: State

extension Wheel {
  /// Whether the wheel stood on something in the last step.
  public var isInContact: Bool { record.hasContact != 0 }

  /// The body under the wheel, or nil in the air.
  public var ground: BodyHandle? {
    let r = record
    guard r.hasContact != 0 else { return nil }
    let handle = BodyHandle(index: UInt32(r.ground), generation: r.groundGeneration)
    return world.contains(handle) ? handle : nil
  }

  /// Where the wheel touches the ground, in the world; the last known place in the air.
  public var contactPoint: Vector3 { record.point }

  /// The normal of the ground, of unit length; the last known in the air.
  public var contactNormal: Vector3 { record.normal }

  /// The length of the suspension, from its connection to the wheel's centre, in metres.
  public var suspensionLength: Float { record.length }

  /// How far the suspension is pressed together, in metres; 0 in the air.
  public var travel: Float {
    let r = record
    return r.restLength - r.length
  }

  /// The force between the wheel and the ground along its normal in the last step, in newtons.
  public var load: Float { record.load }

  /// How far the wheel has turned on its axle, in radians from 0 to 2π.
  public var rotation: Float { record.rotation }

  /// How fast the wheel turns on its axle, in radians a second; positive forward.
  public var angularSpeed: Float { record.spin }

  /// Where the wheel's centre is in the world, and how it is turned, for drawing it.
  public var transform: Transform {
    let (r, b) = (record, body)
    let steered = Quaternion(axis: -r.down, angle: r.steeringAngle)
    // Rolling towards up × axle is a turn against the axle: the top goes forward.
    let straight = r.axle.normalized(or: Vector3(-1, 0, 0))
    let rolled = Quaternion(axis: straight, angle: -r.rotation)
    return Transform(
      position: b.transform.apply(r.connection + r.down * r.length),
      orientation: (b.orientation * steered * rolled).normalized)
  }
}
