import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

/// What stands by weight and friction alone, and falls when either is a little wrong.
///
/// - Source: the scenes "Card House" and "Arch" of Box2D's samples (E. Catto), here in three
///   dimensions; that they stand is statics, worked out at each.
@Suite("Dry stones and cards", .enabled(if: Tier.isRelease))
struct DryStoneTests {
  /// A house of cards: five frames of two cards that lean on each other, four cards across, and so
  /// on.
  func cardHouse(levels: Int, friction: Float) throws -> (TestWorld, [Body]) {
    let t = TestWorld { $0.allowsSleep = false }
    func surface(_ d: inout BodyDefinition) {
      d.friction = friction
      d.frictionCombine = .minimum
      d.restitution = 0
    }
    try t.add(.static, .floor, surface)
    let (thick, angle): (Float, Float) = (0.02, 25 * .pi / 180)
    let card = Shape.box(thick, 1, 0.7)
    let (sin, cos) = (Portable.sin(angle), Portable.cos(angle))
    // Half of the width and the height of a card that leans.
    let (wide, high) = (0.5 * sin + 0.5 * thick * cos, 0.5 * cos + 0.5 * thick * sin)
    let spacing = 4 * wide + 0.005
    var cards: [Body] = []
    var floor: Float = 0
    for level in 0..<levels {
      let count = levels - level
      let left = -0.5 * Float(count - 1) * spacing
      for frame in 0..<count {
        let x = left + Float(frame) * spacing
        for side in [-1, 1] as [Float] {
          cards.append(
            try t.add(.dynamic, card, at: Vector3(x + side * wide, floor + high, 0)) {
              $0.transform.orientation = Quaternion(axis: .unitZ, angle: side * angle)
              surface(&$0)
            })
        }
      }
      floor += 2 * high
      for gap in 0..<(count - 1) {
        // From edge to edge, and past it at the ends of the row: the outer cards carry nothing
        // else.
        let from = left + Float(gap) * spacing + (gap == 0 ? -0.05 : 0.002)
        let to = left + Float(gap + 1) * spacing + (gap == count - 2 ? 0.05 : -0.002)
        cards.append(
          try t.add(
            .dynamic, .box(to - from, thick, 0.7),
            at: Vector3(0.5 * (from + to), floor + 0.5 * thick, 0), surface))
      }
      floor += thick
    }
    return (t, cards)
  }

  /// How far the farthest has gone.
  func move(_ bodies: [Body], _ starts: [Vector3]) -> Float {
    zip(bodies, starts).map { $0.position.distance(to: $1) }.max() ?? 0
  }

  // Two cards that lean at θ, each of weight W with P on its top edge: the thrust at the top is
  // H = (P + W/2)·tan θ, a foot carries N = P + W, so the floor needs a friction of up to
  // tan 25° = 0.47, and so do the edges that touch, one card's edge on the other's face.
  @Test("A house of cards of five levels stands for half a minute")
  func cards() throws {
    let (t, cards) = try cardHouse(levels: 5, friction: 0.6)
    #expect(cards.count == 40)
    let starts = cards.map(\.position)
    t.run(1800)
    let far = move(cards, starts)
    // It settles by g/ω² = 0.28 mm for each weight that an edge carries, springs of 30 Hz, in all
    // joints below: 23 mm, which the top goes down. Sideways a card's thickness would bring it
    // down.
    #expect(far < 0.03)
    #expect(zip(cards, starts).allSatisfy { abs($0.position.x - $1.x) < 0.01 })
    #expect(cards.allSatisfy { $0.velocity.length < 1e-4 })
  }

  @Test("The same house falls with less friction than statics requires")
  func slipperyCards() throws {
    let (t, cards) = try cardHouse(levels: 5, friction: 0.3)
    t.run(600)
    #expect((cards.last?.position.y ?? 9) < 3)
  }

  /// Half a ring of wedges, and whether they are still where they were after a time.
  func arch(thickness: Float, count: Int = 15) throws -> (TestWorld, [Body]) {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor) { $0.friction = 1 }
    let (inner, outer): (Float, Float) = (3 - 0.5 * thickness, 3 + 0.5 * thickness)
    let stones = try (0..<count).map { number in
      let angles = [number, number + 1].map { Float($0) * .pi / Float(count) }
      var corners: [Vector3] = []
      for angle in angles {
        for radius in [inner, outer] {
          for z in [-0.5, 0.5] as [Float] {
            corners.append(
              Vector3(radius * Portable.cos(angle), radius * Portable.sin(angle), z))
          }
        }
      }
      let middle = corners.reduce(Vector3.zero, +) / Float(corners.count)
      let hull = try ConvexHullShape(corners.map { $0 - middle })
      return try t.add(.dynamic, .hull(hull), at: middle) {
        $0.mass = 100
        $0.friction = 0.8
        $0.restitution = 0
      }
    }
    return (t, stones)
  }

  // The line of thrust of half a ring stays within it if it is thicker than 0.1075 of its radius.
  // P. Couplet, 1730; J. Heyman, "The stone skeleton", Int. J. Solids Structures 2, 1966 (0.106);
  // J. Ochsendorf, "The masonry arch on spreading supports", 2006 (0.1075).
  @Test("An arch of wedges stands for half a minute")
  func arch() throws {
    let (t, stones) = try arch(thickness: 0.6)
    let starts = stones.map(\.position)
    t.run(1800)
    let far = move(stones, starts)
    // Its joints are springs of 30 Hz: each gives 2 to 4 mm under half of the arch's weight, of
    // which the crown goes down 35 mm.
    #expect(far < 0.05)
    #expect(abs(stones[7].position.x) < 0.005 && abs(stones[7].position.z) < 0.005)
    #expect(stones.allSatisfy { $0.velocity.length < 1e-4 })
  }

  @Test("An arch that is thinner than the line of thrust falls")
  func thinArch() throws {
    let (t, stones) = try arch(thickness: 0.2)
    t.run(600)
    #expect(stones[7].position.y < 2)
  }
}
