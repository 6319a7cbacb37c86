import CaromMaths

/// Smooth noise in space and time, of zero mean, with the same bits on every machine.
///
/// Each point of an integer lattice has a random gradient, hashed from its coordinates, and the
/// noise is 0 there. In between, the gradient ramps are blended by a fade whose first and second
/// derivatives vanish at the lattice points, so that the force is smooth. The hash replaces a
/// permutation table: it never repeats and needs no memory.
///
/// - Source: K. Perlin, "Improving Noise", SIGGRAPH 2002 (fade 6t⁵ − 15t⁴ + 10t³, gradients to the
///   middles of edges), here in four dimensions; finalizer of the hash: A. Appleby, MurmurHash3.
enum GradientNoise {
  /// Noise of three channels at a position and a time, the sum of three octaves.
  ///
  /// Components are within ±1.5, about 0.3 in root mean square. Each octave has twice the frequency
  /// and `roughness` times the amplitude of the one before.
  static func vector(
    _ position: Vector3, cell: Int32, phase: Float, seed: UInt32, roughness: Float
  ) -> Vector3 {
    var sum = SIMD4<Float>()
    var scale: Float = 1
    var weight: Float = 1
    var total: Float = 0
    for octave in 0..<3 {
      if weight == 0 { break }
      let start = mixed(seed &+ UInt32(octave) &* 0x632b_e5ab)
      sum += layer(position * scale, cell, phase, start) * weight
      total += weight
      weight *= roughness
      scale *= 2
    }
    sum /= total
    return Vector3(sum.x, sum.y, sum.z)
  }

  private static func fade(_ t: Float) -> Float {
    let inner: Float = t * (t * 6 - 15) + 10
    return t * t * t * inner
  }

  /// The lattice cell of a coordinate and the fraction within it.
  private static func split(_ value: Float) -> (cell: Int32, share: Float) {
    // Far from the origin floats have no fractions, so the noise is 0 there in any case.
    let bounded: Float = max(-1e9, min(value, 1e9))
    let floor: Float = bounded.rounded(.down)
    return (Int32(floor), bounded - floor)
  }

  /// One octave: the blend of the sixteen corners of a cell of space and time.
  private static func layer(
    _ position: Vector3, _ cell: Int32, _ phase: Float, _ start: UInt32
  ) -> SIMD4<Float> {
    let (x, fx) = split(position.x)
    let (y, fy) = split(position.y)
    let (z, fz) = split(position.z)
    let (u, v, w) = (fade(fx), fade(fy), fade(fz))
    func cube(_ time: Int32, _ ft: Float) -> SIMD4<Float> {
      let first = added(start, time)
      func edge(_ dy: Int32, _ dz: Int32) -> SIMD4<Float> {
        let row = added(added(first, z &+ dz), y &+ dy)
        let offset = SIMD4<Float>(fx, fy - Float(dy), fz - Float(dz), ft)
        let a = slopes(mixed(added(row, x)), offset)
        let b = slopes(mixed(added(row, x &+ 1)), offset - SIMD4(1, 0, 0, 0))
        return a + (b - a) * u
      }
      let near = edge(0, 0)
      let nearSide = near + (edge(1, 0) - near) * v
      let far = edge(0, 1)
      let farSide = far + (edge(1, 1) - far) * v
      return nearSide + (farSide - nearSide) * w
    }
    let now = cube(cell, phase)
    // Constant noise has no second time slice.
    if phase == 0 { return now }
    return now + (cube(cell &+ 1, phase - 1) - now) * fade(phase)
  }

  /// The dot products of the offset from a corner with three gradients, one for each channel.
  @inline(__always)
  private static func slopes(_ hash: UInt32, _ offset: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(slope(hash, offset), slope(hash >> 6, offset), slope(hash >> 12, offset), 0)
  }

  /// The dot product of an offset and one of 32 gradients of three components ±1 and one 0.
  ///
  /// Four bits are the signs, two select the component that is 0. It has no branches, since the
  /// bits of a hash cannot be predicted.
  @inline(__always)
  private static func slope(_ hash: UInt32, _ offset: SIMD4<Float>) -> Float {
    let bits = SIMD4<UInt32>(repeating: hash)
    let isNegative = (bits & SIMD4(1, 2, 4, 8)) .!= 0
    let sign = SIMD4<UInt32>().replacing(with: 0x8000_0000, where: isNegative)
    let isKept = SIMD4<UInt32>(0, 16, 32, 48) .!= (bits & 48)
    let mask = SIMD4<UInt32>().replacing(with: UInt32.max, where: isKept)
    let raw = (unsafeBitCast(offset, to: SIMD4<UInt32>.self) ^ sign) & mask
    let terms = unsafeBitCast(raw, to: SIMD4<Float>.self)
    let low: Float = terms.x + terms.y
    let high: Float = terms.z + terms.w
    return low + high
  }

  private static func added(_ hash: UInt32, _ coordinate: Int32) -> UInt32 {
    let h = (hash ^ UInt32(bitPattern: coordinate)) &* 0x9e37_79b1
    return h ^ h >> 15
  }

  private static func mixed(_ hash: UInt32) -> UInt32 {
    var h = hash
    h = (h ^ h >> 16) &* 0x85eb_ca6b
    h = (h ^ h >> 13) &* 0xc2b2_ae35
    return h ^ h >> 16
  }
}
