import CaromMaths

/// Names a vehicle of a ``World``; a name that outlives its vehicle or chassis finds nothing.
public struct VehicleHandle: Hashable, Sendable, BitwiseCopyable {
  /// Counts the vehicles that the world ever made, from 1.
  public let serial: UInt32

  /// Makes a handle from its number, for those who store it as such.
  public init(serial: UInt32) { self.serial = serial }
}

/// A dynamic body, the chassis, that rolls on wheels, which are rays with springs.
///
/// Each wheel casts a ray from its connection down its suspension. What the ray meets carries the
/// chassis by spring and damper, and holds it by friction along and across the wheel, within a circle
/// of friction. What is met is pushed back, and woken, when it is dynamic. Only the middle of a wheel
/// touches anything: edges higher than the ray's start belong to the chassis's own shape. Wheels have
/// no mass: they roll with the ground, and an engine stronger than its grip does not spin them faster.
///
/// A vehicle at rest falls asleep with what it stands on; it wakes when its chassis does, when a
/// control changes and when the ground under a wheel does.
///
/// - Source: the model is the one known from Bullet as the ray-cast vehicle; suspension and friction
///   are solved here together, as soft and bounded rows (E. Catto, "Soft Constraints", GDC 2011).
public struct Vehicle {
  /// The world that the vehicle is in.
  public let world: World
  /// The name of the vehicle.
  public let handle: VehicleHandle

  var record: VehicleRecord { world.vehicles.base[world.index(of: handle)] }

  /// The body that rolls.
  public var chassis: BodyHandle {
    let r = record
    return BodyHandle(index: UInt32(r.chassis), generation: r.chassisGeneration)
  }

  /// The wheels, in the order in which they were given.
  public var wheels: [Wheel] {
    (0..<Int(record.wheelCount)).map { Wheel(world: world, vehicle: handle, number: $0) }
  }

  /// The speed of the chassis along the first wheel's straight way, in metres a second.
  ///
  /// Negative in reverse. SceneKit's is in kilometres an hour: 3.6 times this.
  public var speed: Float {
    let r = record
    let b = world.bodies.base[Int(r.chassis)]
    let wheel = world.wheels.base[Int(r.firstWheel)]
    let forward = (-wheel.down).cross(wheel.axle).normalized(or: .zero)
    return b.velocity.dot(b.orientation.rotate(forward))
  }
}

extension World {
  /// Puts wheels under a dynamic body.
  ///
  /// Destroying the body destroys the vehicle too.
  /// - Throws: ``PhysicsError`` for a body that is not dynamic and wheels that cannot be simulated.
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
    vehicleSerials += 1
    vehicles.append(
      VehicleRecord(
        serial: vehicleSerials, chassis: Int32(index), chassisGeneration: chassis.generation,
        firstWheel: Int32(wheels.count), wheelCount: Int32(definitions.count)))
    for definition in definitions { wheels.append(WheelRecord(definition)) }
    wake(index)
    return VehicleHandle(serial: vehicleSerials)
  }

  /// Takes the wheels off a body, which wakes.
  public func destroyVehicle(_ handle: VehicleHandle) {
    let index = index(of: handle)
    wake(Int(vehicles.base[index].chassis))
    removeVehicle(index)
  }

  /// The vehicle that a handle names, or nil when it or its chassis is gone.
  public func vehicle(_ handle: VehicleHandle) -> Vehicle? {
    findVehicle(handle) == nil ? nil : Vehicle(world: self, handle: handle)
  }

  /// The handles of all vehicles in the order of their creation.
  public var vehicleHandles: [VehicleHandle] {
    vehicles.elements.filter { hasChassis($0) }.map { VehicleHandle(serial: $0.serial) }
  }

  func index(of handle: VehicleHandle) -> Int {
    guard let index = findVehicle(handle) else {
      preconditionFailure("The vehicle or its chassis has been destroyed")
    }
    return index
  }

  /// The place of a vehicle in the row, which is in the order of creation.
  private func findVehicle(_ handle: VehicleHandle) -> Int? {
    for index in 0..<vehicles.count where vehicles.base[index].serial == handle.serial {
      return hasChassis(vehicles.base[index]) ? index : nil
    }
    return nil
  }

  private func hasChassis(_ vehicle: VehicleRecord) -> Bool {
    contains(BodyHandle(index: UInt32(vehicle.chassis), generation: vehicle.chassisGeneration))
  }

  /// Forgets the vehicles whose chassis was destroyed.
  func removeWrecks() {
    for index in (0..<vehicles.count).reversed() where !hasChassis(vehicles.base[index]) {
      removeVehicle(index)
    }
  }

  private func removeVehicle(_ index: Int) {
    let gone = vehicles.base[index]
    for wheel in Int(gone.firstWheel + gone.wheelCount)..<wheels.count {
      wheels.base[wheel - Int(gone.wheelCount)] = wheels.base[wheel]
    }
    wheels.resize(wheels.count - Int(gone.wheelCount))
    for next in (index + 1)..<max(vehicles.count, index + 1) {
      vehicles.base[next - 1] = vehicles.base[next]
      vehicles.base[next - 1].firstWheel -= gone.wheelCount
    }
    vehicles.popLast()
  }
}
