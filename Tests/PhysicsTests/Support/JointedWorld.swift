import CaromCollision
import CaromMaths
import CaromPhysics

/// A random world of 50 bodies of all shapes with joints of all kinds, on a floor, a mesh or a
/// height field, or in free fall, without motors.
struct JointedWorld {
  let world: World
  private var bodies: [Body] = []
  private var random: RandomStream

  /// Makes the world of a seed.
  init(_ seed: UInt64, joints: Int = 45) throws {
    let t = TestWorld(gravity: seed % 5 == 4 ? .zero : Vector3(0, -9.8, 0)) {
      $0.allowsSleep = seed % 2 == 0
    }
    world = t.world
    random = RandomStream(seed: seed)
    try addGround(t, Int(seed % 5))
    for number in 0..<50 {
      let place = Vector3(
        Float(number % 4) * 2 - 3, 2.5 + Float(number / 16) * 2, Float(number / 4 % 4) * 2 - 3)
      bodies.append(try addBody(t, at: place))
    }
    for _ in 0..<joints { try join() }
  }

  /// The kinetic and potential energy, in joules.
  var energy: Double {
    bodies.reduce(0.0) { sum, body in
      let (v, w) = (body.velocity, body.angularVelocity)
      let motion = Double(body.mass) * Double(v.lengthSquared)
      let turning = Double((body.worldInertia * w).dot(w))
      let height = Double(world.gravity.dot(body.centerOfMass))
      return sum + 0.5 * (motion + turning) - Double(body.mass) * height
    }
  }

  /// The energy of springs in joules, at the time to which velocities belong.
  var stored: Double { world.springEnergy(1 / 60) }

  /// The maximum speed of any body, in meters a second.
  var maxSpeed: Float { bodies.map { $0.velocity.length }.max() ?? 0 }

  private mutating func vector(_ size: Float) -> Vector3 {
    Vector3(
      random.float(in: -size..<size), random.float(in: -size..<size),
      random.float(in: -size..<size))
  }

  private func addGround(_ t: TestWorld, _ kind: Int) throws {
    func height(_ x: Float, _ z: Float) -> Float {
      0.4 * (Portable.sin(0.9 * x) + Portable.sin(1.1 * z + 1))
    }
    switch kind {
    case 0, 1: try t.add(.static, .floor)
    case 2: try t.add(.static, .mesh(TestSurface.mesh(40, size: 1, height: height)))
    case 3: try t.add(.static, .heightField(TestSurface.field(40, size: 1, height: height)))
    default: break
    }
  }

  private mutating func addBody(_ t: TestWorld, at place: Vector3) throws -> Body {
    let shape = EnergyTests.shape(&random)
    return try t.add(.dynamic, shape, at: place) {
      $0.mass = random.float(in: 0.1..<10)
      $0.velocity = vector(3)
      $0.angularVelocity = vector(4)
      $0.restitution = random.chance(0.5) ? 0 : random.float()
      $0.friction = random.float()
      if random.chance(0.1) { $0.angularVelocityFactor = Vector3(0, 1, 0) }
      if random.chance(0.1) { $0.velocityFactor = Vector3(1, 0, 1) }
    }
  }

  /// Joins a body to a neighbor, to any other body, or to the world.
  private mutating func join() throws {
    let first = random.int(below: bodies.count)
    let near = [1, 4, 16, 5][random.int(below: 4)]
    let other = random.chance(0.25) ? random.int(below: bodies.count) : first + near
    guard first != other, other < bodies.count else { return }
    let a = bodies[first]
    let b = random.chance(0.15) ? nil : bodies[other]
    let anchor = a.position + (bodies[other].position - a.position) * random.float() + vector(0.1)
    let kind = kind()
    var d = JointDefinition(kind, a, b, anchor: anchor, axis: vector(1), up: vector(1))
    if var distance = kind.distance {
      // Between two separate points.
      d.frameA.position = vector(0.3)
      let end = bodies[other].transform.apply(vector(0.3))
      d.frameB.position = b.map { $0.transform.unapply(end) } ?? end
      let length = a.transform.apply(d.frameA.position).distance(to: end)
      distance.length = (distance.length ?? 1) * length
      if distance.limits != nil { distance.limits = 0...(1.2 * length) }
      if distance.spring == nil { distance.length = length }
      d.kind = .distance(distance)
    }
    d.collideConnected = random.chance(0.5)
    if random.chance(0.1) { d.breakingForce = random.float(in: 50..<5000) }
    _ = try world.createJoint(d)
  }

  /// A joint of a random kind with random limits, springs, friction and brakes.
  private mutating func kind() -> JointKind {
    func limits(_ size: Float) -> ClosedRange<Float>? {
      random.chance(0.4) ? (-size * random.float())...(size * random.float()) : nil
    }
    func spring() -> JointSpring? {
      guard random.chance(0.4) else { return nil }
      return JointSpring(
        hertz: random.float(in: 0.3..<10), dampingRatio: random.float(in: 0..<1))
    }
    let brake: JointMotor? =
      random.chance(0.2) ? JointMotor(speed: 0, maxForce: random.float(in: 0..<5)) : nil
    let friction: Float = random.chance(0.3) ? random.float() : 0
    switch random.int(below: 7) {
    case 0: return .ballSocket(BallSocketJoint(frictionTorque: friction))
    case 1:
      return .hinge(
        HingeJoint(
          limits: limits(3), motor: brake, spring: spring(), target: random.float(in: -1..<1)))
    case 2:
      return .slider(
        SliderJoint(
          limits: limits(1), motor: brake, spring: spring(), target: random.float(in: -1..<1)))
    case 3: return .fixed(FixedJoint(linearSpring: spring(), angularSpring: spring()))
    case 4:
      return .distance(
        DistanceJoint(
          length: random.float(in: 0.5..<1.2), limits: random.chance(0.3) ? 0...1 : nil,
          spring: spring()))
    case 5:
      return .coneTwist(
        ConeTwistJoint(
          swingY: random.float(in: 0.1..<3), swingZ: random.float(in: 0.1..<3), twist: limits(3),
          frictionTorque: friction))
    default:
      return .wheel(
        WheelJoint(
          suspension: spring(), target: random.float(in: -0.3..<0.3), travel: limits(0.5),
          motor: brake, steeringSpring: spring(),
          steeringTorque: random.chance(0.5) ? .infinity : random.float(in: 0..<20)))
    }
  }
}
