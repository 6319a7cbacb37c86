import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Random worlds that are left alone: nothing may break, and energy may only go.
@Suite("Undisturbed random worlds")
struct EnergyTests {
  /// A shape of any kind, less than a meter in size.
  static func shape(_ random: inout RandomStream) -> Shape {
    let size = random.float(in: 0.1..<0.5)
    let other = random.float(in: 0.1..<0.5)
    switch random.int(below: 8) {
    case 0: return .ball(size)
    case 1: return .box(2 * size, 2 * other, random.float(in: 0.05..<1))
    case 2: return .capsule(CapsuleShape(radius: 0.6 * size, halfLength: other))
    case 3: return .cylinder(CylinderShape(radius: size, halfHeight: other))
    case 4: return .cone(ConeShape(bottomRadius: size, halfHeight: other))
    case 5:
      return .pyramid(PyramidShape(width: size, height: other, length: size))
    case 6:
      let points = (0..<12).map { _ in
        Vector3(
          random.float(in: -size..<size), random.float(in: -other..<other),
          random.float(in: -size..<size))
      }
      if let hull = try? ConvexHullShape(points) { return .hull(hull) }
      return .ball(size)
    default:
      return .compound(
        CompoundShape([
          ShapeLeaf(
            shape: .ball(0.5 * size), placement: Transform(position: Vector3(0.6 * other, 0, 0))),
          ShapeLeaf(shape: .box(size, other, size)),
        ]))
    }
  }

  /// 50 bodies of random shape, mass, material and motion on a lattice, so that none overlap.
  static func make(_ seed: UInt64, on ground: Shape = .floor) throws -> (TestWorld, [Body]) {
    let t = TestWorld { $0.allowsSleep = seed % 2 == 0 }
    var random = RandomStream(seed: seed)
    func any(_ size: Float) -> Vector3 {
      Vector3(
        random.float(in: -size..<size), random.float(in: -size..<size),
        random.float(in: -size..<size))
    }
    try t.add(.static, ground) { $0.restitution = 1 }
    for _ in 0..<3 {
      try t.add(.static, shape(&random), at: Vector3(any(2).x, 0.3, any(2).z)) {
        $0.transform.orientation = Quaternion(axis: .unitX, angle: any(3).x)
        $0.restitution = 1
      }
    }
    var bodies: [Body] = []
    for number in 0..<50 {
      let place = Vector3(
        Float(number % 4) * 2 - 3, 2.5 + Float(number / 16) * 2, Float(number / 4 % 4) * 2 - 3)
      let body = try t.add(.dynamic, shape(&random), at: place) {
        $0.mass = random.float(in: 0.1..<10)
        $0.velocity = any(5)
        $0.angularVelocity = any(8)
        $0.restitution = random.float()
        $0.friction = random.float()
        $0.rollingFriction = random.int(below: 3) == 0 ? 0.02 : 0
        $0.damping = random.int(below: 2) == 0 ? 0 : 0.1
        $0.filter.contactTest = random.int(below: 4) == 0 ? .max : 0
        $0.isBullet = random.int(below: 8) == 0
      }
      bodies.append(body)
    }
    return (t, bodies)
  }

  /// Of motion, of turning and of height.
  static func energy(_ bodies: [Body]) -> Double {
    bodies.reduce(0) { sum, body in
      let (v, w) = (body.velocity, body.angularVelocity)
      let motion = Double(body.mass) * Double(v.lengthSquared)
      let turning = Double((body.worldInertia * w).dot(w))
      return sum + 0.5 * (motion + turning) + Double(body.mass) * 9.8 * Double(body.centerOfMass.y)
    }
  }

  @Test("Worlds of 50 bodies of all shapes stay valid and gain no energy")
  func worlds() throws {
    for seed in 0..<UInt64(Tier.count(150, full: 10_000)) { try watch(seed, on: .floor) }
  }

  @Test("Worlds on hills of a mesh or a height field stay valid and gain no energy")
  func hills() throws {
    let hills = { (x: Float, z: Float) in
      0.3 * Portable.sin(0.9 * x) * Portable.cos(0.8 * z) + 0.01 * (x * x + z * z)
    }
    let mesh = Shape.mesh(try TestSurface.mesh(60, size: 0.5, height: hills))
    let field = Shape.heightField(try TestSurface.field(60, size: 0.5, height: hills))
    for seed in 0..<UInt64(Tier.count(60, full: 2000)) {
      try watch(seed, on: seed % 2 == 0 ? mesh : field)
    }
  }

  /// Steps a world and watches over its energy.
  private func watch(_ seed: UInt64, on ground: Shape) throws {
    let (t, bodies) = try Self.make(seed, on: ground)
    let start = Self.energy(bodies)
    var least = start
    for step in 0..<300 {
      t.world.step(1 / 60)
      if let problem = t.world.invariantProblem {
        Issue.record("world \(seed), step \(step): \(problem)")
        return
      }
      let now = Self.energy(bodies)
      // A body that is pushed out of what it fell into is lifted, and keeps that: less than 3 % in
      // ten thousand worlds.
      if now > least + 0.03 * start {
        let fastest = bodies.max { $0.velocity.length < $1.velocity.length }
        Issue.record(
          """
          world \(seed) gains \((now - least) / start) of its energy in step \(step); the \
          fastest is \(fastest.map { "\($0.shape) at \($0.position)" } ?? "nobody")
          """)
        return
      }
      least = min(least, now)
    }
  }
}
