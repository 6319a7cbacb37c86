import CaromMaths
import CaromProperties
import CaromPhysics
import CaromSceneGraph
import Testing

/// A car of 50 kg with four wheels on a floor, the nodes of the wheels below its own.
struct CarFixture {
  let scene = Scene()
  let chassis = Node(name: "chassis", geometry: .box(width: 1, height: 0.4, length: 2))
  let tires: [Node]
  let car: PhysicsVehicle

  init() {
    let floor = Node(name: "floor", geometry: .floor())
    floor.physicsBody = .static()
    scene.rootNode.addChildNode(floor)
    chassis.physicsBody = .dynamic()
    chassis.physicsBody?.mass = 50
    chassis.position.y = 1
    scene.rootNode.addChildNode(chassis)
    var tires: [Node] = []
    for (x, z) in [(-0.6, 0.8), (0.6, 0.8), (-0.6, -0.8), (0.6, -0.8)] {
      let tire = Node(geometry: .cylinder(radius: 0.3, height: 0.2))
      tire.position = Vector3(Float(x), -0.4, Float(z))
      tire.eulerAngles.z = .pi / 2
      chassis.addChildNode(tire)
      tires.append(tire)
    }
    self.tires = tires
    car = PhysicsVehicle(
      chassisBody: chassis.physicsBody ?? .dynamic(),
      wheels: tires.map { tire in
        var wheel = PhysicsVehicleWheel(node: tire)
        wheel.suspensionRestLength = 0.3
        wheel.suspensionStiffness = 40
        return wheel
      })
    scene.physicsWorld.addBehavior(car)
  }

  func step(_ ticks: Int) { for _ in 0..<ticks { scene.step() } }
}

@Suite("Vehicles of nodes")
struct PhysicsVehicleTests {
  @Test("Parity: defaults of wheels are SceneKit's, in meters")
  func defaults() {
    let w = PhysicsVehicleWheel()
    #expect(w.suspensionStiffness == 2 && w.suspensionCompression == 4.4)
    #expect(w.suspensionDamping == 2.3 && w.maximumSuspensionTravel == 5 && w.frictionSlip == 1)
    #expect(w.maximumSuspensionForce == 6000 && w.suspensionRestLength == 1.6)
    #expect(w.steeringAxis == Vector3(0, -1, 0) && w.axle == Vector3(-1, 0, 0))
  }

  @Test("A car stands on its wheels, whose nodes follow suspension and rotation")
  func stands() {
    let f = CarFixture()
    f.step(180)
    #expect(f.scene.physicsWorld.allBehaviors.count == 1 && f.chassis.vehicle === f.car)
    #expect((0..<4).allSatisfy { f.car.isInContact(wheelAt: $0) })
    for tire in f.tires {
      #expect(abs(tire.worldPosition.y - 0.3) < 0.02, "half the greatest extent is its radius")
      #expect(abs(abs(tire.worldUp.x) - 1) < 0.01, "it keeps how it was turned")
    }
    #expect(abs(f.car.speedInKilometersPerHour) < 0.1)
  }

  @Test("Engine, steering and brake are set by SceneKit's methods")
  func drives() {
    let f = CarFixture()
    f.step(120)
    for wheel in 0..<4 { f.car.applyEngineForce(50, forWheelAt: wheel) }
    f.step(120)
    #expect(f.car.speedInKilometersPerHour > 10 && f.chassis.position.z > 2)
    #expect(f.tires[0].orientation != f.tires[0].parent.map { _ in Quaternion.identity })
    for wheel in 0..<4 { f.car.applyEngineForce(0, forWheelAt: wheel) }
    for wheel in 0..<2 { f.car.setSteeringAngle(0.2, forWheelAt: wheel) }
    f.step(60)
    #expect(abs(f.chassis.worldFront.x) > 0.1, "it turned")
    for wheel in 0..<4 {
      f.car.setSteeringAngle(0, forWheelAt: wheel)
      f.car.applyBrakingForce(500, forWheelAt: wheel)
    }
    f.step(180)
    #expect(abs(f.car.speedInKilometersPerHour) < 0.5)
    f.car.applyEngineForce(1, forWheelAt: 99)
    #expect(f.scene.problems.isEmpty)
  }

  @Test("Wheels can be changed, added and removed, and the vehicle is removed with its body")
  func live() {
    let f = CarFixture()
    f.step(120)
    let high = f.chassis.position.y
    for i in 0..<4 { f.car.wheels[i].suspensionStiffness = 15 }
    f.step(180)
    // It sinks by g / (n · stiffness).
    #expect(abs(f.chassis.position.y - (high - 9.8 / 60 + 9.8 / 160)) < 0.01)
    f.car.removeWheel(at: 3)
    f.step(2)
    #expect(f.car.wheels.count == 3 && f.scene.problems.isEmpty)
    f.scene.physicsWorld.removeBehavior(f.car)
    f.step(240)
    #expect(f.chassis.position.y < 0.35 && f.chassis.vehicle == nil)
    #expect(f.scene.physicsWorld.simulation.vehicleHandles.isEmpty)
    f.chassis.vehicle = f.car
    f.chassis.isHidden = true
    f.step(10)
    f.chassis.isHidden = false
    f.step(10)
    f.chassis.removeFromParentNode()
    #expect(f.scene.physicsWorld.simulation.vehicleHandles.isEmpty)
  }

