/// Six numbers of a body: three of its linear motion or force, then three of its angular one.
///
/// Kept in pairs, which is what the processor computes at once everywhere.
struct SpatialVector: BitwiseCopyable {
  var first = SIMD2<Double>()
  var second = SIMD2<Double>()
  var third = SIMD2<Double>()

  @inline(__always) static func * (a: SpatialVector, b: Double) -> SpatialVector {
    SpatialVector(first: a.first * b, second: a.second * b, third: a.third * b)
  }

  @inline(__always) static func += (a: inout SpatialVector, b: SpatialVector) {
    a.first += b.first
    a.second += b.second
    a.third += b.third
  }

  @inline(__always) static func -= (a: inout SpatialVector, b: SpatialVector) {
    a.first -= b.first
    a.second -= b.second
    a.third -= b.third
  }
}

/// A symmetric matrix of six columns in memory; once factored, the columns contain L below the
/// diagonal, 1/D on it and zeros above.
struct SpatialMatrix {
  let columns: UnsafeMutablePointer<SpatialVector>
  /// The same numbers, by columns.
  let numbers: UnsafeMutablePointer<Double>

  @inline(__always) init(_ numbers: UnsafeMutablePointer<Double>) {
    self.numbers = numbers
    columns = spatialVectors(numbers)
  }

  /// Replaces the matrix, of which only the lower half is read, by its factors L·D·Lᵀ.
  @inline(__always) func factor() {
    for k in 0..<6 {
      let column = numbers + k * 6
      let inverse = column[k] > 1e-30 ? 1 / column[k] : 0
      for i in 0...k { column[i] = 0 }
      let pivot = columns[k]
      for j in (k + 1)..<6 { columns[j] -= pivot * (column[j] * inverse) }
      columns[k] = pivot * inverse
      column[k] = inverse
    }
  }

  /// Solves for one vector in place, after ``factor()``.
  @inline(__always) func solve(_ x: UnsafeMutablePointer<Double>) {
    for i in 1..<6 {
      var value = x[i]
      for k in 0..<i { value -= numbers[k &* 6 &+ i] * x[k] }
      x[i] = value
    }
    for i in (0..<6).reversed() {
      var value = x[i] * numbers[i &* 7]
      for k in (i + 1)..<6 { value -= numbers[i &* 6 &+ k] * x[k] }
      x[i] = value
    }
  }

  /// Solves for four vectors in place, after ``factor()``.
  ///
  /// - Parameters:
  ///   - x: The first numbers of all four; the others follow.
  ///   - stride: The distance to the next numbers.
  @inline(__always) func solve(_ x: UnsafeMutablePointer<SIMD4<Double>>, stride: Int) {
    for i in 1..<6 {
      var value = x[i * stride]
      for k in 0..<i { value -= x[k * stride] * numbers[k * 6 + i] }
      x[i * stride] = value
    }
    for i in (0..<6).reversed() {
      var value = x[i * stride] * numbers[i * 7]
      for k in (i + 1)..<6 { value -= x[k * stride] * numbers[i * 6 + k] }
      x[i * stride] = value
    }
  }
}

/// Numbers in memory as vectors of six; their address is a multiple of 16.
@inline(__always) func spatialVectors(
  _ numbers: UnsafeMutablePointer<Double>
) -> UnsafeMutablePointer<SpatialVector> {
  UnsafeMutableRawPointer(numbers).assumingMemoryBound(to: SpatialVector.self)
}

/// Numbers in memory as vectors of four; their address is a multiple of 32.
@inline(__always) func quadruples(
  _ numbers: UnsafeMutablePointer<Double>
) -> UnsafeMutablePointer<SIMD4<Double>> {
  UnsafeMutableRawPointer(numbers).assumingMemoryBound(to: SIMD4<Double>.self)
}
