import CaromMaths
import Foundation
import TestSupport
import Testing

/// The double-precision C library as the independent oracle; its own error is below 1e-8 ulp here.
@Suite("Portable functions")
struct PortableTests {
  /// The error of a result in units in the last place of its format.
  ///
  /// Zero where both are NaN, or both round to the same infinity.
  static func error(_ found: Float, _ exact: Double) -> Double {
    if found.isNaN || exact.isNaN { return found.isNaN && exact.isNaN ? 0 : .infinity }
    let nearest = Float(exact)
    if found == nearest && (found.isInfinite || found == 0) { return 0 }
    guard found.isFinite, nearest.isFinite else { return .infinity }
    return abs(Double(found) - exact) / Double(max(nearest.ulp, Float.leastNonzeroMagnitude))
  }

  /// The greatest error over Floats of the whole format, one in `stride`, signs alternating.
  static func sweep(
    stride: UInt32, _ portable: (Float) -> Float, _ exact: (Double) -> Double,
    where isInDomain: (Float) -> Bool = { _ in true }
  ) -> (error: Double, at: Float, count: Int) {
    var worst = (error: 0.0, at: Float(0), count: 0)
    var bits: UInt32 = 0
    while bits < 0x7f80_0000 {
      for x in [Float(bitPattern: bits), -Float(bitPattern: bits)] where isInDomain(x) {
        let e = error(portable(x), exact(Double(x)))
        if e > worst.error { worst = (e, x, worst.count) }
        worst.count += 1
      }
      bits += stride
    }
    return worst
  }

  #if DEBUG
    static let stride: UInt32 = 100_003
  #else
    static let stride: UInt32 = 1_999
  #endif

  static let functions: [(String, @Sendable (Float) -> Float, @Sendable (Double) -> Double)] = [
    ("sin", { Portable.sin($0) }, { Foundation.sin($0) }),
    ("cos", { Portable.cos($0) }, { Foundation.cos($0) }),
    ("tan", { Portable.tan($0) }, { Foundation.tan($0) }),
    ("asin", { Portable.asin($0) }, { Foundation.asin($0) }),
    ("acos", { Portable.acos($0) }, { Foundation.acos($0) }),
    ("atan", { Portable.atan($0) }, { Foundation.atan($0) }),
    ("exp", { Portable.exp($0) }, { Foundation.exp($0) }),
    ("log", { Portable.log($0) }, { Foundation.log($0) }),
  ]

  @Test("Every function of one argument is within 0.51 ulp over the whole format", arguments: 0..<8)
  func sweepsTheFormat(index: Int) {
    let (name, portable, exact) = Self.functions[index]
    let worst = Self.sweep(stride: Self.stride, portable, exact)
    print("Portable.\(name): \(worst.error) ulp at \(worst.at), \(worst.count) arguments")
    #expect(worst.error < 0.51, "\(name) of \(worst.at)")
  }

  @Test("Sine and cosine together have the same bits as the single functions")
  func sincosAgrees() {
    var bits: UInt32 = 0
    while bits < 0x7f80_0000 {
      let x = Float(bitPattern: bits)
      let (s, c) = Portable.sincos(-x)
      #expect(s == Portable.sin(-x) && c == Portable.cos(-x), "at \(x)")
      bits += 1_000_003
    }
  }

  @Test("The functions of two arguments are within 0.51 ulp over random pairs")
  func sweepsPairs() {
    var random = RandomStream(seed: 31)
    var (worstAngle, worstPower) = (0.0, 0.0)
    #if DEBUG
      let count = 5_000
    #else
      let count = 1_000_000
    #endif
    func anything() -> Float { Float(bitPattern: UInt32(truncatingIfNeeded: random.next() >> 32)) }
    for i in 0..<count {
      let y = i % 3 == 0 ? anything() : random.float(in: -2...2)
      let x = i % 3 == 0 ? anything() : random.float(in: -2...2)
      worstAngle = max(
        worstAngle, Self.error(Portable.atan2(y, x), Foundation.atan2(Double(y), Double(x))))
      let base = i % 2 == 0 ? abs(anything()) : random.float(in: 0.5...2)
      let power = random.float(in: i % 2 == 0 ? -3...3 : -120...120)
      worstPower = max(
        worstPower,
        Self.error(Portable.pow(base, power), Foundation.pow(Double(base), Double(power))))
    }
    print("Portable.atan2: \(worstAngle) ulp, Portable.pow: \(worstPower) ulp, \(count) pairs")
    #expect(worstAngle < 0.51)
    #expect(worstPower < 0.51)
  }

