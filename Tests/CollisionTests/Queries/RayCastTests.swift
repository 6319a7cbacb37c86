import CaromCollision
import CaromMaths
import Testing

@Suite("Ray casts against shapes")
struct RayCastTests {
  /// The first of 20,000 equal steps that lies in the solid, as a fraction.
  static func marched(_ shape: Shape, _ origin: Vector3, _ translation: Vector3, _ at: Transform)
    -> Float?
  {
    let count = 20_000
    let o = at.unapply(origin)
    let d = at.orientation.unrotate(translation)
    for step in 0...count {
      let fraction = Float(step) / Float(count)
      if MassPropertiesTests.holds(shape, o + d * fraction) { return fraction }
    }
    return nil
  }

  @Test("Agrees with marching along the ray in small steps")
  func agreesWithMarching() {
    var draws = Draws(seed: 7)
    var hits = 0
    for round in 0..<400 {
      let kind = [0, 1, 2, 3, 9, 7, 8][round % 7]
      let shape = kind == 9 ? Shape.plane(PlaneShape()) : draws.solid(kind: kind)
      let at = draws.placement(1)
      let origin = at.position + draws.direction() * draws.number(1.6, 3)
      let target = at.position + draws.vector(1)
      let translation = (target - origin) * draws.number(0.8, 2)
      let found = shape.rayCast(origin: origin, translation: translation, at: at)
      let expected = Self.marched(shape, origin, translation, at)
      if let expected {
        hits += 1
        let fraction = found?.fraction ?? -1
        // Marching may step over a grazing hit, so only the exact result may exist alone.
        #expect(abs(fraction - expected) < 2e-4, "round \(round) \(shape)")
      } else if let found {
        // The exact result must be a grazing hit that marching stepped over.
        let inside = origin + translation * found.fraction - found.normal * 1e-3
        #expect(
          Self.marched(shape, inside, .zero, at) != nil || found.fraction > 0.9999,
          "round \(round)")
      }
    }
    #expect(hits > 150)
  }

  @Test("A hit lies on the surface and its normal faces the ray")
  func hitsLieOnTheSurface() {
    var draws = Draws(seed: 8)
    for round in 0..<2000 {
      let shape = draws.solid(kind: [0, 1, 2, 3, 7, 8][round % 6])
      let at = draws.placement(1)
      let origin = at.position + draws.direction() * 4
      let translation = (at.position + draws.vector(0.5) - origin) * 2
      guard let hit = shape.rayCast(origin: origin, translation: translation, at: at) else {
        continue
      }
      #expect(!hit.isInside)
      #expect(hit.normal.dot(translation) < 0)
      #expect(abs(hit.normal.length - 1) < 1e-5)
      let local = at.unapply(hit.point)
      let n = at.orientation.unrotate(hit.normal)
      #expect(MassPropertiesTests.holds(shape, local - n * 2e-5))
      #expect(!MassPropertiesTests.holds(shape, local + n * 2e-5))
      // The solid is convex: the plane of the hit supports it.
      let reach = Exact.reach(shape, at.orientation, hit.normal)
      #expect(abs(reach - Double(hit.normal.dot(hit.point - at.position))) < 1e-5)
    }
  }

  @Test("A ray that starts inside hits at fraction zero, without a normal")
  func startsInside() {
    for shape in MassPropertiesTests.shapes + [.plane(PlaneShape())] {
      let hit = shape.rayCast(
        origin: shape.innerCenter + Vector3(0.1, -0.1, 0.1), translation: Vector3(5, 1, 2),
        at: .identity)
      #expect(hit?.isInside == true)
      #expect(hit?.fraction == 0)
    }
  }

  @Test("Rays that are too short, point away or pass by miss")
  func misses() {
    for shape in MassPropertiesTests.shapes {
      let origin = Vector3(0, 3, 0.05)
      #expect(shape.rayCast(origin: origin, translation: Vector3(0, -1, 0), at: .identity) == nil)
      #expect(shape.rayCast(origin: origin, translation: Vector3(0, 9, 0), at: .identity) == nil)
      #expect(
        shape.rayCast(
          origin: Vector3(2, 3, 0), translation: Vector3(0, -9, 0), at: .identity) == nil)
      #expect(shape.rayCast(origin: origin, translation: .zero, at: .identity) == nil)
    }
  }

  @Test("A ray of a kilometer still hits a marble to a tenth of a millimeter")
  func longRay() {
    let ball = Shape.sphere(SphereShape(radius: 0.25))
    let hit = ball.rayCast(
      origin: Vector3(0, 1000, 0), translation: Vector3(0, -2000, 0), at: .identity)
    #expect(abs((hit?.point.y ?? 0) - 0.25) < 1e-4)
  }

  @Test("A ray cast against a compound returns the nearest child's hit")
  func compound() {
    let pair = Shape.compound(
      CompoundShape([
        ShapeLeaf(
          shape: .sphere(SphereShape(radius: 1)), placement: Transform(position: Vector3(0, -5, 0))),
        ShapeLeaf(shape: .box(BoxShape(halfExtents: .one))),
      ]))
    let down = pair.rayCast(
      origin: Vector3(0, 11, 0), translation: Vector3(0, -20, 0), at: .identity)
    #expect(down?.fraction == 0.5)
    #expect(down?.normal == .unitY)
    let up = pair.rayCast(
      origin: Vector3(0, -16, 0), translation: Vector3(0, 20, 0), at: .identity)
    #expect(up?.fraction == 0.5)
    #expect(up?.normal == -.unitY)
  }
}
