import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// Hulls whose sides are almost flat rest on them.
///
/// Symptom: thin plates, the hulls of random points, tipped from face to face for ever, so that
/// piles of them never fell asleep; one that had sunk 8 cm into a floor stayed there. Frustum
/// plates of 5 mm and 1 cm sank into a plane up to their upper rims.
///
/// Cause: the points of a contact were those of one face, and the center of mass may be above none
/// of the small faces of an almost flat side. On planes, corners that do not touch took the places
/// of those that do, since they lie farther apart.
@Suite("Almost flat hulls", .enabled(if: Tier.isRelease))
struct AlmostFlatHullTests {
  static let ground = Shape.box(BoxShape(size: Vector3(20, 1, 20)))

  /// The hull of 6 to 25 random points in a plate of 1 m × 1 cm × 1 m.
  static func plate(_ number: Int, _ random: inout RandomStream) throws -> Shape {
    var points: [Vector3] = []
    for _ in 0..<6 + number % 20 {
      let x = random.float(in: -0.5...0.5)
      points.append(Vector3(x, random.float(in: 0...0.01), random.float(in: -0.5...0.5)))
    }
    let middle: Vector3 = points.reduce(.zero, +) / Float(points.count)
    return .hull(try ConvexHullShape(points.map { $0 - middle }))
  }

  @Test("Plates of random points come to rest on a box")
  func plates() throws {
    var random = RandomStream(seed: 7)
    for number in 0..<60 {
      let shape = try Self.plate(number, &random)
      let t = TestWorld()
      try t.add(.static, Self.ground, at: Vector3(0, -0.5, 0)) { $0.friction = 1 }
      let plate = try t.add(.dynamic, shape, at: Vector3(0, 1, 0)) {
        $0.transform.orientation = Quaternion(
          axis: Vector3(1, 0, 1).normalized(or: .unitX), angle: Float(number))
      }
      t.run(900, checked: false)
      #expect(plate.isAsleep, "plate \(number) turns with \(plate.angularVelocity.length) rad/s")
      #expect(plate.position.y > -0.002, "plate \(number) is \(plate.position.y) m high")
    }
  }

  @Test("Plates that start inside a box come out")
  func sunk() throws {
    var random = RandomStream(seed: 8)
    for number in 0..<40 {
      let shape = try Self.plate(number, &random)
      let t = TestWorld()
      try t.add(.static, Self.ground, at: Vector3(0, -0.5, 0)) { $0.friction = 1 }
      let plate = try t.add(.dynamic, shape, at: Vector3(0, -0.085, 0))
      t.run(600, checked: false)
      #expect(plate.position.y > -0.002, "plate \(number) is \(plate.position.y) m high")
    }
  }

  @Test(
    "A frustum rests on its small side", arguments: ["plane", "box", "hull"],
    [0.005, 0.01, 0.02, 0.05] as [Float])
  func frustum(_ kind: String, height: Float) throws {
    var points: [Vector3] = []
    for corner in 0..<12 {
      let angle: Float = Float(corner) * .pi / 6
      let around = Vector3(Portable.cos(angle), 0, Portable.sin(angle))
      points.append(around * 0.2 - Vector3(0, 0.5 * height, 0))
      points.append(around * 0.5 + Vector3(0, 0.5 * height, 0))
    }
    let t = TestWorld()
    switch kind {
    case "plane": try t.add(.static, .plane(PlaneShape()))
    case "box": try t.add(.static, Self.ground, at: Vector3(0, -0.5, 0))
    default:
      let corners = [Vector3(-9, 0, -9), Vector3(9, 0, -9), Vector3(0, 0, 9), Vector3(0, -3, 0)]
      try t.add(.static, .hull(try ConvexHullShape(corners)))
    }
    let plate = try t.add(
      .dynamic, .hull(try ConvexHullShape(points)), at: Vector3(0, 0.5 * height + 0.02, 0))
    t.run(300, checked: false)
    #expect(abs(plate.position.y - 0.5 * height) < 3e-4, "\(plate.position.y - 0.5 * height) m")
    #expect(plate.orientation.rotate(.unitY).y > 0.99999)
  }
}
