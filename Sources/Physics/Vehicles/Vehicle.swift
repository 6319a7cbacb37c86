import CaromMaths

/// The handle of a vehicle in a ``World``; it is invalid after the vehicle or its chassis is
/// destroyed.
public struct VehicleHandle: Hashable, Sendable, BitwiseCopyable {
  /// The serial number of the vehicle, counted from 1.
  public let serial: UInt32

  /// Creates a handle from its serial number, for owners that store it.
  public init(serial: UInt32) { self.serial = serial }
}

/// A dynamic body, the chassis, on ray-cast wheels.
///
/// Each wheel casts a ray from its connection along its suspension. The hit body supports the
/// chassis by a spring and a damper, and by friction along and across the wheel, limited by a
/// friction circle. If the hit body is dynamic the reaction force acts on it and it wakes. Only the
/// ray of a wheel collides: edges higher than the start of the ray collide with the chassis's own
/// shape. Wheels have no mass: they roll with the ground, and an engine force above their grip does
/// not spin them faster.
///
/// A vehicle at rest falls asleep with the bodies it stands on. It wakes with its chassis, on a
/// change of a control, and when the ground under a wheel changes or moves.
///
/// - Source: the model is that of Bullet's ray-cast vehicle; suspension and friction are solved
///   together here, as soft and bounded constraints (E. Catto, "Soft Constraints", GDC 2011).
public struct Vehicle {
  /// The world of the vehicle.
  public let world: World
  /// The handle of the vehicle.
  public let handle: VehicleHandle

  var record: VehicleRecord { world.vehicles.base[world.index(of: handle)] }

  /// The chassis.
  public var chassis: BodyHandle {
    let r = record
    return BodyHandle(index: UInt32(r.chassis), generation: r.chassisGeneration)
  }

  /// The wheels, in the order of their definitions.
  public var wheels: [Wheel] {
    (0..<Int(record.wheelCount)).map { Wheel(world: world, vehicle: handle, number: $0) }
  }

  /// The speed of the chassis along the first wheel's forward direction, in meters per second.
  ///
  /// Negative in reverse. SceneKit's is in kilometers per hour: 3.6 times this.
  public var speed: Float {
    let r = record
    let b = world.bodies.base[Int(r.chassis)]
    let wheel = world.vehicles.wheels.base[Int(r.firstWheel)]
    let forward = (-wheel.down).cross(wheel.axle).normalized(or: .zero)
    return b.velocity.dot(b.orientation.rotate(forward))
  }
}

extension World {
  /// Adds wheels to a dynamic body.
  ///
  /// Destroying the body destroys the vehicle.
  /// - Throws: ``PhysicsError`` for a body that is not dynamic and for invalid wheels.
  public func createVehicle(
    chassis: BodyHandle, wheels definitions: [WheelDefinition]
  ) throws(PhysicsError) -> VehicleHandle {
    let index = index(of: chassis)
    if !bodies.base[index].isDynamic {
      throw .invalidProperty("chassis", problem: "it must be a dynamic body")
    }
    if !(1...64).contains(definitions.count) {
      throw .invalidProperty("wheels", problem: "\(definitions.count) are not 1 to 64")
    }
    for (number, definition) in definitions.enumerated() {
      if let fault = definition.fault {
        throw .invalidProperty("wheels[\(number)].\(fault.name)", problem: fault.problem)
      }
    }
    let serial = vehicles.append(
      chassis: Int32(index), generation: chassis.generation, definitions.map { WheelRecord($0) })
    wake(index)
    return VehicleHandle(serial: serial)
  }

  /// Removes the wheels of a body, which wakes.
  public func destroyVehicle(_ handle: VehicleHandle) {
    let index = index(of: handle)
    wake(Int(vehicles.base[index].chassis))
    vehicles.remove(index)
  }

  /// The vehicle of a handle, or nil if it or its chassis was destroyed.
  public func vehicle(_ handle: VehicleHandle) -> Vehicle? {
    findVehicle(handle) == nil ? nil : Vehicle(world: self, handle: handle)
  }

  /// The handles of all vehicles in creation order.
  public var vehicleHandles: [VehicleHandle] {
    vehicles.elements.filter { hasChassis($0) }.map { VehicleHandle(serial: $0.serial) }
  }

  func index(of handle: VehicleHandle) -> Int {
    guard let index = findVehicle(handle) else {
      preconditionFailure("The vehicle or its chassis has been destroyed")
    }
    return index
  }

  /// The index of a vehicle in the list, which is in creation order.
  private func findVehicle(_ handle: VehicleHandle) -> Int? {
    for index in 0..<vehicles.count where vehicles.base[index].serial == handle.serial {
      return hasChassis(vehicles.base[index]) ? index : nil
    }
    return nil
  }

  private func hasChassis(_ vehicle: VehicleRecord) -> Bool {
    contains(BodyHandle(index: UInt32(vehicle.chassis), generation: vehicle.chassisGeneration))
  }

  /// Removes the vehicles whose chassis was destroyed.
  func removeWrecks() {
    for index in (0..<vehicles.count).reversed() where !hasChassis(vehicles.base[index]) {
      vehicles.remove(index)
    }
  }
}
