import CaromCollision
import CaromMaths
import Testing

/// Bodies deep in a jammed pile move slightly; their contacts must not amplify that motion.
@Suite("Steady contacts")
struct SteadyContactTests {
  /// Box, capsule, pyramid, hull: the solids whose contacts can alternate between features.
  static let pairs: [(Int, Int)] = [1, 2, 5, 6].flatMap { a in [1, 2, 5, 6].map { (a, $0) } }

  @Test("The contact normal of overlapping solids is stable under small motions", arguments: pairs)
  func keepTheirNormal(pair: (Int, Int)) {
    var draws = Draws(seed: 45)
    var jumps = 0
    for _ in 0..<500 {
      let depth = draws.number(0.002, 0.04)
      let (a, ta, b, tb) = ContactConformanceTests.near(&draws, pair, gap: -depth)
      var other = tb
      other.position += draws.direction() * 3e-4
      other.orientation =
        Quaternion(axis: draws.direction(), angle: 1e-3) * other.orientation
      var cache = ManifoldCache()
      var last = collide(a, ta, b, tb, margin: 0.02, cache: &cache)
      for round in 1...6 {
        let place = round % 2 == 0 ? tb : other
        let m = collide(a, ta, b, place, margin: 0.02, cache: &cache)
        // It may find a better feature once.
        if round > 2 && m.normal.dot(last.normal) < 0.9999 { jumps += 1 }
        last = m
      }
    }
    // Of 2,000.
    #expect(jumps < 20)
  }
}
