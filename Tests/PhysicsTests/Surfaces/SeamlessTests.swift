import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Floors that are made of many parts, against the same floor in one piece.
@Suite("Bodies over inner edges")
struct SeamlessTests {
  enum Ground: String, CaseIterable {
    case mesh, fineMesh, field, boxTiles, hullTiles, meshTiles, compoundTiles, meshPatches
    case fieldPatches
  }

  enum Mover: String, CaseIterable {
    case rollingBall, slidingBall, slidingBox, slippingBox, rollingCapsule, capsuleAlong
    case capsuleAcross, rollingCylinder, standingCylinder, cylinderAlong, slippingHull
    case slippingCone, slippingPyramid
  }

  static func add(_ ground: Ground, to t: TestWorld) throws {
    switch ground {
    case .mesh: try t.add(.static, .mesh(try TestSurface.mesh(40, size: 0.5) { _, _ in 0 }))
    case .fineMesh:
      try t.add(.static, .mesh(try TestSurface.mesh(160, size: 0.125) { _, _ in 0 }))
    case .field:
      try t.add(.static, .heightField(try TestSurface.field(40, size: 0.5) { _, _ in 0 }))
    case .meshPatches, .fieldPatches:
      let patch: Shape =
        ground == .meshPatches
        ? .mesh(try TestSurface.mesh(4, size: 0.25) { _, _ in 0 })
        : .heightField(try TestSurface.field(4, size: 0.25) { _, _ in 0 })
      for i in 0..<20 {
        for k in 0..<10 {
          try t.add(.static, patch, at: Vector3(Float(i) - 9.5, 0, Float(k) - 4.7))
        }
      }
    case .boxTiles, .hullTiles, .meshTiles, .compoundTiles: try addTiles(ground, to: t)
    }
  }

  /// Stones of 0.5 by 0.7 m.
  private static func addTiles(_ ground: Ground, to t: TestWorld) throws {
    let stone: Shape
    switch ground {
    case .hullTiles: stone = .hull(try ConvexHullShape(corners))
    case .meshTiles: stone = .mesh(try MeshShape(vertices: corners, indices: outside))
    default: stone = .box(0.5, 0.2, 0.7)
    }
    var leaves: [ShapeLeaf] = []
    for i in 0..<40 {
      for k in 0..<20 {
        let place = Vector3(0.5 * Float(i) - 9.8, -0.1, 0.7 * Float(k) - 6.9)
        leaves.append(ShapeLeaf(shape: stone, placement: Transform(position: place)))
      }
    }
    if ground == .compoundTiles {
      try t.add(.static, .compound(CompoundShape(leaves)))
    } else {
      for leaf in leaves { try t.add(.static, stone, at: leaf.placement.position) }
    }
  }

  private static let corners: [Vector3] = (0..<8).map {
    Vector3($0 & 1 == 0 ? 0.25 : -0.25, $0 & 2 == 0 ? 0.1 : -0.1, $0 & 4 == 0 ? 0.35 : -0.35)
  }

  /// The twelve triangles of a stone, its front outside.
  private static let outside: [Int32] = {
    let faces: [[Int]] = [
      [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5], [0, 2, 3, 1], [4, 5, 7, 6],
    ]
    return faces.flatMap { face in
      let (a, b, c) = (corners[face[0]], corners[face[1]], corners[face[2]])
      let ring = (b - a).cross(c - a).dot(a) > 0 ? face : face.reversed()
      return [0, 1, 2, 0, 2, 3].map { Int32(ring[$0]) }
    }
  }()

