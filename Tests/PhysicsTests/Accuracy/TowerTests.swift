import CaromCollision
import CaromMaths
import CaromPhysics
import CaromProperties
import CaromWorkers
import Testing

/// Towers of cubes, and heavy cubes on light ones, without sleep and without damping.
///
/// Rigid cubes stand at any height. Soft contacts buckle: each is a spring of the rotational
/// stiffness K = m·ω²/8 for cubes of mass m and 1 m, so a column of N of them falls where
/// N³·m·g > 7.84·K, at 30 Hz with 16 cubes. A. G. Greenhill, "Determination of the greatest height
/// consistent with stability that a vertical pole or mast can be made", Proc. Cambridge Phil. Soc.
/// 4, 1881.
@Suite("Towers", .enabled(if: Tier.isRelease))
struct TowerTests {
  /// A tower of light cubes of 1 m and 1 kg, and a heavier one on top.
  static func tower(_ count: Int, top ratio: Float = 1) throws -> (TestWorld, [Body]) {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor) { $0.friction = 0.6 }
    let cubes = try (0..<count).map { number in
      try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5 + Float(number), 0)) {
        $0.mass = number == count - 1 ? ratio : 1
        $0.friction = 0.6
        $0.restitution = 0
      }
    }
    return (t, cubes)
  }

  @Test(
    "A tower of straight cubes stands for twenty seconds", arguments: [10, 15, 18, 20, 30, 40])
  func stands(_ count: Int) throws {
    let (t, cubes) = try Self.tower(count)
    t.run(1200, checked: false)
    t.world.checkInvariants()
    for (level, cube) in cubes.enumerated() {
      let place = cube.position
      #expect(abs(place.x) < 0.2 && abs(place.z) < 0.2, "cube \(level) is at \(place)")
      // Each contact sinks by at most 2a/(2πf)² = 8 mm, a = 150 m/s², f = 30 Hz.
      #expect(place.y < 0.501 + Float(level) && place.y > 0.49 + Float(level) * (1 - 0.0085))
      #expect(cube.velocity.length < 0.1)
    }
  }

  @Test(
    "A heavy cube stands on light ones for ten seconds",
    arguments: [(1, 10), (1, 100), (1, 1000), (10, 10), (10, 100)] as [(Int, Float)])
  func heavy(_ count: Int, _ ratio: Float) throws {
    let (t, cubes) = try Self.tower(count + 1, top: ratio)
    var deepest = Float.infinity
    t.run(600, checked: false) { _ in deepest = min(deepest, cubes[count].position.y) }
    t.world.checkInvariants()
    let place = cubes[count].position
    #expect(abs(place.x) < 0.1 && abs(place.z) < 0.1, "the heavy cube is at \(place)")
    #expect(place.y > Float(count) * (1 - 0.0085) + 0.49)
    #expect(deepest > Float(count) + 0.2, "while the load builds up")
    #expect(cubes.allSatisfy { $0.velocity.length < 0.1 })
  }

  // A tower of n cubes that are turned as one block tips where its center passes its edge,
  // tan θ = 1/n. Gravity is turned instead, with friction enough that nothing slides. It acts at
  // once, so that the tower swings, and tips 2 and 5 % early; with arms that follow 3 and 7 %.
  @Test("A leaning tower tips at the angle of statics", arguments: [(2, 0.97), (4, 0.94)])
  func leaning(_ count: Int, _ stable: Float) throws {
    for (factor, falls) in [(stable, false), (1.01, true)] as [(Float, Bool)] {
      let tangent = factor / Float(count)
      let g = 9.8 / (1 + tangent * tangent).squareRoot()
      let t = TestWorld(gravity: Vector3(g * tangent, -g, 0)) { $0.allowsSleep = false }
      try t.add(.static, .floor) { $0.friction = 1 }
      let cubes = try (0..<count).map { number in
        try t.add(.dynamic, .box(1, 1, 1), at: Vector3(0, 0.5 + Float(number), 0)) {
          $0.friction = 1
          $0.restitution = 0
        }
      }
      t.run(900, checked: false)
      let fell = cubes[count - 1].position.y < Float(count) - 0.7
      #expect(fell == falls, "at \(factor) of the angle")
    }
  }

  // It is set down, and swings: it tips 2 % early.
  @Test("A block of 1 : 2 tips on a slope at the angle of statics", arguments: [0.97, 1.005])
  func tipping(_ factor: Float) throws {
    let slope = Quaternion(axis: .unitZ, angle: -Portable.atan(0.5 * factor))
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .box(20, 1, 20), at: slope.rotate(Vector3(0, -0.5, 0))) {
      $0.transform.orientation = slope
      $0.friction = 3
    }
    let block = try t.add(.dynamic, .box(0.5, 1, 0.5), at: slope.rotate(Vector3(0, 0.5, 0))) {
      $0.transform.orientation = slope
      $0.friction = 3
      $0.restitution = 0
    }
    t.run(1200, checked: false)
    #expect((block.orientation.rotate(.unitY).dot(slope.rotate(.unitY)) < 0.9) == (factor > 1))
  }

  // What tips early is the swing: friction acts in the first substep, and the contacts answer its
  // moment in the second. Where gravity turns slowly, the block tips at the angle of statics.
  @Test(
    "A block of 1 : 2 on a slope that rises tips at the angle of statics",
    arguments: [0.998, 1.001])
  func tippingSlowly(_ factor: Float) throws {
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .box(20, 1, 20), at: Vector3(0, -0.5, 0)) { $0.friction = 3 }
    let block = try t.add(.dynamic, .box(0.5, 1, 0.5), at: Vector3(0, 0.5, 0)) {
      $0.friction = 3
      $0.restitution = 0
    }
    // Instead of the slope, gravity turns, and comes to rest as evenly as it starts.
    for step in 0..<2400 {
      let part = min(Float(step) / 1200, 1)
      let tangent = 0.5 * factor * part * part * (3 - 2 * part)
      let g = 9.8 / (1 + tangent * tangent).squareRoot()
      t.world.settings.gravity = Vector3(g * tangent, -g, 0)
      t.world.step(1 / 60)
    }
    #expect((block.orientation.rotate(.unitY).y < 0.9) == (factor > 1))
  }

  // A slender block that rocks on its edges, released at the angle θ₀, is upright after
  // t = acosh(1 / (1 − θ₀/α)) / p, p² = m·g·R/I₀ = 3g/4R, where R is half of its diagonal at the
  // angle α. G. W. Housner, "The behavior of inverted pendulum structures during earthquakes",
  // Bull. Seismol. Soc. Am. 53, 1963; linear in θ, so that the exact time is 0.4 % off.
  @Test("A rocking block is upright after Housner's time", arguments: [0.2, 0.5, 0.8])
  func rocking(_ part: Float) throws {
    let (width, height): (Float, Float) = (0.5, 3)
    let radius = 0.5 * (width * width + height * height).squareRoot()
    let alpha = width / height * (1 - width * width / (3 * height * height))
    let angle = part * alpha
    let t = TestWorld { $0.allowsSleep = false }
    try t.add(.static, .floor) { $0.friction = 1 }
    // Turned about its right edge, which stays where it is.
    let turn = Quaternion(axis: .unitZ, angle: -angle)
    let edge = Vector3(0.5 * width, 0, 0)
    let middle = Vector3(0, 0.5 * height, 0)
    let block = try t.add(
      .dynamic, .box(width, height, 0.5), at: edge + turn.rotate(middle - edge)
    ) {
      $0.transform.orientation = turn
      $0.friction = 1
      $0.restitution = 0
    }
    // The tilt passes zero between two steps.
    var (upright, before): (Float?, Float) = (nil, angle)
    t.run(600, checked: false) { step in
      let tilt = block.orientation.rotate(.unitY).x
      if upright == nil && tilt <= 0 {
        upright = (Float(step) + before / (before - tilt)) / 60
      }
      before = tilt
    }
    let p = (3 * 9.8 / (4 * radius)).squareRoot()
    let ratio = 1 / (1 - part)
    let exact = Portable.log(ratio + (ratio * ratio - 1).squareRoot()) / p
    let found = try #require(upright)
    print("rocking block from \(part): upright after \(found) s, by theory \(exact) s")
    #expect(abs(found / exact - 1) < 0.03)
  }

  @Test("A swaying tower is restored to the same bits, for one to four threads")
  func sameBits() throws {
    let (t, _) = try Self.tower(21, top: 20)
    var restored = t.world
    let buffer = StateBuffer()
    for step in 0..<240 {
      t.world.step(1 / 60)
      if step == 0 || step % 37 == 36 {
        let (fresh, _) = (World(), buffer.fill { t.world.save(into: &$0) })
        var source = StateSource(buffer.bytes)
        try fresh.load(from: &source)
        try source.finish()
        restored = fresh
        restored.workers = WorkerPool(threads: 1 + step % 4)
      } else {
        restored.step(1 / 60)
      }
      #expect(restored.stateHash == t.world.stateHash, "step \(step)")
    }
  }
}
