import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Vehicles")
struct VehicleTests {
  /// A car at rest on level ground.
  func parked(
    _ change: (inout WheelDefinition) -> Void = { _ in }, sleeps: Bool = false
  ) throws -> TestCar {
    let t = TestWorld { $0.allowsSleep = sleeps }
    try t.add(.static, .floor)
    return try TestCar(t, at: Vector3(0, TestCar.height, 0), change)
  }

  @Test("A car at rest sinks by g / (n·stiffness), with a quarter of its weight on each wheel")
  func stands() throws {
    let car = try parked()
    car.chassis.position.y += 0.05
    car.test.run(600)
    for wheel in car.vehicle.wheels {
      #expect(wheel.isInContact)
      #expect(abs(wheel.travel - 9.8 / 160) < 1e-4)
      #expect(abs(wheel.load - 2450) < 1)
      #expect(wheel.ground != nil && wheel.contactNormal == .unitY)
      #expect(abs(wheel.angularSpeed) < 1e-3)
    }
    #expect((car.chassis.position - Vector3(0, TestCar.height, 0)).length < 1e-3)
    #expect(car.chassis.velocity.length < 1e-4)
  }

  @Test("SceneKit's soft default suspension sinks by 1.225 m")
  func defaults() throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor)
    let car = try TestCar(t, at: Vector3(0, 1, 0)) {
      $0 = WheelDefinition(connectionPosition: $0.connectionPosition, radius: $0.radius)
    }
    t.run(1200)
    #expect(abs(car.vehicle.wheels[0].travel - 9.8 / 8) < 1e-3)
  }

  @Test(
    "The suspension oscillates with the frequency of its spring and is damped", arguments: [1, 4])
  func swings(_ damping: Float) throws {
    let car = try parked { ($0.suspensionDamping, $0.suspensionCompression) = (damping, damping) }
    car.test.run(60)
    car.chassis.position.y += 0.02
    var last: Float = 0.02
    var crossings: [Float] = []
    car.test.run(240) { step in
      let y = car.chassis.position.y - TestCar.height
      if last > 0 && y <= 0 { crossings.append(Float(step) + last / (last - y)) }
      last = y
    }
    // ω₀² = 4·40, c = 4·damping: ω = √(ω₀² − c²/4); the implicit spring is a little slow.
    let omega = (160 - 4 * damping * damping).squareRoot()
    if damping == 1 {
      let period = (crossings[1] - crossings[0]) / 60
      #expect(abs(period - 2 * .pi / omega) < 0.05 * period)
    }
    #expect(abs(last) < 1e-3)
  }

  @Test("An engine accelerates by force over mass, straight ahead, and the wheels roll")
  func drives() throws {
    let car = try parked()
    car.test.run(60)
    car.all(\.engine, 500)
    car.test.run(300)
    // 4 × 500 N / 1,000 kg for 5 s.
    #expect(abs(car.vehicle.speed - 10) < 0.01)
    #expect(abs(car.chassis.position.z - 25) < 0.1)
    #expect(abs(car.chassis.position.x) < 1e-3)
    for wheel in car.vehicle.wheels {
      #expect(abs(wheel.angularSpeed - 10 / 0.35) < 0.1)
      #expect(wheel.rotation >= 0 && wheel.rotation < 2 * .pi)
    }
    car.all(\.engine, -500)
    car.test.run(360)
    #expect(abs(car.vehicle.speed + 2) < 0.02)
  }

  @Test("The engine force is limited to friction times load")
  func spins() throws {
    let car = try parked { $0.frictionSlip = 0.3 }
    car.test.run(60)
    car.all(\.engine, 1e6)
    car.test.run(60)
    #expect(abs(car.vehicle.speed - 0.3 * 9.8) < 0.03)
  }

  @Test(
    "Steered wheels take the car round the circle of the bicycle model", arguments: [0.1, -0.3],
    [true, false])
  func steers(_ angle: Float, _ isAckermann: Bool) throws {
    let car = try parked()
    car.test.run(60)
    car.chassis.velocity = Vector3(0, 0, 2)
    let rear = 2 * TestCar.halfBase / Portable.tan(angle)
    for wheel in car.vehicle.wheels.prefix(2) {
      // With Ackermann steering each wheel is perpendicular to the center of the curve.
      let own = Portable.atan(2 * TestCar.halfBase / (rear - wheel.connectionPosition.x))
      wheel.steeringAngle = isAckermann ? own : angle
    }
    car.test.run(120)
    var turned: Float = 0
    let start = car.chassis.position
    var way: Float = 0
    var last = start
    car.test.run(240) { _ in
      turned += car.chassis.angularVelocity.y / 60
      way += (car.chassis.position - last).length
      last = car.chassis.position
    }
    // Rear axle on radius L / tan δ; the middle of the car is half a wheelbase farther ahead.
    let radius = (rear * rear + TestCar.halfBase * TestCar.halfBase).squareRoot()
    // Equal steering angles conflict over the track, 1.6 m of 8 m, so the wheels slip a little.
    #expect(abs(way / abs(turned) - radius) < (isAckermann ? 0.01 : 0.03) * radius)
    // Positive to the left: facing +z with y up, left is +x, so the heading rotates about +y.
    #expect((turned > 0) == (angle > 0))
  }

  @Test("Locked brakes stop the car within v²/2μg, without rotating it", arguments: [0.4, 1])
  func brakes(_ friction: Float) throws {
    let car = try parked { $0.frictionSlip = friction }
    car.test.run(60)
    car.chassis.velocity = Vector3(0, 0, 15)
    let start = car.chassis.position.z
    car.all(\.brake, 1e6)
    var sawLocked = false
    car.test.run(400) { _ in
      if car.vehicle.speed > 2 && car.vehicle.wheels[0].angularSpeed == 0 { sawLocked = true }
    }
    let expected = 15 * 15 / (2 * friction * 9.8)
    // Load shifts to the front wheels and back, but the sum of the loads is the weight.
    #expect(abs(car.chassis.position.z - start - expected) < 0.03 * expected)
    #expect(car.chassis.velocity.length < 1e-3 && sawLocked)
    #expect(abs(car.chassis.position.x) < 0.01)
  }

  @Test("A weak brake decelerates by force over mass and then holds")
  func gentleBrake() throws {
    let car = try parked()
    car.test.run(60)
    car.chassis.velocity = Vector3(0, 0, 3)
    car.all(\.brake, 250)
    car.test.run(60)
    #expect(abs(car.vehicle.speed - 2) < 0.01)
    car.test.run(240)
    #expect(abs(car.vehicle.speed) < 1e-3)
  }

  @Test("Brakes hold on a slope without creep; without brakes the car rolls down with g·sin θ")
  func slope() throws {
    for brake: Float in [0, 1e5] {
      let t = TestWorld { $0.allowsSleep = false }
      let tilt = Quaternion(axis: .unitX, angle: .pi / 12)
      try t.add(.static, .floor) { $0.transform.orientation = tilt }
      let car = try TestCar(
        t, at: tilt.rotate(Vector3(0, TestCar.height, 0)), orientation: tilt)
      car.all(\.brake, brake)
      t.run(120)
      let (place, speed) = (car.chassis.position, car.vehicle.speed)
      t.run(brake == 0 ? 60 : 600)
      if brake == 0 {
        let expected = 9.8 * Portable.sin(.pi / 12)
        #expect(abs(abs(car.vehicle.speed - speed) - expected) < 0.01 * expected)
      } else {
        #expect((car.chassis.position - place).length < 1e-3)
      }
    }
  }

  @Test("A car leaves a ramp, flies with its wheels hanging and lands on them")
  func jumps() throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor)
    let tilt = Quaternion(axis: .unitX, angle: -0.25)
    try t.add(.static, .box(6, 1, 8)) {
      $0.transform = Transform(position: Vector3(0, 0.3, 14), orientation: tilt)
    }
    let car = try TestCar(t, at: Vector3(0, TestCar.height, 0))
    t.run(30)
    car.chassis.velocity = Vector3(0, 0, 14)
    var airborne = 0
    var highest: Float = 0
    t.run(300) { _ in
      if car.vehicle.wheels.allSatisfy({ !$0.isInContact }) {
        airborne += 1
        #expect(car.vehicle.wheels[0].travel == 0 && car.vehicle.wheels[0].load == 0)
      }
      highest = max(highest, car.chassis.position.y)
    }
    #expect(airborne > 20 && highest > 2)
    #expect(car.vehicle.wheels.allSatisfy { $0.isInContact })
    #expect(car.chassis.orientation.rotate(.unitY).y > 0.99)
  }

  @Test("A wheel's transform is at its connection plus suspension, steered and rolled")
  func transform() throws {
    let car = try parked()
    car.test.run(60)
    let wheel = car.vehicle.wheels[0]
    #expect((wheel.transform.position - Vector3(0.8, 0.35, 1.25)).length < 2e-3)
    wheel.steeringAngle = .pi / 2
    // Facing +z, steered left: the wheel's −x axle now points backwards.
    let axle = wheel.transform.orientation.rotate(Vector3(-1, 0, 0))
    #expect((axle - Vector3(0, 0, 1)).length < 1e-3)
    wheel.steeringAngle = 0
    car.chassis.velocity = Vector3(0, 0, 1)
    let top = wheel.transform.orientation.unrotate(.unitY)
    car.test.run(5)
    // The point that was on top has moved forward.
    #expect(wheel.transform.orientation.rotate(top).z > 0.1)
  }

  @Test("Invalid vehicles are refused with the name of the property")
  func refusals() throws {
    let t = TestWorld()
    let wall = try t.add(.static, .box(1, 1, 1))
    let body = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 5, 0))
    let good = WheelDefinition(connectionPosition: .zero, radius: 0.3)
    func refused(_ body: Body, _ wheels: [WheelDefinition]) -> String {
      do {
        _ = try t.world.createVehicle(chassis: body.handle, wheels: wheels)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(refused(wall, [good]).hasPrefix("chassis"))
    #expect(refused(body, []).hasPrefix("wheels:"))
    var bad = good
    bad.radius = 0
    #expect(refused(body, [good, bad]).hasPrefix("wheels[1].radius"))
    bad = good
    bad.frictionSlip = .nan
    #expect(refused(body, [bad]).hasPrefix("wheels[0].frictionSlip"))
    bad = good
    bad.axle = .zero
    #expect(refused(body, [bad]).hasPrefix("wheels[0].axle"))
    #expect(t.world.vehicleHandles.isEmpty)
  }
}