  static func shape(_ mover: Mover) throws -> Shape {
    switch mover {
    case .rollingBall, .slidingBall: .ball(0.2)
    case .slidingBox, .slippingBox: .box(0.6, 0.3, 0.4)
    case .rollingCapsule, .capsuleAlong, .capsuleAcross:
      .capsule(CapsuleShape(radius: 0.15, halfLength: 0.25))
    case .rollingCylinder, .cylinderAlong:
      .cylinder(CylinderShape(radius: 0.15, halfHeight: 0.25))
    case .standingCylinder: .cylinder(CylinderShape(radius: 0.3, halfHeight: 0.15))
    case .slippingCone: .cone(ConeShape(bottomRadius: 0.3, halfHeight: 0.15))
    case .slippingPyramid: .pyramid(PyramidShape(width: 0.6, height: 0.3, length: 0.4))
    case .slippingHull:
      // An eight-sided prism.
      .hull(
        try ConvexHullShape(
          (0..<16).map {
            let angle = Float($0 % 8) * .pi / 4
            return Vector3(
              0.3 * Portable.cos(angle), $0 < 8 ? -0.15 : 0.15, 0.3 * Portable.sin(angle))
          }))
    }
  }

  static func add(_ mover: Mover, to t: TestWorld, _ velocity: Vector3) throws -> Body {
    let across = Quaternion(axis: .unitX, angle: .pi / 2)
    let along = Quaternion(axis: .unitZ, angle: .pi / 2)
    let shape = try shape(mover)
    let height: Float =
      switch mover {
      case .rollingBall, .slidingBall: 0.2
      case .slippingPyramid: 0
      default: 0.15
      }
    return try t.add(.dynamic, shape, at: Vector3(-6, height, 0.03)) {
      $0.velocity = velocity
      $0.restitution = 0
      $0.friction = 0
      switch mover {
      case .rollingBall:
        $0.friction = 0.6
        $0.angularVelocity = Vector3(velocity.z, 0, -velocity.x) / 0.2
      case .rollingCapsule, .rollingCylinder:
        $0.friction = 0.6
        $0.transform.orientation = across
        $0.velocity = Vector3(velocity.x, 0, 0)
        $0.angularVelocity = Vector3(0, 0, -velocity.x / 0.15)
      case .slidingBox: $0.friction = 0.3
      case .capsuleAcross: $0.transform.orientation = across
      case .capsuleAlong, .cylinderAlong: $0.transform.orientation = along
      default: break
      }
    }
  }

  /// Compares the motion with that of the same body on one plane.
  ///
  /// Up and down no faster than 8 mm/s, at the end no farther from where the same body comes to
  /// than 1.5 % of its way, and no more than half a percent faster or slower. What friction stops
  /// has 3 %: on parts it acts at the parts' points one after the other.
  @Test(
    "Every shape moves over meshes, height fields, tiles and patches as over one plane",
    arguments: Ground.allCases, Mover.allCases)
  func movers(ground: Ground, mover: Mover) throws {
    for velocity in [Vector3(4, 0, 0), Vector3(3, 0, 0.9), Vector3(1.5, 0, 0.02)] {
      var ends: [(Vector3, Float)] = []
      for isWhole in [true, false] {
        let t = TestWorld()
        if isWhole { try t.add(.static, .floor) } else { try Self.add(ground, to: t) }
        let body = try Self.add(mover, to: t, velocity)
        var fastest: Float = 0
        t.run(150, checked: false) { step in
          if step > 5 { fastest = max(fastest, abs(body.velocity.y)) }
        }
        // A cylinder that rolls over closed meshes hops by 0.1 mm where four of them meet.
        let isRough = ground == .meshTiles && mover == .rollingCylinder
        #expect(fastest < (isRough ? 0.025 : 8e-3), "\(fastest) m/s up or down at \(velocity)")
        ends.append((body.position, body.velocity.length))
      }
      let apart = (ends[0].0 - ends[1].0).length
      let way = (ends[0].0 - Vector3(-6, ends[0].0.y, 0.03)).length
      let share: Float = mover == .slidingBox ? 0.03 : 0.015
      #expect(apart < share * way, "\(apart) m apart after \(way) m at \(velocity)")
      let change = abs(ends[1].1 - ends[0].1)
      // A box that a seam turns a little slides a little more easily.
      let speedShare: Float = mover == .slidingBox ? 0.012 : 0.005
      #expect(change < speedShare * velocity.length, "\(change) m/s at \(velocity)")
    }
  }

