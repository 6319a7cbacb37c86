import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Whatever an owner changes while a pile sleeps counts at once.
@Suite("Changes that affect sleeping bodies")
struct WakingTests {
  /// A floor and a stack of boxes of 1 m on it that sleeps.
  struct Pile {
    let t = TestWorld()
    let floor: Body
    var boxes: [Body] = []

    init(_ count: Int) throws {
      floor = try t.add(.static, .box(20, 1, 20), at: Vector3(0, -0.5, 0))
      for number in 0..<count {
        boxes.append(
          try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5 + Float(number), 0)) {
            $0.restitution = 0
          })
      }
      t.run(120)
      #expect(boxes.allSatisfy { $0.isAsleep })
    }
  }

  enum Change: String, CaseIterable {
    case floorMask, floorSensor, floorDisabled, floorMoved, floorThinner, floorRises, ownMask
    case middleDisabled, middleDestroyed, middleSensor, middleThinner, middleAside, middleKinematic
  }

  func apply(_ change: Change, _ p: Pile) {
    let middle = p.boxes[1]
    switch change {
    case .floorMask: p.floor.filter.collision = 0
    case .floorSensor: p.floor.isSensor = true
    case .floorDisabled: p.floor.isEnabled = false
    case .floorMoved: p.floor.position.y = -20
    case .floorThinner: p.floor.shape = .box(20, 0.1, 20)
    case .floorRises:
      p.floor.kind = .kinematic
      p.floor.velocity = Vector3(0, 1, 0)
    case .ownMask: p.boxes[0].filter.collision = 0
    case .middleDisabled: middle.isEnabled = false
    case .middleDestroyed: p.t.world.destroyBody(middle.handle)
    case .middleSensor: middle.isSensor = true
    case .middleThinner: middle.shape = .box(1, 0.5, 1)
    case .middleAside: middle.position.x = 5
    case .middleKinematic:
      middle.kind = .kinematic
      middle.velocity = Vector3(3, 0, 0)
    }
  }

  @Test("A change to a body lets bodies on it fall or rise", arguments: Change.allCases)
  func falls(_ change: Change) throws {
    let p = try Pile(3)
    apply(change, p)
    p.t.run(45)
    let top = p.boxes[2].position.y
    if change == .floorRises { #expect(abs(top - 3.25) < 0.05) } else { #expect(top < 2.2) }
  }

  /// A box that sleeps on a slope of 20°, held by friction alone.
  func slope() throws -> (t: TestWorld, floor: Body, box: Body) {
    let t = TestWorld()
    let turn = Quaternion(axis: .unitZ, angle: 0.35)
    let floor = try t.add(.static, .box(20, 1, 20)) {
      ($0.transform, $0.friction) = (Transform(position: .zero, orientation: turn), 1)
    }
    let box = try t.add(.dynamic, .box(1, 1, 1)) {
      $0.transform = Transform(position: turn.rotate(Vector3(0, 1, 0)), orientation: turn)
      ($0.friction, $0.restitution) = (1, 0)
    }
    t.run(120)
    #expect(box.isAsleep)
    return (t, floor, box)
  }

  @Test("A body slides when either surface is made smooth")
  func friction() throws {
    for isFloor in [false, true] {
      let (t, floor, box) = try slope()
      let start = box.position
      if isFloor { floor.friction = 0 } else { box.friction = 0 }
      t.run(30)
      // ½·g·sin 20°·t²
      #expect(abs(box.position.distance(to: start) - 0.42) < 0.05, "floor: \(isFloor)")
    }
  }

  @Test("Changes of joint limits, motors, frames, breaking forces and enabling take effect")
  func joints() throws {
    for change in 0..<5 {
      let t = TestWorld()
      let body = try t.add(.dynamic, .box(0.2, 2, 0.2), at: Vector3(0, 4, 0)) {
        ($0.damping, $0.angularDamping) = (0.5, 0.9)
      }
      let joint = try t.join(.hinge(), body, at: Vector3(0, 5, 0), axis: .unitZ)
      t.run(120)
      #expect(body.isAsleep)
      switch change {
      case 0: joint.limits = 0.5...0.8
      case 1: joint.motor = JointMotor(speed: 2, maxForce: 500)
      case 2: joint.frameB.position.x = 2
      case 3: joint.breakingForce = 1
      default: joint.isEnabled = false
      }
      t.run(120)
      switch change {
      case 0: #expect(joint.angle > 0.45)
      case 1: #expect(abs(joint.speed - 2) < 0.3)
      case 2: #expect(joint.gap < 0.01 && body.position.x > 1.5)
      case 3: #expect(t.world.jointCount == 0 && body.position.y < 0)
      default: #expect(body.position.y < 0)
      }
    }
  }

  @Test("Changes of gravity, gravity flags, axis locks and fields take effect")
  func forces() throws {
    for change in 0..<4 {
      let t = TestWorld()
      let body = try t.add(.dynamic, .ball(0.5), at: Vector3(0, 5, 0)) {
        $0.isAffectedByGravity = change != 0 && change != 3
        $0.velocityFactor = change == 1 ? Vector3(1, 0, 1) : .one
      }
      if change == 2 { t.world.gravity = .zero }
      t.run(90)
      #expect(body.isAsleep)
      switch change {
      case 0: body.isAffectedByGravity = true
      case 1: body.velocityFactor = .one
      case 2: t.world.gravity = Vector3(0, -9.8, 0)
      default:
        var field = ForceFieldDefinition(.linearGravity)
        (field.direction, field.strength) = (Vector3(0, -1, 0), 9.8)
        _ = try t.world.createField(field)
      }
      t.run(60)
      #expect(abs(body.position.y - 0.1) < 0.3, "\(change): \(body.position.y)")
    }
  }
}
