import CaromCollision
import CaromMaths
import Testing

@Suite("Plane contacts")
struct PlaneContactTests {
  static let plane = Shape.plane(PlaneShape())
  static let quarterZ = Quaternion(0, 0, 0.707_106_77, 0.707_106_77)

  static func contact(_ b: Shape, _ tb: Transform, margin: Float = 0.02) -> Manifold {
    var cache = ManifoldCache()
    return collide(plane, .identity, b, tb, margin: margin, cache: &cache)
  }

  /// A rotation about z by an angle given as the tangent of its half.
  static func tilt(_ half: Float) -> Quaternion { Quaternion(0, 0, half, 1).normalized }

  @Test("A horizontal box has four points with its vertices' features")
  func levelBox() {
    let box = Shape.box(BoxShape(halfExtents: Vector3(1, 0.5, 2)))
    let m = Self.contact(box, Transform(position: Vector3(5, 0.495, 7)))
    #expect(m.count == 4)
    #expect(m.normal == .unitY)
    #expect(m.kind == .faceA)
    #expect(Set((0..<4).map { m[$0].feature }).count == 4)
    for i in 0..<4 {
      #expect(abs(m[i].separation + 0.005) < 1e-6)
      #expect(abs(m[i].position.y + 0.0025) < 1e-6)
      #expect(abs(abs(m[i].position.x - 5) - 1) < 1e-6)
      #expect(abs(abs(m[i].position.z - 7) - 2) < 1e-6)
    }
  }

  @Test("A box on its edge has two points, on its vertex one, with stable features")
  func tiltedBox() {
    let box = Shape.box(BoxShape(halfExtents: .one * 0.5))
    let edge = Self.contact(
      box, Transform(position: Vector3(0, 0.707, 0), orientation: Self.tilt(0.4143)))
    #expect(edge.count == 2)
    // The same edge when the other face is the lower one.
    let other = Self.contact(
      box, Transform(position: Vector3(0, 0.707, 0), orientation: Self.tilt(0.4141)))
    #expect(
      Set((0..<2).map { edge[$0].feature }) == Set((0..<other.count).map { other[$0].feature }))
    let corner = Self.contact(
      box,
      Transform(
        position: Vector3(0, 0.86, 0), orientation: Quaternion(0.36, 0, 0.28, 0.9).normalized))
    #expect(corner.count == 1)
  }

  @Test("A lying capsule has two points, a standing one a single one")
  func capsule() {
    let capsule = Shape.capsule(CapsuleShape(radius: 0.2, halfLength: 0.5))
    let lying = Self.contact(
      capsule, Transform(position: Vector3(0, 0.2, 0), orientation: Self.quarterZ))
    #expect(lying.count == 2)
    for i in 0..<2 { #expect(abs(lying[i].separation) < 1e-6) }
    let standing = Self.contact(capsule, Transform(position: Vector3(0, 0.69, 0)))
    #expect(standing.count == 1)
    #expect(abs(standing[0].separation + 0.01) < 1e-6)
  }

  @Test("A standing cylinder has four points on its rim, a quarter turn apart")
  func standingCylinder() {
    let cylinder = Shape.cylinder(CylinderShape(radius: 0.5, halfHeight: 0.3))
    for sign: Float in [1, -1] {
      let flip = sign > 0 ? Quaternion.identity : Quaternion(1, 0, 0, 0)
      let m = Self.contact(
        cylinder, Transform(position: Vector3(0, 0.299, 0), orientation: flip))
      #expect(m.count == 4)
      var sum = Vector3.zero
      for i in 0..<4 {
        sum += m[i].position
        #expect(abs(m[i].separation + 0.001) < 1e-6)
        #expect(abs(Vector3(m[i].position.x, 0, m[i].position.z).length - 0.5) < 1e-6)
      }
      #expect(abs(sum.x) < 1e-6 && abs(sum.z) < 1e-6)
    }
  }

  @Test("A lying cylinder has the two ends of its lowest line, and one on its rim a single point")
  func lyingAndTiltedCylinder() {
    let cylinder = Shape.cylinder(CylinderShape(radius: 0.5, halfHeight: 0.3))
    let lying = Self.contact(
      cylinder, Transform(position: Vector3(0, 0.5, 0), orientation: Self.quarterZ))
    #expect(lying.count == 2)
    for i in 0..<2 {
      #expect(abs(lying[i].separation) < 1e-6)
      #expect(abs(abs(lying[i].position.x) - 0.3) < 1e-6)
      #expect(abs(lying[i].position.z) < 1e-6)
    }
    let turn = Self.tilt(0.3)
    let lowest = Float(Exact.reach(cylinder, turn, -.unitY))
    let rim = Self.contact(
      cylinder, Transform(position: Vector3(0, lowest - 0.004, 0), orientation: turn))
    #expect(rim.count == 1)
    #expect(abs(rim[0].separation + 0.004) < 1e-6)
  }

  @Test("The deepest point is exact for every shape in every pose")
  func deepestPoint() {
    var draws = Draws(seed: 52)
    for round in 0..<800 {
      let b = draws.solid(kind: round % 4)
      let ta = draws.placement(4)
      let n = ta.orientation.rotate(.unitY)
      let q = draws.orientation()
      let reach = Float(Exact.reach(b, q, -n))
      let height = reach + draws.number(-0.05, 0.02)
      let across = ta.orientation.rotate(Vector3(draws.number(-9, 9), 0, draws.number(-9, 9)))
      let tb = Transform(position: ta.position + across + n * height, orientation: q)
      var cache = ManifoldCache()
      let m = collide(Self.plane, ta, b, tb, margin: 0.02, cache: &cache)
      #expect(m.count > 0)
      #expect(abs(m.leastSeparation - (height - reach)) < 5e-6)
      #expect((m.normal - n).length < 1e-6)
      var back = ManifoldCache()
      #expect(collide(b, tb, Self.plane, ta, margin: 0.02, cache: &back) == m.flipped)
    }
  }

  @Test("Planes never touch each other")
  func twoPlanes() {
    #expect(Self.contact(Self.plane, Transform(position: Vector3(0, -1, 0))).isEmpty)
  }

  // Symptom: cars with cylinder wheels slowed down on planes, and hopped meters high at 30 m/s.
  // Cause: points of the rim at the height of the axle, which rotation moves down, were contacts as
  // soon as the margin of the fast wheel reached them.
  @Test("A lying cylinder or frustum has the two ends of its lowest line, whatever the margin")
  func lyingWheels() {
    let wheels = [
      Shape.cylinder(CylinderShape(radius: 0.35, halfHeight: 0.1)),
      Shape.cone(ConeShape(topRadius: 0.34, bottomRadius: 0.35, halfHeight: 0.1)),
    ]
    for wheel in wheels {
      let placed = Transform(position: Vector3(0, 0.35, 0), orientation: Self.quarterZ)
      let m = Self.contact(wheel, placed, margin: 1)
      #expect(m.count == 2)
      for i in 0..<m.count { #expect(abs(m[i].separation) < 0.011) }
    }
  }
}
