import CaromCollision
import CaromMaths
import CaromPhysics
import TestSupport
import Testing

/// A compound of many children in a world, against its children one by one.
@Suite("Compounds of 200 children in a world", .serialized)
struct CompoundQueryTests {
  /// Two hundred tiles with low walls here and there.
  static let tiles: [ShapeLeaf] = (0..<200).map { number in
    let place = Vector3(Float(number % 20) - 9.5, -0.25, Float(number / 20) - 4.5)
    let isWall = number % 7 == 0
    return ShapeLeaf(
      shape: .box(1, isWall ? 1 : 0.5, 1),
      placement: Transform(position: place + Vector3(0, isWall ? 0.25 : 0, 0)))
  }

  static func drop(_ t: TestWorld) throws {
    for number in 0..<60 {
      let place = Vector3(Float(number % 12) * 1.5 - 8, 1.2, Float(number / 12) * 1.6 - 3.5)
      let size = 0.3 + 0.02 * Float(number % 5)
      try t.add(.dynamic, number % 2 == 0 ? .ball(size) : .box(size, 0.3, 0.4), at: place) {
        $0.velocity = Vector3(1, 0, 0.4)
      }
    }
  }

  @Test("A compound overlaps and touches the bodies that its children overlap and touch")
  func answers() throws {
    let t = TestWorld()
    try Self.drop(t)
    try t.add(.static, .floor, at: Vector3(0, -0.6, 0))
    try t.add(.static, .compound(CompoundShape(Self.tiles)), at: Vector3(0.3, -0.4, 0.2))
    t.run(20)
    let compound = Shape.compound(CompoundShape(Self.tiles))
    let turn = Quaternion(axis: Vector3(1, 2, 3).normalized(or: .unitY), angle: 0.2)
    for height: Float in [-0.3, 0.2, 0.6] {
      let at = Transform(position: Vector3(0, height, 0), orientation: turn)
      var overlapped = Set<BodyHandle>()
      var touching = 0
      for leaf in Self.tiles {
        let placed = at * leaf.placement
        overlapped.formUnion(t.world.overlap(leaf.shape, at: placed))
        touching += t.world.contactTest(leaf.shape, at: placed, margin: 0.02).count
      }
      let found = t.world.overlap(compound, at: at)
      #expect(Set(found) == overlapped && found.count == overlapped.count)
      #expect(overlapped.count > 5)
      #expect(t.world.contactTest(compound, at: at, margin: 0.02).count == touching)
    }
  }

  @Test("The cast of a compound stops at the first hit of its children")
  func casts() throws {
    let t = TestWorld()
    try Self.drop(t)
    try t.add(.static, .floor, at: Vector3(0, -0.6, 0))
    try t.add(.static, .compound(CompoundShape(Self.tiles)), at: Vector3(0.3, -0.4, 0.2))
    t.run(20)
    let few = Self.tiles.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    let compound = Shape.compound(CompoundShape(few))
    var stops = 0
    for number in 0..<12 {
      let angle = 0.5 * Float(number)
      let at = Transform(
        position: Vector3(2 * Portable.sin(angle), 4, Portable.cos(angle)),
        orientation: Quaternion(axis: Vector3(1, 2, 3).normalized(or: .unitY), angle: 0.1 * angle))
      let way = Vector3(Portable.cos(angle), number % 3 == 0 ? -1 : -6, 0.3)
      let alone = few.compactMap {
        t.world.shapeCast($0.shape, from: at * $0.placement, by: way)?.fraction
      }.min()
      let hit = t.world.shapeCast(compound, from: at, by: way)
      #expect(hit?.fraction == alone)
      if hit != nil { stops += 1 }
      let all = Set(t.world.shapeCastAll(compound, from: at, by: way).map(\.body))
      var single = Set<BodyHandle>()
      for leaf in few {
        single.formUnion(
          t.world.shapeCastAll(leaf.shape, from: at * leaf.placement, by: way).map(\.body))
      }
      #expect(all == single)
    }
    #expect(stops >= 6)
  }

  /// Its children are in the world's tree like bodies of their own, so it costs what they would.
  @Test("A step with one compound takes no longer than with 200 bodies, and has the same result")
  func steps() throws {
    var times: [Duration] = []
    var heights: [Float] = []
    for isWhole in [true, false] {
      var best = Duration.seconds(99)
      for _ in 0..<3 {
        let t = TestWorld()
        try Self.drop(t)
        if isWhole {
          try t.add(.static, .compound(CompoundShape(Self.tiles)))
        } else {
          for leaf in Self.tiles { try t.add(.static, leaf.shape, at: leaf.placement.position) }
        }
        best = min(best, cpuTime { t.run(120, checked: false) })
        let handles = t.world.handles.prefix(60)
        let sum = handles.reduce(0) { $0 + (t.world.body($1)?.position.y ?? 0) }
        if heights.count < times.count + 1 { heights.append(sum / 60) }
      }
      times.append(best)
    }
    #expect(times[0] < times[1] * 1.5, "\(times[0] / 120) against \(times[1] / 120) a step")
    #expect(abs(heights[0] - heights[1]) < 0.05)
  }
}
