import CaromMaths

/// The stage that applies suspension, engine, brake and friction forces of awake vehicles.
///
/// Input: wheels with their ground, gravity, motion and forces of the bodies. Output: forces on the
/// chassis and the ground; rotation and forces of the wheels.
final class VehicleDriver {
  private let bodies: BodyStore
  private let vehicles: VehicleStore

  init(_ bodies: BodyStore, _ vehicles: VehicleStore) {
    self.bodies = bodies
    self.vehicles = vehicles
  }

  func run(_ dt: Float, gravity: Vector3) {
    guard !vehicles.isEmpty else { return }
    for index in 0..<vehicles.count {
      let vehicle = vehicles.base[index]
      let b = bodies.base + Int(vehicle.chassis)
      guard b.pointee.isDynamic, b.pointee.isAwake else { continue }
      let wheels = vehicles.wheels.base + Int(vehicle.firstWheel)
      let count = Int(vehicle.wheelCount)
      vehicles.rows.resize(count)
      vehicles.groundSlots.removeAll()
      vehicles.groundSlots.reserve(count)
      var drive = WheelSolver(
        chassis: b, gravity: gravity, step: dt, rows: vehicles.rows.base,
        slots: vehicles.groundSlots.base)
      for number in 0..<count { drive.prepare(wheels + number, number, bodies.base) }
      drive.solve(wheels, count)
      drive.store(wheels, count, bodies.base)
    }
  }
}
