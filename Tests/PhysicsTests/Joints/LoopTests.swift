import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Loops of joints are solved iteratively.
@Suite("Loops of joints")
struct LoopTests {
  @Test("A four-bar linkage turns without gaps")
  func fourBar() throws {
    let t = TestWorld(gravity: .zero)
    // Grashof: the crank of 1 m can turn fully, as 1 + 3 < 2.5 + 2.5.
    let places = [Vector3(0, 0, 0), Vector3(0, 1, 0), Vector3(2.4, 1.7, 0), Vector3(3, 0, 0)]
    var bars: [Body] = []
    for number in 0..<3 {
      let way = places[number + 1] - places[number]
      bars.append(
        try t.add(
          .dynamic, .box(way.length, 0.1, 0.1), at: (places[number] + places[number + 1]) * 0.5
        ) {
          $0.orientation(about: .unitZ, Portable.atan2(way.y, way.x))
          $0.mass = 1
          $0.filter.collision = 0
        })
    }
    var joints = [
      try t.join(
        .hinge(HingeJoint(motor: JointMotor(speed: -3, maxForce: 50))), bars[0],
        at: places[0], axis: .unitZ)
    ]
    joints.append(try t.join(.hinge(), bars[0], bars[1], at: places[1], axis: .unitZ))
    joints.append(try t.join(.hinge(), bars[1], bars[2], at: places[2], axis: .unitZ))
    joints.append(try t.join(.hinge(), bars[2], at: places[3], axis: .unitZ))
    var worst: Float = 0
    var turned: Float = 0
    t.run(600) { _ in
      for joint in joints { worst = max(worst, joint.gap) }
      turned += bars[0].angularVelocity.z / 60
    }
    #expect(worst < 0.005, "\(worst)")
    // 3 rad/s for ten seconds.
    #expect(turned > 25 && turned < 31, "\(turned)")
  }

  @Test("A rope bridge of 20 planks holds a hundred times a plank's mass")
  func bridge() throws {
    let t = TestWorld()
    var last: Body?
    var joints: [Joint] = []
    for number in 0..<20 {
      let plank = try t.add(.dynamic, .box(0.5, 0.05, 1), at: Vector3(Float(number) * 0.5, 0, 0)) {
        $0.mass = 1
        $0.angularDamping = 0.5
      }
      let edge = Vector3(Float(number) * 0.5 - 0.25, 0, 0)
      for z: Float in [-0.5, 0.5] {
        let anchor = edge + Vector3(0, 0, z)
        joints.append(
          try last.map { try t.join(.ballSocket(), $0, plank, at: anchor) }
            ?? t.join(.ballSocket(), plank, at: anchor))
      }
      last = plank
    }
    if let last {
      for z: Float in [-0.5, 0.5] {
        joints.append(try t.join(.ballSocket(), last, at: Vector3(9.75, 0, z)))
      }
    }
    try t.add(.dynamic, .box(0.5, 0.5, 0.5), at: Vector3(5, 0.4, 0)) { $0.mass = 100 }
    var worst: Float = 0
    t.run(600) { step in
      if step >= 300 { for joint in joints { worst = max(worst, joint.gap) } }
    }
    #expect(worst < 0.1, "\(worst)")
  }

  @Test("A net held at its corners keeps its knots together")
  func net() throws {
    let t = TestWorld()
    var knots: [Body] = []
    var joints: [Joint] = []
    for row in 0..<10 {
      for column in 0..<10 {
        let place = Vector3(Float(column) * 0.5, 0, Float(row) * 0.5)
        let isCorner = (row == 0 || row == 9) && (column == 0 || column == 9)
        knots.append(
          try t.add(isCorner ? .static : .dynamic, .ball(0.1), at: place) {
            $0.mass = 0.5
            $0.damping = 0.3
          })
        let number = knots.count - 1
        for (other, isThere) in [(number - 1, column > 0), (number - 10, row > 0)] where isThere {
          joints.append(
            try t.join(
              .ballSocket(), knots[number], knots[other],
              at: (place + knots[other].position) * 0.5))
        }
      }
    }
    var worst: Float = 0
    t.run(600) { step in
      if step >= 300 { for joint in joints { worst = max(worst, joint.gap) } }
    }
    // Measured: 38 mm. Knots pull against each other, and each pass reaches only neighbors.
    #expect(worst < 0.05, "\(worst)")
  }
}
