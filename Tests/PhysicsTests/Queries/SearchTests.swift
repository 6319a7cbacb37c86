import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// The queries that BruteForceTests leaves out, against the bodies of random worlds one by one.
@Suite("Searches compared with brute force")
struct SearchTests {
  @Test(
    "Boxes find the bodies whose boxes they overlap, before and after the query trees are built")
  func boxes() throws {
    var crowd = try Crowd(21, count: 300)
    crowd.drift(5)
    var found = 0
    for _ in 0..<300 {
      let (a, b) = (crowd.vector(5), crowd.vector(5))
      let box = AABB(min: a.minimum(b), max: a.maximum(b))
      let filter = crowd.filter()
      let expected = crowd.bodies.indices.filter { number in
        crowd.counts(number, filter)
          && crowd.bodies[number].shape.leaves.contains {
            $0.shape.bounds(at: crowd.transform(number) * $0.placement).overlaps(box)
          }
      }.map { crowd.bodies[$0].handle }
      #expect(crowd.world.overlap(box, filter: filter) == expected)
      found += expected.count
    }
    #expect(found > 1000)
  }

  @Test("Points find the nearest body", arguments: 1...3)
  func points(seed: UInt64) throws {
    var crowd = try Crowd(seed + 30, count: 150)
    crowd.drift(5)
    let dot = Shape.ball(1e-4)
    for _ in 0..<200 {
      let point = crowd.vector(5)
      let filter = crowd.filter()
      var nearest: Float = .infinity
      for (number, body) in crowd.bodies.enumerated() where crowd.counts(number, filter) {
        for leaf in body.shape.leaves {
          let gap = distance(
            leaf.shape, crowd.transform(number) * leaf.placement, dot, Transform(position: point))
          nearest = min(nearest, max(0, gap.distance + 1e-4))
        }
      }
      let found = crowd.world.closestPoint(to: point, filter: filter)
      guard nearest < .infinity else {
        #expect(found == nil)
        continue
      }
      #expect(abs((found?.distance ?? -1) - nearest) < 2e-4)
      guard let found, found.distance > 0 else { continue }
      #expect(abs((found.point - point).length - found.distance) < 1e-4)
      // The one body on its own says the same, to the last bit.
      let own = crowd.world.closestPoint(on: found.body, to: point)
      #expect(own.distance == found.distance && own.point == found.point)
    }
  }

  @Test("A test of all bodies has the contacts of all pairs", arguments: 1...3)
  func everything(seed: UInt64) throws {
    var crowd = try Crowd(seed + 50, count: 120)
    crowd.drift(3)
    let world = crowd.world
    for margin in [0, 0.05] as [Float] {
      var expected: [BodyContact] = []
      for (number, a) in crowd.bodies.enumerated() {
        for b in crowd.bodies[(number + 1)...] {
          let (p, q) = (a.definition, b.definition)
          if p.kind == .static && q.kind == .static { continue }
          let isMovable = p.kind == .dynamic || q.kind == .dynamic
          let meet =
            p.filter.collision & q.filter.category != 0
            && q.filter.collision & p.filter.category != 0
          let reports =
            p.filter.contactTest & q.filter.category != 0
            || q.filter.contactTest & p.filter.category != 0
          guard (isMovable && !p.isSensor && !q.isSensor && meet) || reports else { continue }
          expected += world.contactTest(a.handle, b.handle, margin: margin)
        }
      }
      #expect(world.contactTestAll(margin: margin) == expected)
      #expect(expected.count > 5)
    }
  }

  @Test("Contact tests reflect moved, enabled and disabled bodies immediately")
  func atOnce() throws {
    let t = TestWorld()
    let a = try t.add(.static, .box(1, 1, 1))
    let b = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(5, 0, 0))
    #expect(t.world.contactTestAll().isEmpty)
    b.position = Vector3(0.9, 0, 0)
    let found = t.world.contactTestAll()
    #expect(found.map(\.bodyA) == [a.handle] && found.map(\.bodyB) == [b.handle])
    #expect(abs((found.first?.manifold.leastSeparation ?? 0) + 0.1) < 1e-5)
    b.isEnabled = false
    #expect(t.world.contactTestAll().isEmpty)
    b.isEnabled = true
    b.filter.collision = 0
    #expect(t.world.contactTestAll().isEmpty)
    b.filter.contactTest = .max
    #expect(t.world.contactTestAll().count == 1)
  }

  @Test("A box in a corner of a surface touches it in each direction, mesh or height field")
  func directions() throws {
    // A floor and a wall that meet at a right angle; the field's wall is a steep step.
    let mesh = try MeshShape(
      vertices: [
        Vector3(-5, 0, -5), Vector3(-5, 0, 5), Vector3(5, 0, -5), Vector3(5, 0, 5),
        Vector3(5, 5, -5), Vector3(5, 5, 5),
      ], indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5])
    let step = try TestSurface.field(10, size: 1) { x, _ in x > 4.5 ? 5 : 0 }
    for surface in [Shape.mesh(mesh), .heightField(step)] {
      let t = TestWorld()
      let room = try t.add(.static, surface)
      let isMesh = surface == .mesh(mesh)
      // The field's wall goes from (4, 0) up to (5, 5): its face looks along (−5, 1).
      let wall = isMesh ? Vector3(-1, 0, 0) : Vector3(-5, 1, 0) * (1 / Float(26).squareRoot())
      let place = isMesh ? Vector3(4.51, 0.49, 0.2) : Vector3(3.52, 0.49, 0.2)
      let box = try t.add(.dynamic, .box(1, 1, 1), at: place)
      let contacts = t.world.contactTest(box.handle, room.handle, margin: 0.02)
      // Normals go from the box to the surface.
      #expect(contacts.contains { $0.manifold.normal.y < -0.99 }, "no floor")
      #expect(contacts.contains { $0.manifold.normal.dot(wall) < -0.99 }, "no wall")
      for contact in contacts {
        for number in 0..<contact.manifold.count {
          #expect(contact.manifold[number].separation < 0.021)
        }
      }
      let placed = t.world.contactTest(
        .box(1, 1, 1), at: Transform(position: place), margin: 0.02,
        filter: QueryFilter(kinds: .static))
      #expect(placed.map(\.manifold) == contacts.map(\.manifold))
      // The other way round the normals are turned.
      let turned = t.world.contactTest(room.handle, box.handle, margin: 0.02)
      #expect(turned.contains { $0.manifold.normal.y > 0.99 })
    }
  }
}
