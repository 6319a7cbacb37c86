import CaromCollision
import CaromMaths
import Testing

@Suite("Cylinder contacts")
struct CylinderContactTests {
  static let coin = Shape.cylinder(CylinderShape(radius: 0.4, halfHeight: 0.1))
  static let table = Shape.box(BoxShape(halfExtents: Vector3(2, 0.5, 2)))
  static let lying = Quaternion(0, 0, 0.707_106_77, 0.707_106_77)

  static func contact(_ a: Shape, _ b: Shape, _ tb: Transform, margin: Float = 0.02) -> Manifold {
    var cache = ManifoldCache()
    return collide(a, .identity, b, tb, margin: margin, cache: &cache)
  }

  @Test("A cylinder standing on a box rests on four points around its middle")
  func standingOnBox() {
    for yaw: Float in [0, 0.1, 0.35, 2] {
      let at = Transform(
        position: Vector3(0.3, 0.599, -0.2), orientation: Quaternion(0, yaw, 0, 1).normalized)
      let m = Self.contact(Self.table, Self.coin, at)
      #expect(m.count == 4)
      #expect(m.normal == .unitY)
      #expect(m.kind == .faceA)
      var middle = Vector3.zero
      for i in 0..<4 {
        #expect(abs(m[i].separation + 0.001) < 1e-6)
        middle += m[i].position * 0.25
        let arm = m[i].position - at.position
        #expect(abs(Vector3(arm.x, 0, arm.z).length - 0.4) < 1e-5)
      }
      #expect((Vector3(middle.x, 0, middle.z) - Vector3(0.3, 0, -0.2)).length < 1e-5)
    }
  }

  @Test("A cylinder lying on a box rests on the two ends of its lowest line")
  func lyingOnBox() {
    let m = Self.contact(
      Self.table, Self.coin, Transform(position: Vector3(0, 0.899, 0.3), orientation: Self.lying))
    #expect(m.count == 2)
    #expect(m.normal == .unitY)
    for i in 0..<2 {
      #expect(abs(m[i].separation + 0.001) < 1e-6)
      #expect(abs(abs(m[i].position.x) - 0.1) < 1e-6)
      #expect(abs(m[i].position.z - 0.3) < 1e-6)
    }
  }

  @Test("A tilted cylinder touches with the lowest point of its rim, exactly")
  func tiltedOnBox() {
    var draws = Draws(seed: 71)
    for _ in 0..<200 {
      let q = draws.orientation()
      let lowest = Float(Exact.reach(Self.coin, q, -.unitY))
      let at = Transform(position: Vector3(0.1, 0.5 + lowest - 0.002, 0.1), orientation: q)
      let m = Self.contact(Self.table, Self.coin, at)
      #expect(m.count > 0)
      #expect(m.normal == .unitY)
      #expect(abs(m.leastSeparation + 0.002) < 2e-6)
    }
  }

