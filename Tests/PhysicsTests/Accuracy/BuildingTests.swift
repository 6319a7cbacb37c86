import CaromCollision
import CaromMaths
import CaromPhysics
import Testing

@Suite("Building", .enabled(if: Tier.isRelease))
struct BuildingTests {
  @Test("A box stands on one of a tenth or a hundredth of its mass", arguments: [10, 100])
  func massRatio(_ ratio: Float) throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor)
    let light = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5, 0))
    let heavy = try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 1.5, 0)) { $0.mass = ratio }
    t.run(1800)
    // Each corner is a spring of ω = 2π·30 Hz, 2π·60 Hz on the floor, for the mass it feels there:
    // k = ω² / (4/m + 4/M), for a corner of a cube turns as easily as it moves, thrice over. Under
    // a load of more than ten times its weight the light box acts as one of a tenth of the load.
    let mass = max(1, ratio * 9.8 / 100)
    let floor: Float = (2 * .pi * 60) * (2 * .pi * 60) * mass / 4
    let between: Float = (2 * .pi * 30) * (2 * .pi * 30) / (4 / mass + 4 / ratio)
    let sagBelow = (1 + ratio) * 9.8 / (4 * floor)
    let sag = sagBelow + ratio * 9.8 / (4 * between)
    #expect(abs(light.position.y - (0.5 - sagBelow)) < 0.002)
    #expect(abs(heavy.position.y - (1.5 - sag)) < 0.1 * sag + 0.001)
    // It may slip by a few hundredths of its size before all contacts carry their load, then it
    // lies still.
    #expect(heavy.position.x * heavy.position.x + heavy.position.z * heavy.position.z < 0.04 * 0.04)
    #expect(heavy.velocity.length < 1e-4)
  }

  @Test(
    "Thirty dominoes fall one after the other, with the speed of real dominoes",
    arguments: [0.3, 0.5])
  func dominoes(_ gap: Float) throws {
    let t = TestWorld()
    try t.add(.static, .floor) {
      $0.friction = 0.6
      $0.frictionCombine = .minimum
    }
    let row = try (0..<30).map { number in
      try t.add(
        .dynamic, .box(0.15, 1, 0.5), at: Vector3(Float(number) * (gap + 0.15), 0.5, 0)
      ) {
        $0.friction = 0.4
        $0.frictionCombine = .minimum
        $0.restitution = 0
      }
    }
    t.run(30)
    row[0].apply(impulse: Vector3(0.6, 0, 0), at: row[0].position + Vector3(0, 0.5, 0))
    // The step in which each leans by 18°.
    var fell = [Int](repeating: 0, count: row.count)
    t.run(600) { step in
      for (number, stone) in row.enumerated() where fell[number] == 0 {
        if stone.orientation.rotate(.unitY).y < 0.95 { fell[number] = step }
      }
    }
    #expect(fell.allSatisfy { $0 > 0 })
    for (a, b) in zip(fell, fell.dropFirst()) { #expect(a < b) }
    // Once even, the wave runs with about √(g·h), measured and computed alike: 0.9 to 1.6 of it for
    // these gaps. W. J. Stronge, "The domino effect", Proc. R. Soc. A 409, 1987; J. M. J. van
    // Leeuwen, "The domino effect", Am. J. Phys. 78, 2010.
    let speed = 15 * (gap + 0.15) / (Float(fell[25] - fell[10]) / 60)
    let unit = Float(9.8).squareRoot()
    #expect(speed > 0.9 * unit && speed < 1.6 * unit)
    // All lie on the next but the last ones, which lie flat.
    for stone in row.dropLast(4) { #expect(stone.orientation.rotate(.unitY).x > 0.5) }
  }
}
