import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Shape casts")
struct ShapeCastTests {
  @Test("A ball stops within the tolerance before a wall, with the normal of the wall")
  func ballAgainstWall() throws {
    let t = TestWorld(gravity: .zero)
    let wall = try t.add(.static, .box(1, 4, 4), at: Vector3(10, 0, 0))
    let found = t.world.shapeCast(
      .ball(0.5), from: .identity, by: Vector3(20, 0, 0))
    let hit = try #require(found)
    #expect(hit.body == wall.handle && hit.depth == 0)
    let way = hit.fraction * 20
    #expect(way <= 9 && way >= 9 - shapeCastTolerance - 1e-5)
    #expect(hit.normal == Vector3(-1, 0, 0))
    #expect(abs(hit.point.x - 9.5) < 1e-4 && abs(hit.point.y) < 1e-4)
    #expect(t.world.shapeCast(.ball(0.5), from: .identity, by: Vector3(8.9, 0, 0)) == nil)
  }

  @Test("A box that lies on the floor slides along it, falls onto it and leaves it")
  func slides() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .floor)
    let wall = try t.add(.static, .box(1, 4, 4), at: Vector3(5, 0, 0))
    let box = Shape.box(1, 1, 1)
    let on = Transform(position: Vector3(0, 0.5, 0))
    let along = try #require(t.world.shapeCast(box, from: on, by: Vector3(10, 0, 0)))
    #expect(along.body == wall.handle && abs(along.fraction - 0.4) < 1e-4)
    let down = try #require(t.world.shapeCast(box, from: on, by: Vector3(0, -1, 0)))
    #expect(down.fraction == 0 && down.normal == .unitY)
    #expect(t.world.shapeCast(box, from: on, by: Vector3(0, 1, 0)) == nil)
    #expect(t.world.shapeCast(box, from: on, by: Vector3(1, -0.00005, 0)) == nil)
  }

  @Test("A body that overlaps at the start blocks motion into it, not out of it")
  func startsInside() throws {
    let t = TestWorld(gravity: .zero)
    let rock = try t.add(.static, .ball(1))
    let inside = Transform(position: Vector3(1.3, 0, 0))
    let deeper = try #require(t.world.shapeCast(.ball(0.5), from: inside, by: Vector3(-1, 0, 0)))
    #expect(deeper.body == rock.handle && deeper.fraction == 0)
    #expect(abs(deeper.depth - 0.2) < 1e-5 && deeper.normal == .unitX)
    #expect(t.world.shapeCast(.ball(0.5), from: inside, by: Vector3(1, 0, 0)) == nil)
    #expect(t.world.shapeCast(.ball(0.5), from: inside, by: .zero)?.body == rock.handle)
    let apart = Transform(position: Vector3(1.6, 0, 0))
    #expect(t.world.shapeCast(.ball(0.5), from: apart, by: .zero) == nil)
  }

  @Test("A compound stops at the first hit of its leaves")
  func compound() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .box(1, 1, 1), at: Vector3(5, 2, 0))
    let shape = Shape.compound(
      CompoundShape([
        ShapeLeaf(shape: .ball(0.5)),
        ShapeLeaf(shape: .ball(0.25), placement: Transform(position: Vector3(1, 2, 0))),
      ]))
    let hit = try #require(t.world.shapeCast(shape, from: .identity, by: Vector3(10, 0, 0)))
    #expect(abs(hit.fraction - 0.325) < 2e-5)
    let turned = Transform(
      position: .zero, orientation: Quaternion(axis: .unitX, angle: Float.pi))
    #expect(t.world.shapeCast(shape, from: turned, by: Vector3(10, 0, 0)) == nil)
  }

  @Test("A cast far from the origin is as reliable as one near it")
  func farAway() throws {
    let t = TestWorld(gravity: .zero)
    let center = Vector3(2000, -1500, 900)
    try t.add(.static, .box(2, 2, 2), at: center)
    let start = Transform(position: center + Vector3(0, 5, 0))
    let hit = try #require(t.world.shapeCast(.ball(0.5), from: start, by: Vector3(0, -8, 0)))
    #expect(abs(hit.fraction * 8 - 3.5) < 1e-3)
    let thin = t.world.shapeCast(
      .ball(0.5), from: start, by: Vector3(0, -8_000, 0))
    #expect(abs((thin?.fraction ?? 0) * 8_000 - 3.5) < 2e-3)
  }

  @Test("On a mesh a box slides along the floor into the wall, and is stopped by either")
  func mesh() throws {
    let corners: [Vector3] = [
      Vector3(-5, 0, -5), Vector3(-5, 0, 5), Vector3(5, 0, -5), Vector3(5, 0, 5),
      Vector3(5, 5, -5), Vector3(5, 5, 5),
    ]
    let room = try MeshShape(
      vertices: corners, indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5])
    let t = TestWorld(gravity: .zero)
    let body = try t.add(.static, .mesh(room))
    let box = Shape.box(1, 1, 1)
    let on = Transform(position: Vector3(0, 0.5, 0))
    let along = try #require(t.world.shapeCast(box, from: on, by: Vector3(10, 0, 0)))
    #expect(along.body == body.handle && abs(along.fraction - 0.45) < 1e-4)
    #expect(along.normal.x < -0.99)
    let down = try #require(t.world.shapeCast(box, from: on, by: Vector3(10, -1, 0)))
    #expect(down.fraction == 0 && down.normal.y > 0.99)
    #expect(t.world.shapeCast(box, from: on, by: Vector3(0, 3, 0)) == nil)
    let over = Transform(position: Vector3(4.45, 0.45, 0))
    let touches = t.world.contactTest(box, at: over)
    #expect(!touches.isEmpty && touches.allSatisfy { $0.manifold.leastSeparation < 0 })
    #expect(t.world.overlap(box, at: over) == [body.handle])
    #expect(t.world.closestPoint(to: Vector3(0, 2, 0))?.point == Vector3(0, 0, 0))
  }

  // Symptom: the cast stopped 11 cm before the cone, with a zero normal. Cause: GJK found three
  // vertices within a micrometer on a rim, and rounding placed the origin inside their tetrahedron.
  @Test("A cylinder whose rim comes close to a cone does not stop before it")
  func rimOnCone() throws {
    let t = TestWorld(gravity: .zero)
    try t.add(.static, .cone(ConeShape(bottomRadius: 0.4, halfHeight: 0.5)), at: .zero) {
      $0.transform.orientation = Quaternion(-0.35759768, -0.048902687, 0.18561794, -0.91393566)
    }
    let start = Transform(
      position: Vector3(2.5897603, -0.88964576, -2.915763),
      orientation: Quaternion(-0.32464027, 0.4356739, -0.65801376, 0.5213586))
    let way = Vector3(-4.859199, 1.588148, 6.3578887)
    let cylinder = Shape.cylinder(CylinderShape(radius: 0.4, halfHeight: 0.3))
    let hit = try #require(t.world.shapeCast(cylinder, from: start, by: way))
    #expect(abs(hit.fraction - 0.39504) < 1e-4 && abs(hit.normal.length - 1) < 1e-5)
    let end = Transform(
      position: start.position + way * hit.fraction, orientation: start.orientation)
    let rest = try #require(t.world.closestBody(to: cylinder, at: end))
    #expect(rest.distance < 2 * shapeCastTolerance)
  }
}
