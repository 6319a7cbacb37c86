import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Invalid definitions are refused with the name of the property and the accepted values.
@Suite("Refusals")
struct RefusalTests {
  /// An invalid shape, a word that its error contains, and its name.
  struct BadShape: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let word: String
    let shape: Shape

    init(_ name: String, _ word: String, _ shape: Shape) {
      (testDescription, self.word, self.shape) = (name, word, shape)
    }
  }

  static let shapes: [BadShape] =
    ([0, -1, .nan, .infinity, -.infinity, 1e-6, 1e9, .leastNonzeroMagnitude] as [Float]).flatMap {
      size in
      [
        BadShape("ball of \(size)", "radius", .sphere(SphereShape(radius: size))),
        BadShape(
          "box of \(size) along y", "along y",
          .box(BoxShape(halfExtents: Vector3(1, size, 1)))),
        BadShape(
          "capsule of radius \(size)", "radius",
          .capsule(CapsuleShape(radius: size, halfLength: 1))),
        BadShape(
          "capsule of half length \(size)", "half length",
          .capsule(CapsuleShape(radius: 1, halfLength: size))),
        BadShape(
          "cylinder of radius \(size)", "radius",
          .cylinder(CylinderShape(radius: size, halfHeight: 1))),
        BadShape(
          "cylinder of half height \(size)", "half height",
          .cylinder(CylinderShape(radius: 1, halfHeight: size))),
        BadShape(
          "compound with a ball of \(size)", "child 1",
          .compound(
            CompoundShape([
              ShapeLeaf(shape: .ball(1)), ShapeLeaf(shape: .sphere(SphereShape(radius: size))),
            ]))),
        BadShape(
          "compound with a child \(size) away, scaled", "child 0",
          .compound(
            CompoundShape([
              ShapeLeaf(
                shape: .sphere(SphereShape(radius: size)),
                placement: Transform(position: Vector3(repeating: size)))
            ]))),
      ]
    } + [
      BadShape("empty compound", "children", .compound(CompoundShape([]))),
      BadShape("plane", "plane", .plane(PlaneShape())),
      BadShape(
        "compound with a plane", "plane",
        .compound(
          CompoundShape([ShapeLeaf(shape: .ball(1)), ShapeLeaf(shape: .plane(PlaneShape()))]))),
      BadShape(
        "compound with a child nowhere", "child 0",
        .compound(
          CompoundShape([
            ShapeLeaf(
              shape: .ball(1), placement: Transform(position: Vector3(0, .nan, 0)))
          ]))),
      BadShape(
        "compound with a child at the end of the world", "child 0",
        .compound(
          CompoundShape([
            ShapeLeaf(
              shape: .ball(1), placement: Transform(position: Vector3(0, 1e20, 0)))
          ]))),
    ]

  @Test("Shapes of zero, negative, huge, tiny or invalid size are rejected", arguments: shapes)
  func shape(_ bad: BadShape) {
    let world = World()
    let error = #expect(throws: PhysicsError.self) {
      try world.createBody(BodyDefinition(.dynamic, shape: bad.shape))
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains(bad.word))
    #expect(world.bodyCount == 0)
  }

  /// A change that makes a definition invalid, by the name of the property.
  struct BadBody: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let change: @Sendable (inout BodyDefinition) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout BodyDefinition) -> Void) {
      (testDescription, self.change) = (name, change)
    }
  }

  static let bodies: [BadBody] =
    ([.nan, .infinity, -.infinity] as [Float]).flatMap { value in
      [
        BadBody("transform") { $0.transform.position.y = value },
        BadBody("transform") { $0.transform.orientation = Quaternion(0, value, 0, 1) },
        BadBody("velocity") { $0.velocity.z = value },
        BadBody("angularVelocity") { $0.angularVelocity.x = value },
        BadBody("centerOfMassOffset") { $0.centerOfMassOffset.x = value },
        BadBody("momentOfInertia") { $0.momentOfInertia = Vector3(1, value, 1) },
        BadBody("velocityFactor") { $0.velocityFactor.x = value },
        BadBody("angularVelocityFactor") { $0.angularVelocityFactor.x = value },
        BadBody("mass") { $0.mass = value },
        BadBody("friction") { $0.friction = value },
        BadBody("restitution") { $0.restitution = value },
        BadBody("rollingFriction") { $0.rollingFriction = value },
        BadBody("damping") { $0.damping = value },
        BadBody("angularDamping") { $0.angularDamping = value },
        BadBody("linearRestingThreshold") { $0.linearRestingThreshold = value },
        BadBody("angularRestingThreshold") { $0.angularRestingThreshold = value },
      ]
    } + [
      BadBody("transform") { $0.transform.position.x = 1e8 },
      BadBody("transform") { $0.transform.orientation = Quaternion(0, 0, 0, 0) },
      BadBody("velocity") { $0.velocity.x = 1e6 },
      BadBody("angularVelocity") { $0.angularVelocity.x = -1e6 },
      BadBody("centerOfMassOffset") { $0.centerOfMassOffset.z = 1e9 },
      BadBody("momentOfInertia") { $0.momentOfInertia = .zero },
      BadBody("momentOfInertia") { $0.momentOfInertia = Vector3(1, -1, 1) },
      BadBody("momentOfInertia") { $0.momentOfInertia = Vector3(1, 1, .leastNonzeroMagnitude) },
      BadBody("momentOfInertia") { $0.momentOfInertia = Vector3(1, 1, 1e30) },
      BadBody("mass") { $0.mass = 0 },
      BadBody("mass") { $0.mass = -1 },
      BadBody("mass") { $0.mass = 1e-9 },
      BadBody("mass") { $0.mass = 1e12 },
      BadBody("friction") { $0.friction = -0.1 },
      BadBody("restitution") { $0.restitution = 1.01 },
      BadBody("restitution") { $0.restitution = -0.01 },
      BadBody("damping") { $0.damping = 2 },
      BadBody("velocityFactor") { $0.velocityFactor.y = -1 },
    ]

  @Test("Properties that cannot be simulated are rejected by name", arguments: bodies)
  func body(_ bad: BadBody) {
    let world = World()
    var definition = BodyDefinition(.dynamic, shape: .ball(0.5))
    bad.change(&definition)
    let error = #expect(throws: PhysicsError.self) { try world.createBody(definition) }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix(bad.testDescription + ":"))
    #expect(world.bodyCount == 0)
  }

  @Test("Bodies of extreme size and mass are simulated")
  func extremes() throws {
    for (size, mass) in [(1e-4, 1e-6), (1e-4, 1e9), (1e3, 1e-6), (1e3, 1e9)] as [(Float, Float)] {
      for shape: Shape in [
        .sphere(SphereShape(radius: size)),
        .box(BoxShape(halfExtents: Vector3(size, size, 1))),
        .capsule(CapsuleShape(radius: size, halfLength: 1)),
        .cylinder(CylinderShape(radius: 1, halfHeight: size)),
      ] {
        let t = TestWorld()
        try t.add(.static, .box(10, 1, 10))
        let body = try t.add(.dynamic, shape, at: Vector3(0, 3, 0)) {
          $0.mass = mass
          $0.angularVelocity = Vector3(1, 2, 3)
        }
        body.apply(impulse: Vector3(mass, 0, 0), at: Vector3(0, 3 + size, 0))
        #expect(body.angularVelocity != Vector3(1, 2, 3), "\(shape) of \(mass) kg")
        t.run(30, checked: false)
        #expect(t.world.invariantProblem == nil, "\(shape) of \(mass) kg")
        #expect(body.position != Vector3(0, 3, 0), "\(shape) of \(mass) kg")
      }
    }
  }

  @Test("Extreme forces, impulses and velocities affect only their own body")
  func absurd() throws {
    let t = TestWorld()
    try t.add(.static, .floor)
    let other = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(3, 0.5, 0))
    let body = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 5, 0))
    let huge: [Float] = [1e10, 1e20, 1e30, .greatestFiniteMagnitude]
    for value in huge {
      body.apply(force: Vector3(value, value, 0))
      t.run(2)
      body.apply(torque: Vector3(0, value, value))
      t.run(2)
      body.apply(impulse: Vector3(0, value, 0))
      t.run(2)
      body.apply(angularImpulse: Vector3(value, 0, value))
      t.run(2)
      body.velocity = Vector3(0, 0, value)
      t.run(2)
      body.angularVelocity = Vector3(value, 0, 0)
      t.run(2)
      body.position = Vector3(0, 5, 0)
      (body.velocity, body.angularVelocity) = (.zero, .zero)
    }
    #expect(other.position.distance(to: Vector3(3, 0.5, 0)) < 0.01)
  }
}
