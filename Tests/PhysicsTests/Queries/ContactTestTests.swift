import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Contact tests and closest points")
struct ContactTestTests {
  @Test("Two boxes touch with four points, without a step, for any masks")
  func twoBoxes() throws {
    let t = TestWorld()
    let a = try t.add(.static, .box(2, 2, 2)) { $0.filter.collision = 0 }
    let b = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 1.45, 0))
    let contacts = t.world.contactTest(a.handle, b.handle)
    #expect(contacts.count == 1)
    let m = try #require(contacts.first?.manifold)
    #expect(m.count == 4 && m.normal == .unitY && abs(m.leastSeparation + 0.05) < 1e-6)
    let other = try #require(t.world.contactTest(b.handle, a.handle).first)
    #expect(other.bodyA == b.handle && other.manifold.normal == -Vector3.unitY)
    b.position = Vector3(0, 1.52, 0)
    #expect(t.world.contactTest(a.handle, b.handle).isEmpty)
    #expect(t.world.contactTest(a.handle, b.handle, margin: 0.05).count == 1)
  }

  @Test("The contacts of a body with the whole world are in the order of creation")
  func wholeWorld() throws {
    let t = TestWorld()
    let late = try t.add(.dynamic, .ball(0.5), at: Vector3(0.9, 0.5, 0))
    try t.add(.static, .floor, at: Vector3(0, 0.01, 0))
    let asked = try t.add(
      .dynamic,
      .compound(
        CompoundShape([
          ShapeLeaf(shape: .ball(0.5)),
          ShapeLeaf(shape: .ball(0.5), placement: Transform(position: Vector3(1, 0, 0))),
        ])), at: Vector3(0, 0.5, 0))
    let contacts = t.world.contactTest(asked.handle)
    #expect(contacts.map(\.bodyB.index) == [0, 0, 1, 1])
    #expect(contacts.map(\.leafA) == [0, 1, 0, 1])
    #expect(contacts.allSatisfy { $0.bodyA == asked.handle })
    let balls = t.world.contactTest(asked.handle, filter: QueryFilter(kinds: .dynamic))
    #expect(balls.map(\.bodyB) == [late.handle, late.handle])
    let placed = t.world.contactTest(.ball(0.5), at: Transform(position: Vector3(0, 0.5, 0)))
    #expect(placed.map(\.body.index) == [0, 1, 2, 2])
  }

  @Test("The closest point is on the surface, or the point itself inside")
  func closestPoints() throws {
    let t = TestWorld()
    let box = try t.add(.static, .box(2, 2, 2))
    let ball = try t.add(.dynamic, .ball(0.5), at: Vector3(5, 0, 0))
    let near = try #require(t.world.closestPoint(to: Vector3(2, 0.5, 0)))
    #expect(near.body == box.handle && near.point == Vector3(1, 0.5, 0))
    #expect(abs(near.distance - 1) < 1e-6 && near.normal == .unitX)
    let inside = try #require(t.world.closestPoint(to: Vector3(0.5, 0.5, 0)))
    #expect(inside.distance == 0 && inside.point == Vector3(0.5, 0.5, 0))
    #expect(inside.normal == .zero)
    #expect(t.world.closestPoint(to: Vector3(0, 9, 0), within: 7.9) == nil)
    let own = t.world.closestPoint(on: ball.handle, to: Vector3(5, 2, 0))
    #expect(own.distance == 1.5 && own.point == Vector3(5, 0.5, 0))
    let between = t.world.distance(from: box.handle, to: ball.handle)
    #expect(between.distance == 3.5 && between.point == Vector3(4.5, 0, 0))
    #expect(between.otherPoint == Vector3(1, 0, 0) && between.normal == -Vector3.unitX)
    let shape = try #require(
      t.world.closestBody(to: .ball(0.25), at: Transform(position: Vector3(3.5, 0, 0))))
    #expect(shape.body == ball.handle && abs(shape.distance - 0.75) < 1e-6)
  }
}