  @Test("A cylinder that hangs over the table's edge touches only above the table")
  func overhang() {
    let m = Self.contact(Self.table, Self.coin, Transform(position: Vector3(1.9, 0.6, 0)))
    #expect(m.count == 4)
    for i in 0..<4 { #expect(m[i].position.x < 2 + 1e-5) }
    #expect((0..<4).contains { m[$0].position.x > 1.9 })
    #expect((0..<4).contains { m[$0].position.x < 1.6 })
  }

  @Test("A box larger than a cap rests on the cap's rim, a smaller one on its own corners")
  func boxOnCap() {
    let pillar = Shape.cylinder(CylinderShape(radius: 0.5, halfHeight: 1))
    let slab = Shape.box(BoxShape(halfExtents: Vector3(1, 0.1, 1)))
    let large = Self.contact(pillar, slab, Transform(position: Vector3(0, 1.099, 0)))
    #expect(large.count == 4)
    #expect((large.normal - .unitY).length < 1e-6)
    for i in 0..<4 {
      let p = large[i].position
      #expect(abs(Vector3(p.x, 0, p.z).length - 0.5) < 1e-5)
      #expect(abs(large[i].separation + 0.001) < 1e-6)
    }
    let die = Shape.box(BoxShape(halfExtents: .one * 0.1))
    let small = Self.contact(pillar, die, Transform(position: Vector3(0.2, 1.099, 0)))
    #expect(small.count == 4)
    for i in 0..<4 { #expect(abs(abs(small[i].position.x - 0.2) - 0.1) < 1e-5) }
    // A vertex outside the octagon but inside the disc still counts.
    let off = Self.contact(pillar, die, Transform(position: Vector3(0.36, 1.099, 0.15)))
    #expect(off.count == 4)
  }

  @Test("Stacked coins touch in four points, also when they are offset")
  func coins() {
    let stacked = Self.contact(Self.coin, Self.coin, Transform(position: Vector3(0, 0.199, 0)))
    #expect(stacked.count == 4)
    #expect((stacked.normal - .unitY).length < 1e-6)
    let shifted = Self.contact(Self.coin, Self.coin, Transform(position: Vector3(0.5, 0.199, 0)))
    #expect(shifted.count >= 3)
    for i in 0..<shifted.count {
      let p = shifted[i].position
      #expect(p.x * p.x + p.z * p.z < 0.1601)
      #expect((p.x - 0.5) * (p.x - 0.5) + p.z * p.z < 0.1601)
    }
  }

  @Test("Parallel cylinders touch along their sides in two points, crossed ones in one")
  func sides() {
    let log = Shape.cylinder(CylinderShape(radius: 0.3, halfHeight: 1))
    let parallel = Self.contact(log, log, Transform(position: Vector3(0.59, 0.4, 0)))
    #expect(parallel.count == 2)
    #expect(parallel.kind == .round)
    #expect((parallel.normal - .unitX).length < 1e-5)
    for i in 0..<2 { #expect(abs(parallel[i].separation + 0.01) < 1e-5) }
    let heights = [parallel[0].position.y, parallel[1].position.y].sorted()
    #expect(abs(heights[0] + 0.6) < 1e-5 && abs(heights[1] - 1) < 1e-5)
    let crossed = Self.contact(
      log, log, Transform(position: Vector3(0.2, 0.1, 0.59), orientation: Self.lying))
    #expect(crossed.count == 1)
    #expect((crossed.normal - .unitZ).length < 1e-5)
    #expect((crossed[0].position - Vector3(0, 0.1, 0.295)).length < 1e-4)
    #expect(abs(crossed[0].separation + 0.01) < 1e-5)
  }

  @Test("A capsule lies on a cap, along a side, and stands on a rim")
  func capsules() {
    let pillar = Shape.cylinder(CylinderShape(radius: 0.5, halfHeight: 1))
    let capsule = Shape.capsule(CapsuleShape(radius: 0.1, halfLength: 0.3))
    let onCap = Self.contact(
      pillar, capsule, Transform(position: Vector3(0.1, 1.099, 0), orientation: Self.lying))
    #expect(onCap.count == 2)
    #expect(onCap.kind == .faceA)
    let over = Self.contact(
      pillar, capsule, Transform(position: Vector3(0.4, 1.099, 0), orientation: Self.lying))
    #expect(over.count == 2)
    #expect(abs(max(over[0].position.x, over[1].position.x) - 0.5) < 1e-4)
    let side = Self.contact(pillar, capsule, Transform(position: Vector3(0, 0.2, 0.595)))
    #expect(side.count == 2)
    #expect(side.kind == .round)
    #expect((side.normal - .unitZ).length < 1e-5)
    let rim = Self.contact(pillar, capsule, Transform(position: Vector3(0.56, 1.38, 0)))
    #expect(rim.count == 1)
    #expect(rim.kind == .edge)
    #expect((rim.normal - Vector3(0.6, 0.8, 0)).length < 1e-4)
    #expect(abs(rim[0].separation) < 1e-5)
  }

  @Test("The gap along the normal stays continuous while a coin rolls off the table's edge")
  func continuity() {
    var cache = ManifoldCache()
    var last: Float = .nan
    for step in 0..<400 {
      let x = 1.5 + Float(step) * 0.002
      let q = Quaternion(0, 0, 0.25 + Float(step) * 0.0005, 1).normalized
      let lowest = Float(Exact.reach(Self.coin, q, -.unitY))
      let at = Transform(position: Vector3(x, 0.5 + lowest + 0.001, 0), orientation: q)
      let m = collide(Self.table, .identity, Self.coin, at, margin: 0.05, cache: &cache)
      guard m.count > 0 else { continue }
      if !last.isNaN { #expect(abs(m.leastSeparation - last) < 0.004, "step \(step)") }
      last = m.leastSeparation
    }
  }
}
