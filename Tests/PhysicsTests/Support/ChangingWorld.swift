import CaromCollision
import CaromMaths
import CaromPhysics

/// A random world to which a random owner does anything that the API allows.
struct ChangingWorld {
  var world = World()
  private var random: RandomStream

  /// Makes the world of a seed: the same from the same seed.
  init(_ seed: UInt64) throws {
    random = RandomStream(seed: seed)
    let ground = try TestSurface.mesh(12, size: 1) { x, z in 0.3 * Portable.sin(x + z) }
    let shape: Shape = seed % 2 == 0 ? .mesh(ground) : .box(14, 1, 14)
    _ = try world.createBody(BodyDefinition(.static, shape: shape, position: .zero))
    for _ in 0..<25 { try addBody() }
    for _ in 0..<12 { try addJoint() }
  }

  private mutating func pick<T>(_ choices: T...) -> T { choices[random.int(below: choices.count)] }

  private mutating func vector(_ reach: Float) -> Vector3 {
    Vector3(
      random.float(in: -reach..<reach), random.float(in: -reach..<reach),
      random.float(in: -reach..<reach))
  }

  private mutating func shape() -> Shape {
    let (a, b) = (random.float(in: 0.1..<0.4), random.float(in: 0.1..<0.4))
    return switch random.int(below: 8) {
    case 0, 1: .ball(a)
    case 2: .box(2 * a, 2 * b, a + b)
    case 3: .capsule(CapsuleShape(radius: a, halfLength: b))
    case 4: .cylinder(CylinderShape(radius: a, halfHeight: b))
    case 5: .cone(ConeShape(bottomRadius: a, halfHeight: b))
    case 6: .pyramid(PyramidShape(width: 2 * a, height: 2 * b, length: a + b))
    default:
      .compound(
        CompoundShape([
          ShapeLeaf(shape: .ball(a), placement: Transform(position: Vector3(0.3, 0, 0))),
          ShapeLeaf(shape: .box(b, a, 0.3), placement: Transform(position: Vector3(-0.2, 0.1, 0))),
        ]))
    }
  }

  private mutating func jointKind() -> JointKind {
    let spring = pick(nil, JointSpring(hertz: 2, dampingRatio: 0.3))
    let motor = pick(nil, JointMotor(speed: random.float(in: -4..<4), maxForce: 20))
    return switch random.int(below: 8) {
    case 0: .ballSocket(BallSocketJoint(frictionTorque: pick(0, 1)))
    case 1: .hinge(HingeJoint(limits: pick(nil, -1...1), motor: motor))
    case 2: .slider(SliderJoint(limits: -0.5...0.5, spring: spring))
    case 3: .fixed(FixedJoint(angularSpring: spring))
    case 4: .distance(DistanceJoint(length: 1, limits: 0.5...2, spring: spring))
    case 5: .distance(.rope(1.5))
    case 6: .coneTwist(ConeTwistJoint(swing: 0.6, twist: -0.5...0.5, frictionTorque: 0.5))
    default: .wheel(WheelJoint(suspension: JointSpring(hertz: 3, dampingRatio: 0.5)))
    }
  }

  private mutating func addBody() throws {
    guard world.bodyCount < 45 else { return }
    let kind: BodyKind = pick(.dynamic, .dynamic, .dynamic, .dynamic, .kinematic, .static)
    let place = vector(4) + Vector3(0, 4.5, 0)
    var d = BodyDefinition(kind, shape: shape(), position: place)
    if kind != .static { (d.velocity, d.angularVelocity) = (vector(4), vector(4)) }
    d.mass = random.float(in: 0.2..<8)
    d.restitution = pick(0, 0, 0.7)
    d.rollingFriction = pick(0, 0, 0.05)
    d.filter.contactTest = pick(0, .max)
    d.isSensor = random.chance(0.1)
    d.isBullet = random.chance(0.2)
    _ = try world.createBody(d)
  }

  private mutating func addJoint() throws {
    let handles = world.handles
    guard world.jointCount < 25, handles.count > 1,
      let a = world.body(handles[random.int(below: handles.count)]),
      let b = world.body(handles[random.int(below: handles.count)]), a.handle != b.handle,
      a.kind == .dynamic, a.position.distance(to: b.position) < 6
    else { return }
    let anchor = (a.position + b.position) * 0.5
    let (axis, up) = (vector(1), vector(1))
    var d = JointDefinition(
      jointKind(), a, pick(nil, b, b, b), anchor: anchor, axis: axis, up: up)
    d.breakingForce = pick(300, .infinity, .infinity)
    d.collideConnected = random.chance(0.3)
    if d.error == nil { _ = try world.createJoint(d) }
  }

