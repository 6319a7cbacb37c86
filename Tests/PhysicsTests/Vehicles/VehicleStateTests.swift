import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import Testing

@Suite("Vehicles: sleep, ground and state")
struct VehicleStateTests {
  @Test("A parked car falls asleep, and a control wakes it")
  func sleeps() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let car = try TestCar(t, at: Vector3(0, TestCar.height, 0))
    t.run(120)
    #expect(car.chassis.isAsleep)
    let place = car.chassis.position
    t.run(60)
    #expect(car.chassis.isAsleep && car.chassis.position == place)
    car.vehicle.wheels[2].engineForce = 800
    #expect(!car.chassis.isAsleep)
    t.run(60)
    #expect(car.vehicle.speed > 0.7)
  }

  @Test("A sleeping car wakes when ground under a wheel is removed, added or moved")
  func groundChanges() throws {
    for change in 0..<4 {
      let t = TestWorld()
      let kind = change == 3 ? BodyKind.kinematic : .static
      let deck = try t.add(kind, .box(10, 1, 10), at: Vector3(0, -0.5, 0))
      let block = try t.add(.static, .box(0.2, 0.2, 0.2), at: Vector3(50, 0, 0))
      let car = try TestCar(t, at: Vector3(0, TestCar.height, 0))
      t.run(120)
      #expect(car.chassis.isAsleep)
      switch change {
      case 0: t.world.destroyBody(deck.handle)
      case 1: block.position = car.vehicle.wheels[1].contactPoint
      case 2: deck.isEnabled = false
      default: deck.velocity = Vector3(0.05, 0, 0)
      }
      t.run(1)
      #expect(!car.chassis.isAsleep, "\(change)")
      t.run(120)
      switch change {
      case 0, 2: #expect(car.chassis.position.y < -5)
      // Half of the block's 0.1 m rotates the chassis, half compresses the four springs.
      case 1: #expect(abs(car.vehicle.wheels[1].travel - 0.06125 - 0.025) < 0.005)
      default: #expect(abs(car.chassis.velocity.x - 0.05) < 1e-3 && !car.chassis.isAsleep)
      }
    }
  }

  @Test("A car on a raft loads it, wakes it, and sleeps and wakes together with it")
  func raft() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let raft = try t.add(.dynamic, .box(6, 0.5, 8), at: Vector3(0, 0.25, 0)) { $0.mass = 4000 }
    t.run(120)
    #expect(raft.isAsleep)
    let car = try TestCar(t, at: Vector3(0, 0.5 + TestCar.height, 0))
    car.all(\.brake, 1e5)
    t.run(2)
    #expect(!raft.isAsleep)
    t.run(300)
    #expect(raft.isAsleep && car.chassis.isAsleep)
    #expect(car.vehicle.wheels.allSatisfy { $0.ground == raft.handle })
    // An impulse on the raft is transmitted through the braked wheels.
    raft.apply(impulse: Vector3(0, 0, 20000))
    #expect(!car.chassis.isAsleep)
    t.run(10)
    #expect(car.chassis.velocity.z > 0.1)
  }

  @Test("A dynamic ground receives the opposite momentum of a car")
  func momentum() throws {
    let t = TestWorld { ($0.allowsSleep, $0.gravity) = (false, Vector3(0, -9.8, 0)) }
    try t.add(.static, .floor) { ($0.friction, $0.restitution) = (0, 0) }
    let raft = try t.add(.dynamic, .box(6, 0.5, 30), at: Vector3(0, 0.25, 0)) {
      ($0.mass, $0.friction, $0.restitution) = (4000, 0, 0)
    }
    let car = try TestCar(t, at: Vector3(0, 0.5 + TestCar.height, 0))
    t.run(120)
    car.all(\.engine, 500)
    t.run(60)
    #expect(car.chassis.velocity.z > 1.9)
    let sum = car.chassis.velocity.z * 1000 + raft.velocity.z * 4000
    #expect(abs(sum) < 1)
  }

  @Test("Wheels ignore bodies that the chassis does not collide with")
  func masks() throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor)
    let ghost = try t.add(.static, .box(10, 0.4, 10)) { $0.filter = CollisionFilter(category: 4) }
    try t.add(.static, .box(10, 0.6, 10)) { $0.isSensor = true }
    let car = try TestCar(t, at: Vector3(0, 1.2, 0))
    car.chassis.filter.collision = ~4
    t.run(240)
    #expect(abs(car.chassis.position.y - TestCar.height) < 1e-3)
    ghost.filter.category = 1
    t.run(240)
    #expect(abs(car.chassis.position.y - 0.2 - TestCar.height) < 1e-3)
  }

  @Test("A vehicle is destroyed alone or with its chassis, and its handle becomes invalid")
  func destroyed() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let first = try TestCar(t, at: Vector3(-5, 1, 0))
    let second = try TestCar(t, at: Vector3(0, 1, 0))
    let third = try TestCar(t, at: Vector3(5, 1, 0))
    t.run(30)
    t.world.destroyBody(first.chassis.handle)
    #expect(t.world.vehicle(first.vehicle.handle) == nil)
    t.world.destroyVehicle(second.vehicle.handle)
    #expect(t.world.vehicleHandles == [third.vehicle.handle])
    t.run(90)
    // Without wheels the chassis lies on the ground; the third car still stands.
    #expect(abs(second.chassis.position.y - 0.25) < 0.01)
    #expect(abs(third.chassis.position.y - TestCar.height) < 0.01)
    #expect(third.vehicle.wheels.allSatisfy { $0.isInContact })
  }

  @Test("The wheels of a disabled or kinematic chassis lose contact until it is dynamic again")
  func disabled() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let car = try TestCar(t, at: Vector3(0, TestCar.height, 0))
    t.run(60)
    car.chassis.isEnabled = false
    t.run(2)
    #expect(car.vehicle.wheels.allSatisfy { !$0.isInContact })
    car.chassis.isEnabled = true
    t.run(60)
    #expect(abs(car.chassis.position.y - TestCar.height) < 0.01)
    car.chassis.kind = .kinematic
    t.run(60)
    #expect(car.vehicle.wheels.allSatisfy { !$0.isInContact })
  }

  @Test("Extreme wheels and controls are stable")
  func absurd() throws {
    for (stiffness, damping) in [(1e6, 0), (0, 1e6), (1e6, 1e6), (0, 0)] as [(Float, Float)] {
      let t = TestWorld()
      try t.add(.static, .floor)
      let car = try TestCar(t, at: Vector3(0, 1.2, 0)) {
        $0.suspensionStiffness = stiffness
        ($0.suspensionDamping, $0.suspensionCompression) = (damping, damping)
        ($0.maximumSuspensionForce, $0.frictionSlip) = (1e9, 1e6)
      }
      car.all(\.engine, 3000)
      t.run(300)
      #expect(car.chassis.position.y < 2 && car.chassis.position.y > 0.2)
      #expect(car.chassis.velocity.length < 100)
    }
  }

  /// A driver that changes all controls.
  func drive(_ world: World, _ step: Int) {
    for handle in world.vehicleHandles {
      guard let vehicle = world.vehicle(handle) else { continue }
      for (number, wheel) in vehicle.wheels.enumerated() {
        if step % 40 == 0 { wheel.engineForce = Float(step % 120) * 10 - 300 }
        if step % 70 == 10 { wheel.brakingForce = Float(step % 3) * 500 }
        if number < 2 { wheel.steeringAngle = Float(step % 50) * 0.01 - 0.25 }
      }
    }
  }

  @Test("A world with cars restored into a new one after every step keeps its hash")
  func heavyMode() throws {
    func make() throws -> World {
      let t = TestWorld()
      try t.add(.static, .floor)
      try t.add(.dynamic, .box(3, 0.2, 3), at: Vector3(0, 0.1, 6))
      for i in 0..<3 { _ = try TestCar(t, at: Vector3(Float(i) * 3 - 3, 1, 0)) }
      return t.world
    }
    let straight = try make()
    var restored = try make()
    let buffer = StateBuffer()
    for step in 0..<400 {
      for world in [straight, restored] {
        if step < 250 { drive(world, step) }
        if step == 100 { world.destroyVehicle(world.vehicleHandles[0]) }
        if step == 200 { world.destroyBody(world.handles[3]) }
        world.step(1 / 60)
        world.checkInvariants()
      }
      buffer.fill { restored.save(into: &$0) }
      let fresh = World()
      var source = StateSource(buffer.bytes)
      try fresh.load(from: &source)
      try source.finish()
      #expect(straight.stateHash == fresh.stateHash)
      restored = fresh
    }
    #expect(restored.vehicleHandles.count == 1)
  }
}
