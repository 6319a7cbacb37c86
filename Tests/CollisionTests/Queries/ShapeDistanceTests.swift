import CaromCollision
import CaromMaths
import TestSupport
import Testing

@Suite("Distance between shapes")
struct ShapeDistanceTests {
  @Test("Agrees with constrained optimization by scipy on 300 pairs, to 5 µm")
  func agreesWithOracle() throws {
    let text = try Repository.text("Tests/CollisionTests/Oracles/distances.txt")
    var count = 0
    for line in text.split(separator: "\n") {
      let n = line.split(separator: " ").compactMap { Float(String($0)) }
      try #require(n.count == 23)
      let (a, ta) = Self.solid(n[0..<11])
      let (b, tb) = Self.solid(n[11..<22])
      let found = distance(a, ta, b, tb)
      // 5 µm is the tolerance of the optimizer on flat faces.
      #expect(abs(found.distance - n[22]) < 5e-6, "line \(count + 1)")
      count += 1
    }
    #expect(count == 300)
  }

  static func solid(_ slice: ArraySlice<Float>) -> (Shape, Transform) {
    let n = Array(slice)
    let shape: Shape =
      switch Int(n[0]) {
      case 0: .sphere(SphereShape(radius: n[1]))
      case 1: .box(BoxShape(halfExtents: Vector3(n[1], n[2], n[3])))
      case 2: .capsule(CapsuleShape(radius: n[1], halfLength: n[2]))
      default: .cylinder(CylinderShape(radius: n[1], halfHeight: n[2]))
      }
    let placement = Transform(
      position: Vector3(n[4], n[5], n[6]),
      orientation: Quaternion(n[7], n[8], n[9], n[10]).normalized)
    return (shape, placement)
  }

  @Test("The distance is the gap along its own normal, and the closest points span it")
  func dualityHolds() {
    var draws = Draws(seed: 17)
    for _ in 0..<2000 {
      let (a, b) = (draws.solid(), draws.solid())
      let (ta, tb) = (draws.placement(1.5), draws.placement(1.5))
      let found = distance(a, ta, b, tb)
      if found.distance < 0.01 { continue }
      // Weak duality: any direction's gap is a lower bound, any two points' distance an upper one.
      let gap = Exact.gap(a, ta, b, tb, found.normal)
      #expect(abs(gap - Double(found.distance)) < 5e-6)
      #expect(abs((found.pointB - found.pointA).length - found.distance) < 5e-6)
    }
  }

  @Test("Overlapping shapes have distance zero")
  func overlapIsZero() {
    var draws = Draws(seed: 18)
    for _ in 0..<300 {
      let (a, b) = (draws.solid(), draws.solid())
      let (ta, tb) = (draws.placement(0.05), draws.placement(0.05))
      #expect(distance(a, ta, b, tb).distance == 0)
    }
  }

  @Test("Distances stay accurate far from the origin and for thin shapes")
  func farAndThin() {
    let plate = Shape.box(BoxShape(halfExtents: Vector3(50, 0.01, 50)))
    let needle = Shape.cylinder(CylinderShape(radius: 0.001, halfHeight: 2))
    let at = Transform(position: Vector3(960, 512, -480))
    let over = Transform(position: Vector3(960 + 12.5, 512 + 0.01 + 2 + 0.125, -480 + 3))
    #expect(abs(distance(plate, at, needle, over).distance - 0.125) < 1e-4)
    let ball = Shape.sphere(SphereShape(radius: 0.25))
    let above = Transform(position: Vector3(960 + 12.5, 512 + 0.75, -480))
    #expect(abs(distance(plate, at, ball, above).distance - 0.49) < 1e-4)
  }

  @Test("The distance of a plane is that of the lowest point")
  func planeDistance() {
    let plane = Shape.plane(PlaneShape())
    let tilted = Transform(position: Vector3(0, 1, 0), orientation: Quaternion(0, 0, 0.6, 0.8))
    let normal = tilted.orientation.rotate(.unitY)
    for shape in MassPropertiesTests.shapes {
      let place = Transform(position: normal * 5, orientation: Quaternion(0.5, 0.5, 0.5, 0.5))
      let reach = Exact.reach(shape, place.orientation, -normal)
      let expected = Double(5 - normal.y) - reach
      #expect(abs(Double(distance(plane, tilted, shape, place).distance) - expected) < 1e-5)
      #expect(abs(Double(distance(shape, place, plane, tilted).distance) - expected) < 1e-5)
    }
  }
}
