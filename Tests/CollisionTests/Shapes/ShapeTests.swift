import CaromCollision
import CaromMaths
import Testing

@Suite("Shape")
struct ShapeTests {
  @Test("Valid dimensions have no problem")
  func soundShapes() {
    for shape in MassPropertiesTests.shapes { #expect(shape.problem == nil) }
    #expect(Shape.plane(PlaneShape()).problem == nil)
  }

  @Test(
    "A dimension that is zero, negative, infinite, huge, tiny or NaN is rejected by name",
    arguments: [0, -1, .infinity, -.infinity, 1e6, 1e-6, .nan, Float.leastNonzeroMagnitude])
  func badDimensions(value: Float) {
    let sphere = Shape.sphere(SphereShape(radius: value)).problem
    #expect(sphere?.hasPrefix("radius is ") == true)
    for axis in 0..<3 {
      var half = Vector3.one
      half[axis] = value
      let box = Shape.box(BoxShape(halfExtents: half)).problem
      #expect(box?.hasPrefix("half extent along \(["x", "y", "z"][axis]) is ") == true)
    }
    let capsule = Shape.capsule(CapsuleShape(radius: 1, halfLength: value)).problem
    #expect(capsule?.hasPrefix("half length is ") == true)
    let cylinder = Shape.cylinder(CylinderShape(radius: 1, halfHeight: value)).problem
    #expect(cylinder?.hasPrefix("half height is ") == true)
    let round = Shape.cylinder(CylinderShape(radius: value, halfHeight: 1)).problem
    #expect(round?.hasPrefix("radius is ") == true)
  }

  @Test("The message names the value and the accepted range")
  func sentence() {
    #expect(
      Shape.sphere(SphereShape(radius: -2)).problem
        == "radius is -2.0 m; it must be from 0.0001 m to 100000.0 m")
    #expect(
      Shape.sphere(SphereShape(radius: .nan)).problem
        == "radius is not a number; it must be from 0.0001 m to 100000.0 m")
  }

  @Test("A compound reports its invalid child and needs at least one child")
  func compoundProblems() {
    #expect(Shape.compound(CompoundShape([])).problem?.contains("no children") == true)
    let good = ShapeLeaf(shape: .sphere(SphereShape(radius: 1)))
    let bad = ShapeLeaf(shape: .sphere(SphereShape(radius: 0)))
    let lost = ShapeLeaf(
      shape: .sphere(SphereShape(radius: 1)), placement: Transform(position: Vector3(.nan, 0, 0)))
    #expect(
      Shape.compound(CompoundShape([good, bad])).problem?.hasPrefix("child 1: radius") == true)
    #expect(Shape.compound(CompoundShape([good, lost])).problem?.hasPrefix("child 1: its") == true)
  }

  @Test("Nested compounds are flattened into leaves with their whole placements")
  func flattening() {
    let ball = Shape.sphere(SphereShape(radius: 0.5))
    let up = Transform(position: Vector3(0, 1, 0))
    let quarter = Transform(
      position: Vector3(3, 0, 0), orientation: Quaternion(0, 0, 0.707_106_8, 0.707_106_8))
    let inner = Shape.compound(CompoundShape([ShapeLeaf(shape: ball, placement: up)]))
    let outer = Shape.compound(
      CompoundShape([
        ShapeLeaf(shape: inner, placement: quarter), ShapeLeaf(shape: ball),
      ]))
    #expect(outer.leafCount == 2)
    #expect(outer.leaf(at: 0).shape == ball)
    #expect((outer.leaf(at: 0).placement.position - Vector3(2, 0, 0)).length < 1e-6)
    #expect(outer.leaves[1] == ShapeLeaf(shape: ball))
    #expect(ball.leaves == [ShapeLeaf(shape: ball)])
  }

  @Test("Bounds are tight on every side")
  func boundsAreTight() {
    var draws = Draws(seed: 3)
    for round in 0..<400 {
      let shape = draws.solid(kind: round % 9)
      let placement = draws.placement(5)
      let box = shape.bounds(at: placement)
      for axis in 0..<3 {
        for side: Float in [-1, 1] {
          var n = Vector3.zero
          n[axis] = side
          let exact =
            Double(side * placement.position[axis])
            + Exact.reach(shape, placement.orientation, n)
          let found = side > 0 ? box.max[axis] : -box.min[axis]
          #expect(abs(Double(found) - exact) < 2e-6 * 6)
        }
      }
    }
  }

  @Test("The bounds of a horizontal plane end at its surface, those of a compound at its children")
  func planeAndCompoundBounds() {
    let box = Shape.plane(PlaneShape()).bounds(at: Transform(position: Vector3(7, 2, 1)))
    #expect(box.max.y == 2)
    #expect(box.min.y == -PlaneShape.boundsExtent)
    let pair = Shape.compound(
      CompoundShape([
        ShapeLeaf(shape: .sphere(SphereShape(radius: 1))),
        ShapeLeaf(
          shape: .sphere(SphereShape(radius: 2)), placement: Transform(position: Vector3(4, 0, 0))),
      ]))
    let bounds = pair.bounds(at: Transform(position: Vector3(0, 10, 0)))
    #expect(bounds == AABB(min: Vector3(-1, 8, -2), max: Vector3(6, 12, 2)))
    #expect(pair.outerRadius == 6)
    #expect(pair.innerRadius == 1)
    #expect(pair.isBounded)
    #expect(!Shape.plane(PlaneShape()).isBounded)
  }
}