  /// One change to one body, joint, field or setting.
  mutating func change() throws {
    let handles = world.handles
    guard handles.count > 1,
      let body = world.body(handles[1 + random.int(below: handles.count - 1)])
    else { return try addBody() }
    switch random.int(below: 6) {
    case 0: place(body)
    case 1: try redefine(body)
    case 2: tune(body)
    case 3: push(body)
    case 4: try changeJoints()
    default: try changeWorld()
    }
  }

  private mutating func place(_ body: Body) {
    switch random.int(below: 5) {
    case 0: body.position += vector(0.6)
    case 1: body.position = vector(4) + Vector3(0, 4, 0)
    case 2 where body.kind != .static: body.velocity = vector(8)
    case 3 where body.kind != .static: body.angularVelocity = vector(12)
    case 4 where body.kind == .kinematic && body.isEnabled:
      body.moveKinematic(
        to: Transform(position: body.position + vector(0.2), orientation: body.orientation))
    default: body.wake()
    }
  }

  private mutating func redefine(_ body: Body) throws {
    switch random.int(below: 9) {
    case 0: world.destroyBody(body.handle)
    case 1: try addBody()
    case 2: body.kind = pick(.dynamic, .kinematic, .static)
    case 3: body.shape = shape()
    case 4: body.isEnabled.toggle()
    case 5: body.isSensor.toggle()
    case 6: body.isBullet.toggle()
    case 7: body.filter.collision = pick(.max, .max, 2, 3)
    default: body.filter.category = pick(1, 2, 4)
    }
  }

  private mutating func tune(_ body: Body) {
    switch random.int(below: 12) {
    case 0: body.mass = random.float(in: 0.1..<20)
    case 1: body.centerOfMassOffset = vector(0.1)
    case 2: body.friction = random.float(in: 0..<2)
    case 3: body.restitution = random.float()
    case 4: body.rollingFriction = random.float(in: 0..<0.2)
    case 5: body.frictionCombine = pick(.multiply, .average, .minimum, .maximum)
    case 6: body.damping = random.float()
    case 7: body.velocityFactor = pick(.one, Vector3(1, 0, 1), Vector3(0, 1, 0.5))
    case 8: body.angularVelocityFactor = pick(.one, Vector3(0, 1, 0), Vector3(1, 0.5, 0))
    case 9: body.isAffectedByGravity.toggle()
    case 10: body.allowsResting.toggle()
    default: body.momentOfInertia = pick(nil, Vector3(0.2, 0.5, 0.4))
    }
  }

  private mutating func push(_ body: Body) {
    guard body.kind == .dynamic else { return }
    switch random.int(below: 3) {
    case 0: body.apply(impulse: vector(5), at: body.position + vector(0.3))
    case 1: body.apply(force: vector(50))
    default: body.apply(torque: vector(10))
    }
  }

  private mutating func changeJoints() throws {
    let handles = world.jointHandles
    guard !handles.isEmpty, let joint = world.joint(handles[random.int(below: handles.count)])
    else { return try addJoint() }
    switch random.int(below: 7) {
    case 0, 1: try addJoint()
    case 2: world.destroyJoint(joint.handle)
    case 3: joint.isEnabled.toggle()
    case 4: joint.collideConnected.toggle()
    case 5: joint.breakingForce = random.float(in: 50..<5000)
    default: joint.frameA.position += vector(0.2)
    }
  }

  private mutating func changeWorld() throws {
    switch random.int(below: 5) {
    case 0: world.gravity = pick(Vector3(0, -9.8, 0), Vector3(0, -9.8, 0), vector(12))
    case 1: world.settings.substeps = 2 + random.int(below: 5)
    case 2: world.settings.allowsSleep.toggle()
    case 3: world.settings.timeToSleep = random.float(in: 0.1..<0.6)
    default:
      if let field = world.fieldHandles.first, random.chance(0.5) {
        world.destroyField(field)
      } else {
        let kinds = ForceFieldKind.allCases
        var d = ForceFieldDefinition(kinds[random.int(below: kinds.count)])
        d.strength = random.float(in: -5..<5)
        d.halfExtent = Vector3(repeating: 3)
        if d.error == nil, world.fieldHandles.count < 3 { _ = try world.createField(d) }
      }
    }
  }
}
