import CaromCollision
import CaromMaths
import CaromPhysics

/// A car of 1,000 kg on four wheels, which faces +z.
struct TestCar {
  let test: TestWorld
  let chassis: Body
  let vehicle: Vehicle

  /// Half of the way from the front to the rear axle, in meters.
  static let halfBase: Float = 1.25

  init(
    _ test: TestWorld, at position: Vector3, orientation: Quaternion = .identity,
    _ change: (inout WheelDefinition) -> Void = { _ in }
  ) throws {
    self.test = test
    chassis = try test.add(.dynamic, .box(1.6, 0.5, 4)) {
      $0.transform = Transform(position: position, orientation: orientation)
      $0.mass = 1000
    }
    let signs: [(Float, Float)] = [(1, 1), (-1, 1), (1, -1), (-1, -1)]
    let wheels = signs.map { side, end in
      var wheel = WheelDefinition(
        connectionPosition: Vector3(0.8 * side, 0, Self.halfBase * end), radius: 0.35)
      (wheel.suspensionStiffness, wheel.suspensionRestLength) = (40, 0.4)
      (wheel.suspensionDamping, wheel.suspensionCompression) = (4, 4)
      change(&wheel)
      return wheel
    }
    let handle = try test.world.createVehicle(chassis: chassis.handle, wheels: wheels)
    guard let made = test.world.vehicle(handle) else { preconditionFailure("A new car is there") }
    vehicle = made
  }

  /// The height of the chassis's center at rest on level ground: 0.75 m less its sag.
  static let height: Float = 0.75 - 9.8 / (4 * 40)

  /// Sets a control of all wheels.
  func all(_ path: ReferenceWritableKeyPath<WheelBox, Float>, _ value: Float) {
    for wheel in vehicle.wheels { WheelBox(wheel)[keyPath: path] = value }
  }
}

/// The controls of a wheel behind a reference, for key paths.
final class WheelBox {
  let wheel: Wheel
  init(_ wheel: Wheel) { self.wheel = wheel }
  var engine: Float {
    get { wheel.engineForce }
    set { wheel.engineForce = newValue }
  }
  var brake: Float {
    get { wheel.brakingForce }
    set { wheel.brakingForce = newValue }
  }
}
