import CaromMaths
import Testing

@Suite("Lane operators")
struct LaneOperatorTests {
  static let numbers: [Float] = [
    0, -0.0, 1, -1, 1.5, -3.25, 1e-37, -1e-37, 3e38, -3e38, .infinity, -.infinity, .nan,
  ]

  /// All pairs of numbers, four at a time.
  static var pairs: [(SIMD4<Float>, SIMD4<Float>)] {
    numbers.flatMap { a in
      stride(from: 0, to: numbers.count, by: 4).map { first in
        var (left, right) = (SIMD4<Float>(repeating: a), SIMD4<Float>())
        for lane in 0..<4 { right[lane] = numbers[min(first + lane, numbers.count - 1)] }
        // Both ways round.
        if first == 4 { (left, right) = (right, left) }
        return (left, right)
      }
    }
  }

  /// Whether two results have the same bits, or are both no numbers.
  static func areSame(_ a: Float, _ b: Float) -> Bool {
    a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN)
  }

  @Test("Arithmetic has the bits of single floats")
  func arithmetic() {
    for (a, b) in Self.pairs {
      let (sum, difference, product, quotient) = (a + b, a - b, a * b, a / b)
      for lane in 0..<4 {
        #expect(Self.areSame(sum[lane], a[lane] + b[lane]), "\(a[lane]) + \(b[lane])")
        #expect(Self.areSame(difference[lane], a[lane] - b[lane]), "\(a[lane]) - \(b[lane])")
        #expect(Self.areSame(product[lane], a[lane] * b[lane]), "\(a[lane]) * \(b[lane])")
        #expect(Self.areSame(quotient[lane], a[lane] / b[lane]), "\(a[lane]) / \(b[lane])")
      }
    }
  }

  @Test("Comparisons hold where those of single floats do")
  func comparisons() {
    for (a, b) in Self.pairs {
      let (less, lessOrEqual, greater) = (a .< b, a .<= b, a .> b)
      let (greaterOrEqual, equal, unequal) = (a .>= b, a .== b, a .!= b)
      for lane in 0..<4 {
        let (x, y) = (a[lane], b[lane])
        #expect(less[lane] == (x < y), "\(x) < \(y)")
        #expect(lessOrEqual[lane] == (x <= y), "\(x) <= \(y)")
        #expect(greater[lane] == (x > y), "\(x) > \(y)")
        #expect(greaterOrEqual[lane] == (x >= y), "\(x) >= \(y)")
        #expect(equal[lane] == (x == y), "\(x) == \(y)")
        #expect(unequal[lane] == (x != y), "\(x) != \(y)")
      }
      #expect(any(less) == (0..<4).contains { less[$0] })
      #expect(all(lessOrEqual) == (0..<4).allSatisfy { lessOrEqual[$0] })
    }
  }

  @Test("Selection takes whole lanes")
  func selection() {
    for (a, b) in Self.pairs {
      let mask = a .< b
      let (chosen, kept) = (select(mask, a, b), keep(a, where: mask))
      for lane in 0..<4 {
        #expect(chosen[lane].bitPattern == (mask[lane] ? a[lane] : b[lane]).bitPattern)
        #expect(kept[lane].bitPattern == (mask[lane] ? a[lane].bitPattern : 0))
      }
    }
  }
}
