import CaromCollision
import CaromMaths
import Testing

@Suite("Time of impact")
struct TimeOfImpactTests {
  static let target: Float = 0.005

  @Test("A sphere at 60 m/s stops before a wall of 1 cm from any direction")
  func ballAgainstWall() {
    let wall = Shape.box(BoxShape(halfExtents: Vector3(5, 5, 0.005)))
    let ball = Shape.sphere(SphereShape(radius: 0.25))
    var draws = Draws(seed: 21)
    for _ in 0..<500 {
      let aim = Vector3(draws.number(-3, 3), draws.number(-3, 3), 0)
      let from = aim + Vector3(draws.number(-1, 1), draws.number(-1, 1), 1) * 0.8
      let to = aim * 2 - from
      let sweep = Sweep(from: Transform(position: from), to: Transform(position: to))
      let found = timeOfImpact(
        wall, Sweep(resting: .identity), ball, sweep, target: Self.target)
      #expect(found.outcome == .hit)
      // Exact: the center moves linearly; the contact is at the radius plus half the wall's
      // thickness.
      let expected = (from.z - 0.255 - Self.target) / (from.z - to.z)
      #expect(abs(found.fraction - expected) < 2e-4)
      #expect(found.fraction <= expected + 1e-6)
      #expect((found.normal - .unitZ).length < 1e-5)
    }
  }

  @Test("The motion before the impact keeps the distance, checked in small steps")
  func agreesWithStepping() {
    var draws = Draws(seed: 22)
    var outcomes = [0, 0, 0]
    for round in 0..<600 {
      let (a, b) = (draws.solid(kind: round % 4), draws.solid(kind: (round / 4) % 4))
      let startA = draws.placement(0.5)
      let startB = Transform(
        position: startA.position + draws.direction() * 3, orientation: draws.orientation())
      let sweepA = Sweep(
        from: startA,
        to: Transform(
          position: startA.position + draws.vector(1),
          orientation: startA.orientation.advanced(by: draws.vector(1), for: 1)),
        localCenter: draws.vector(0.1))
      let sweepB = Sweep(
        from: startB,
        to: Transform(
          position: startA.position + draws.vector(1.5),
          orientation: startB.orientation.advanced(by: draws.vector(1.5), for: 1)))
      let found = timeOfImpact(a, sweepA, b, sweepB, target: Self.target)
      outcomes[Int(found.outcome.rawValue)] += 1
      let steps = 60
      for step in 0..<steps {
        let t = found.fraction * Float(step) / Float(steps)
        let gap = distance(a, sweepA.placement(at: t), b, sweepB.placement(at: t)).distance
        if found.outcome != .closeFromStart {
          #expect(gap >= Self.target - 1e-5, "round \(round) at \(t) of \(found.fraction)")
        }
      }
      if found.outcome == .hit {
        let t = found.fraction
        let gap = distance(a, sweepA.placement(at: t), b, sweepB.placement(at: t)).distance
        #expect(gap < Self.target + 1.5e-4, "round \(round)")
      }
    }
    #expect(outcomes[0] > 30)
    #expect(outcomes[1] > 100)
  }

  @Test("A spinning rod hits a post within its length")
  func spinningRod() {
    let rod = Shape.box(BoxShape(halfExtents: Vector3(2, 0.05, 0.05)))
    let post = Shape.cylinder(CylinderShape(radius: 0.1, halfHeight: 1))
    let quarter = Quaternion(0, 0.707_106_8, 0, 0.707_106_8)
    let spin = Sweep(from: .identity, to: Transform(orientation: quarter))
    let at = Sweep(resting: Transform(position: Vector3(1.2, 0, -1.2)))
    let found = timeOfImpact(rod, spin, post, at, target: Self.target)
    #expect(found.outcome == .hit)
    #expect(found.fraction > 0.4 && found.fraction < 0.5)
    let beyond = Sweep(resting: Transform(position: Vector3(2.2, 0, -2.2)))
    #expect(timeOfImpact(rod, spin, post, beyond, target: Self.target).outcome == .apart)
  }

  @Test("A falling box lands on a plane when its lowest vertex does")
  func boxOnPlane() {
    let box = Shape.box(BoxShape(halfExtents: Vector3(0.5, 0.5, 0.5)))
    let q = Quaternion(0.3, 0.1, -0.2, 0.9).normalized
    let sweep = Sweep(
      from: Transform(position: Vector3(0, 5, 0), orientation: q),
      to: Transform(position: Vector3(1, -5, 0), orientation: q))
    let reach = Float(Exact.reach(box, q, -.unitY))
    let found = timeOfImpact(
      box, sweep, .plane(PlaneShape()), Sweep(resting: .identity), target: Self.target)
    #expect(found.outcome == .hit)
    #expect(abs(found.fraction - (5 - reach - Self.target) / 10) < 3e-5)
    #expect((found.normal + .unitY).length < 1e-6)
  }

  @Test("Shapes that are close at the start are distinguished from shapes that come close")
  func closeFromStart() {
    let ball = Shape.sphere(SphereShape(radius: 0.5))
    let floor = Sweep(resting: .identity)
    let rolling = Sweep(
      from: Transform(position: Vector3(0, 0.5, 0)), to: Transform(position: Vector3(1, 0.5, 0)))
    let plane = Shape.plane(PlaneShape())
    let found = timeOfImpact(plane, floor, ball, rolling, target: Self.target)
    #expect(found.outcome == .closeFromStart)
    #expect(found.fraction == 0)
    let leaving = Sweep(
      from: Transform(position: Vector3(0, 0.6, 0)), to: Transform(position: Vector3(1, 3, 0)))
    #expect(timeOfImpact(plane, floor, ball, leaving, target: Self.target).outcome == .apart)
  }

  @Test("A negative target allows a sphere to penetrate a plane by that depth")
  func negativeTarget() {
    let ball = Shape.sphere(SphereShape(radius: 0.5))
    let fall = Sweep(
      from: Transform(position: Vector3(0, 1.5, 0)), to: Transform(position: Vector3(0, -0.5, 0)))
    let found = timeOfImpact(
      .plane(PlaneShape()), Sweep(resting: .identity), ball, fall, target: -0.1)
    #expect(found.outcome == .hit)
    #expect(abs(found.fraction - 0.55) < 1e-4)
  }
}
