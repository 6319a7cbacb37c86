import CaromCollision
import CaromMaths
import TestSupport
import Testing

@Suite("Speed of contacts", .serialized)
struct ContactSpeedTests {
  static let names = ["sphere", "box", "capsule", "cylinder", "cone", "pyramid", "hull"]

  /// Solids of about 0.3 m, as in a pile.
  static func solid(_ draws: inout Draws, _ kind: Int) -> Shape {
    switch kind {
    case 0: return .sphere(SphereShape(radius: 0.3))
    case 1: return .box(BoxShape(halfExtents: Vector3(0.3, 0.3, 0.35)))
    case 2: return .capsule(CapsuleShape(radius: 0.2, halfLength: 0.25))
    case 3: return .cylinder(CylinderShape(radius: 0.25, halfHeight: 0.3))
    case 4: return .cone(ConeShape(bottomRadius: 0.3, halfHeight: 0.3))
    case 5: return .pyramid(PyramidShape(width: 0.6, height: 0.6, length: 0.6))
    default: return hulls[draws.index(below: hulls.count)]
    }
  }

  /// A few hulls that many bodies share, as in a game.
  static let hulls: [Shape] = {
    var draws = Draws(seed: 6)
    return (8...16).map { count in
      while true {
        let points = (0..<count).map { _ in draws.direction() * 0.35 }
        if let hull = try? ConvexHullShape(points) { return .hull(hull) }
      }
    }
  }()

  struct Pair {
    var a: Shape
    var ta: Transform
    var b: Shape
    var tb: Transform
    var cache = ManifoldCache()
  }

  /// Pairs in random poses with gaps in a range.
  static func pairs(_ kinds: (Int, Int), _ gaps: ClosedRange<Float>) -> [Pair] {
    var draws = Draws(seed: 5)
    return (0..<400).map { _ in
      let (a, b) = (solid(&draws, kinds.0), solid(&draws, kinds.1))
      let ta = draws.placement(2)
      var tb = Transform(
        position: ta.position + draws.direction() * 5, orientation: draws.orientation())
      let found = distance(a, ta, b, tb)
      let gap = draws.number(gaps.lowerBound, gaps.upperBound)
      tb.position -= found.normal * (found.distance - gap)
      return Pair(a: a, ta: ta, b: b, tb: tb)
    }
  }

  /// The least time of a contact in nanoseconds under small motions.
  static func nanoseconds(_ pairs: inout [Pair], _ counts: inout Int) -> Double {
    var best = Double.infinity
    for round in 0..<8 {
      // The motion per step in a settling pile.
      let way = Vector3(1e-3, -1e-3, 5e-4) * (round % 2 == 0 ? 1 : -1)
      for i in pairs.indices { pairs[i].tb.position += way }
      counts = 0
      let time = cpuTime {
        for i in pairs.indices {
          let m = collide(
            pairs[i].a, pairs[i].ta, pairs[i].b, pairs[i].tb, margin: 0.02, cache: &pairs[i].cache)
          counts += m.count
        }
      }
      best = min(best, Double(time.components.attoseconds) * 1e-9 / Double(pairs.count))
    }
    return best
  }

  @Test("A contact takes at most a few microseconds, and separate shapes much less")
  func speed() {
    for a in 0..<7 {
      var line = ""
      for b in a..<7 {
        var (near, far) = (Self.pairs((a, b), -0.003...0.015), Self.pairs((a, b), 0.05...0.2))
        var (points, none) = (0, 0)
        let touching = Self.nanoseconds(&near, &points)
        let apart = Self.nanoseconds(&far, &none)
        line +=
          "\(Self.names[a])-\(Self.names[b]) \(Int(touching))/\(Int(apart)) "
        #expect(none == 0)
        #if !DEBUG
          // Measured 30 to 3,000; three times as much on a busy machine.
          #expect(touching < 12_000 && apart < 4_000)
        #endif
      }
      print("ns touching/apart: \(line)")
    }
  }
}