  /// Compares the motion with the slope of a wave 5 cm high and 8 m long.
  ///
  /// Its strips are 0.125 m wide and bend by at most 4 mrad each.
  @Test(
    "On a gently curved mesh every shape follows the slope",
    arguments: [
      Mover.rollingBall, .rollingCapsule, .capsuleAcross, .capsuleAlong, .rollingCylinder,
      .slippingBox, .slippingHull, .standingCylinder,
    ])
  func gentlyBent(mover: Mover) throws {
    let wave = { (x: Float) in 0.05 * Portable.sin(0.8 * x) }
    let slope = { (x: Float) in 0.04 * Portable.cos(0.8 * x) }
    let t = TestWorld()
    try t.add(
      .static, .mesh(try TestSurface.mesh(160, size: 0.125) { x, _ in wave(x) }))
    let body = try Self.add(mover, to: t, Vector3(1.5, 0, 0))
    body.position.y += wave(-6)
    var worst: Float = 0
    t.run(300, checked: false) { step in
      let exact = slope(body.position.x) * body.velocity.x
      if step > 60 { worst = max(worst, abs(body.velocity.y - exact)) }
    }
    #expect(body.position.x > -2)
    // A facet's slope is off by 2 mrad. A body of 0.6 m lies across five of them, tips from one to
    // the next over the crest, and is carried at both ends in the hollow: measured up to 38 mm/s.
    let long: [Mover] = [.slippingBox, .slippingHull, .standingCylinder, .capsuleAlong]
    let isLong = long.contains(mover)
    #expect(worst < (isLong ? 0.045 : 0.01), "\(worst) m/s off the slope's")
  }

  @Test("Patches of terrain that meet at an angle are hit on their slopes, never at their boundary")
  func foldedPatches() throws {
    for angle: Float in [-0.1, 0.02, 0.1] {
      let (c, s) = (Portable.cos(angle), Portable.sin(angle))
      let t = TestWorld()
      let flat = try MeshShape(
        vertices: [
          Vector3(-9, 0, -5), Vector3(-9, 0, 5), Vector3(0, 0, -5), Vector3(0, 0, 5),
        ], indices: [0, 1, 2, 2, 1, 3])
      let slope = try MeshShape(
        vertices: [
          Vector3(0, 0, -5), Vector3(0, 0, 5), Vector3(9 * c, 9 * s, -5), Vector3(9 * c, 9 * s, 5),
        ], indices: [0, 1, 2, 2, 1, 3])
      try t.add(.static, .mesh(flat))
      try t.add(.static, .mesh(slope))
      let r: Float = 0.25
      let speed: Float = angle < 0 ? 1 : 3
      let ball = try t.add(.dynamic, .ball(r), at: Vector3(-0.9, r, 0.1)) {
        $0.velocity = Vector3(speed, 0, 0)
        $0.angularVelocity = Vector3(0, 0, -speed / r)
        $0.friction = 1
        $0.restitution = 0
      }
      t.run(angle < 0 ? 90 : 36)
      let way = ball.position.x * c + ball.position.y * s
      let now = ball.velocity.x * c + ball.velocity.y * s
      #expect(way > 0.2)
      // As at the fold of one mesh (EdgeRollingTests), and back up or down the slope: 5/7·g·sin δ.
      let from = angle > 0 ? r * Portable.sin(angle / 2) / Portable.cos(angle / 2) : 0
      let behind = (now * now + 2 * 5 / 7 * 9.8 * s * (way - from)).squareRoot()
      let kept = speed * (5 * c + 2) / 7
      let exact = angle > 0 ? kept : (1 + 10 / 7 * 9.8 * r * (1 - c)).squareRoot()
      #expect(abs(behind / exact - 1) < 0.03, "\(behind) m/s, exactly \(exact)")
    }
  }
}
