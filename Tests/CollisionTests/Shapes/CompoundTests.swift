import CaromCollision
import CaromMaths
import TestSupport
import Testing

@Suite("Compounds of many children", .serialized)
struct CompoundTests {
  /// Two hundred children of all solid kinds in a block of 12 by 6 by 12 m.
  static func compound(_ seed: UInt64) -> CompoundShape {
    var draws = Draws(seed: seed)
    return CompoundShape(
      (0..<200).map { number in
        let place = Vector3(draws.number(-6, 6), draws.number(-3, 3), draws.number(-6, 6))
        return ShapeLeaf(
          shape: draws.solid(kind: number % 7),
          placement: Transform(position: place, orientation: draws.orientation()))
      })
  }

  static func rays(_ count: Int, seed: UInt64) -> [(Vector3, Vector3)] {
    var draws = Draws(seed: seed)
    return (0..<count).map { _ in
      let from = draws.direction() * 20
      return (from, draws.vector(6) - from)
    }
  }

  /// The result of a linear search.
  static func linear(_ c: CompoundShape, _ from: Vector3, _ way: Vector3) -> RayHit? {
    var best: RayHit?
    for child in c.children {
      let hit = child.shape.rayCast(origin: from, translation: way, at: child.placement)
      if let hit, best.map({ hit.fraction < $0.fraction }) ?? true { best = hit }
    }
    return best
  }

  @Test("A ray hits the child that brute force finds, at the same point")
  func rayHits() {
    for seed: UInt64 in 1...5 {
      let compound = Self.compound(seed)
      let shape = Shape.compound(compound)
      var hits = 0
      for (from, way) in Self.rays(400, seed: seed + 10) {
        let found = shape.rayCast(origin: from, translation: way, at: .identity)
        let expected = Self.linear(compound, from, way)
        #expect(found?.fraction == expected?.fraction)
        #expect(found?.normal == expected?.normal)
        if found != nil { hits += 1 }
      }
      #expect(hits > 100)
    }
  }

  @Test("All children near a box are visited exactly once")
  func nearBoxes() {
    var draws = Draws(seed: 4)
    let compound = Self.compound(3)
    for _ in 0..<200 {
      let box = AABB(
        center: draws.vector(6), halfExtents: Vector3(repeating: draws.number(0.1, 2)))
      var seen: [Int] = []
      compound.visitChildren(near: box) { seen.append($0) }
      #expect(Set(seen).count == seen.count)
      for (index, child) in compound.children.enumerated()
      where child.shape.bounds(at: child.placement).overlaps(box) {
        #expect(seen.contains(index))
      }
    }
  }

  @Test("Invalid children are reported, and equal children make equal compounds")
  func edges() {
    let bad = ShapeLeaf(
      shape: .sphere(SphereShape(radius: .nan)),
      placement: Transform(position: Vector3(.infinity, 0, 0)))
    #expect(CompoundShape([ShapeLeaf](repeating: bad, count: 20)).problem != nil)
    #expect(Self.compound(7) == Self.compound(7) && Self.compound(7) != Self.compound(8))
    #expect(Self.compound(7).hashValue == Self.compound(7).hashValue)
  }

  /// Measured at 20 times the speed; the limit is a third of the time, since machines are noisy.
  @Test("A ray through 200 children takes a third of the time of 200 checks at most")
  func speed() {
    let compound = Self.compound(1)
    let shape = Shape.compound(compound)
    let rays = Self.rays(300, seed: 2)
    var sums: (Float, Float) = (0, 0)
    var best: (tree: Duration, each: Duration) = (.seconds(9), .seconds(9))
    for _ in 0..<5 {
      sums = (0, 0)
      let tree = cpuTime {
        for (from, way) in rays {
          sums.0 += shape.rayCast(origin: from, translation: way, at: .identity)?.fraction ?? 0
        }
      }
      let each = cpuTime {
        for (from, way) in rays { sums.1 += Self.linear(compound, from, way)?.fraction ?? 0 }
      }
      best = (min(best.tree, tree), min(best.each, each))
    }
    #expect(sums.0 == sums.1)
    #expect(best.tree < best.each / 3, "\(best.tree / 300) against \(best.each / 300) a ray")
  }
}