  @Test("A restored scene continues identically, and a clone drives independently")
  func state() throws {
    let f = CarFixture()
    f.car.applyEngineForce(60, forWheelAt: 0)
    try expectSameFuture(f.scene)
    try expectSameFuture(f.scene)
    let twin = f.chassis.clone()
    twin.position = Vector3(6, 1, 0)
    f.scene.rootNode.addChildNode(twin)
    f.step(120)
    let tire = try #require(twin.childNodes.first)
    #expect((tire.worldPosition - twin.worldPosition).length < 1.5)
    #expect(twin.vehicle !== f.car && twin.vehicle?.isInContact(wheelAt: 0) == true)
    try expectSameFuture(f.scene)
  }

  @Test("An invalid wheel is reported, and the previous vehicle stays")
  func refused() {
    let f = CarFixture()
    f.step(60)
    f.car.wheels[0].radius = .nan
    f.step(10)
    #expect(f.scene.problems.count == 1 && f.chassis.position.y > 0.5)
  }
}

@Suite("Characters of nodes")
struct PhysicsCharacterTests {
  static func hero() -> (Fixture, Node, PhysicsCharacter) {
    let f = Fixture(ballAt: Vector3(50, 0.5, 0))
    let node = Node(name: "hero")
    node.position = Vector3(0, 2, 0)
    let character = PhysicsCharacter()
    node.character = character
    f.scene.rootNode.addChildNode(node)
    return (f, node, character)
  }

  @Test("A character falls to the ground, walks, jumps and lands")
  func walks() {
    let (f, node, hero) = Self.hero()
    f.step(120)
    #expect(hero.isOnGround && abs(node.position.y - 0.9) < 0.02)
    #expect(hero.groundNode?.name == "floor")
    hero.walkingVelocity = Vector3(2, 0, 0)
    f.step(60)
    #expect(abs(node.position.x - 2) < 0.2)
    hero.walkingVelocity = .zero
    hero.jump(speed: 5)
    f.step(20)
    #expect(!hero.isOnGround && node.position.y > 1.4)
    f.step(120)
    #expect(hero.isOnGround)
  }

  @Test("A wall stops a character, its own kinematic body does not")
  func walls() {
    let (f, node, hero) = Self.hero()
    let wall = Node(geometry: .box(width: 1, height: 9, length: 9))
    wall.physicsBody = .static()
    wall.position.x = 3
    f.scene.rootNode.addChildNode(wall)
    node.physicsBody = .kinematic(.capsule(Capsule(capRadius: 0.3, height: 1.8)))
    hero.walkingVelocity = Vector3(3, 0, 0)
    f.step(240)
    #expect(abs(node.position.x - 2.2) < 0.05)
    let body = node.physicsBody?.handle.flatMap { f.scene.physicsWorld.simulation.body($0) }
    #expect(body.map { ($0.transform.position - node.position).length < 0.01 } == true)
  }

  @Test("Moving the node moves the character, below other nodes too; a hidden one stands still")
  func placed() {
    let (f, node, hero) = Self.hero()
    let group = Node()
    group.position = Vector3(10, 0, 0)
    group.scale = Vector3(2, 2, 2)
    f.scene.rootNode.addChildNode(group)
    group.addChildNode(node)
    f.step(120)
    #expect((node.worldPosition - Vector3(10, 0.9, 0)).length < 0.05)
    node.worldPosition = Vector3(-3, 5, 0)
    f.step(1)
    #expect(node.worldPosition.y > 4.9 && !hero.isOnGround)
    node.isHidden = true
    f.step(30)
    #expect(node.worldPosition.y > 4.9)
  }

  @Test("A restored scene continues identically, and invalid settings are reported")
  func state() throws {
    let (f, node, hero) = Self.hero()
    hero.walkingVelocity = Vector3(1, 0, 2)
    try expectSameFuture(f.scene)
    hero.jump(speed: 4)
    try expectSameFuture(f.scene)
    let twin = node.clone()
    f.scene.rootNode.addChildNode(twin)
    #expect(twin.character !== hero && twin.character?.walkingVelocity == Vector3(1, 0, 2))
    try expectSameFuture(f.scene)
    twin.removeFromParentNode()
    hero.height = 0.1
    hero.walkingVelocity.x = .nan
    f.step(3)
    #expect(f.scene.problems.count == 1)
  }
}