  @Test("Agrees to the bit with values correctly rounded by mpmath")
  func agreesWithTable() throws {
    let table = try Repository.text("Tests/MathsTests/Oracles/portable.txt")
    var (count, neighbors) = (0, 0)
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      let numbers = try words.dropFirst().map {
        Float(bitPattern: try #require(UInt32($0, radix: 16)))
      }
      let expected = try #require(numbers.last)
      let found =
        switch words[0] {
        case "atan2": Portable.atan2(numbers[0], numbers[1])
        case "pow": Portable.pow(numbers[0], numbers[1])
        default: try #require(Self.functions.first { $0.0 == words[0] }).1(numbers[0])
        }
      // cos(0x5f18b878) lies 2⁻³¹ ulp from the middle of two Floats; both are accepted.
      if found != expected, found.nextDown == expected || found.nextUp == expected {
        neighbors += 1
      } else {
        #expect(found == expected, "\(line)")
      }
      count += 1
    }
    #expect(count > 1_000)
    #expect(neighbors <= 1)
  }

  @Test("Zeros, infinities and domain errors are those of the C library")
  func specialValues() {
    let values: [Float] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .nan, 0.5, -0.5, 2, -2, 3, -3, 2.5, 1e30, -1e30,
      16_777_215, -16_777_215, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
      .greatestFiniteMagnitude, 88.8, -104, 1.5, -1.5,
    ]
    func same(_ found: Float, _ exact: Float) -> Bool {
      found.isNaN
        ? exact.isNaN && found.bitPattern == Float.nan.bitPattern
        : found.sign == exact.sign && Self.error(found, Double(exact)) <= 1
    }
    for x in values {
      for (name, portable, exact) in Self.functions {
        #expect(same(portable(x), Float(exact(Double(x)))), "\(name)(\(x)) is \(portable(x))")
      }
      for y in values {
        #expect(
          same(Portable.pow(x, y), Float(Foundation.pow(Double(x), Double(y)))),
          "pow(\(x), \(y)) is \(Portable.pow(x, y))")
        #expect(
          same(Portable.atan2(x, y), Float(Foundation.atan2(Double(x), Double(y)))),
          "atan2(\(x), \(y)) is \(Portable.atan2(x, y))")
      }
    }
  }

  @Test("Pinned bits over the whole format are the same in debug and release")
  func pinnedBits() throws {
    for (name, portable, _) in Self.functions {
      var hash = StateHash()
      var bits: UInt32 = 0
      while bits < 0x7f80_0000 {
        hash.combine(portable(Float(bitPattern: bits)))
        bits += 500_009
      }
      try PinnedHashes.expect(hash.value, pinned: "maths/portable/\(name)")
    }
  }

  @Test("The angles of four points have the bits of those of single points")
  func anglesOfFourPoints() {
    var numbers: [Float] = [0, 1e-37, 1e-30, 0.3, 0.41421356, 0.5, 1, 2.5, 1e20, .infinity, .nan]
    numbers += numbers.map { -$0 }
    for y in numbers {
      for pair in 0..<numbers.count / 2 {
        let (first, second) = (numbers[2 * pair], numbers[2 * pair + 1])
        // Both ways round.
        let x = SIMD4(first, second, y, y)
        let up = SIMD4(y, y, first, second)
        let angles = Portable.atan2(up, x)
        for lane in 0..<4 {
          let expected = Portable.atan2(up[lane], x[lane])
          #expect(
            angles[lane].bitPattern == expected.bitPattern
              || (angles[lane].isNaN && expected.isNaN), "\(up[lane]), \(x[lane])")
        }
      }
    }
  }
}
