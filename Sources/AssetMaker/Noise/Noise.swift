import CaromMaths

/// Perlin noise from an integer hash, with the same bits for a seed on every machine.
///
/// Gradient noise on a cubic lattice. With a period, the pattern repeats after that many lattice
/// cells along x and y, so that images tile seamlessly.
///
/// - Source: K. Perlin, "Improving Noise", SIGGRAPH 2002; the lattice hash is our own.
struct Noise {
  /// The seed; different seeds give unrelated patterns.
  let seed: UInt32

  /// A 32-bit hash of a lattice point.
  func hash(_ x: Int32, _ y: Int32, _ z: Int32) -> UInt32 {
    var h = seed &+ 0x9E37_79B9
    h = Self.mixBits(h ^ UInt32(bitPattern: x) &* 0x85EB_CA6B)
    h = Self.mixBits(h ^ UInt32(bitPattern: y) &* 0xC2B2_AE35)
    return Self.mixBits(h ^ UInt32(bitPattern: z) &* 0x27D4_EB2F)
  }

  /// A random number in 0..<1 for a lattice point.
  func whiteNoise(_ x: Int32, _ y: Int32, _ z: Int32 = 0) -> Float {
    Float(hash(x, y, z) >> 8) * (1 / 16_777_216)
  }

  /// The noise at a point, about −1 to 1; a nonzero `period` repeats it along x and y.
  func value(at p: Vector3, period: Int32 = 0) -> Float {
    let (fx, fy, fz) = (p.x.rounded(.down), p.y.rounded(.down), p.z.rounded(.down))
    let (x, y, z) = (p.x - fx, p.y - fy, p.z - fz)
    let (x0, y0, z0) = (Int32(fx), Int32(fy), Int32(fz))
    let (u, v, w) = (Self.fade(x), Self.fade(y), Self.fade(z))
    func corner(_ i: Int32, _ j: Int32, _ k: Int32) -> Float {
      let h = hash(Self.wrapped(x0 &+ i, period), Self.wrapped(y0 &+ j, period), z0 &+ k)
      return Self.gradientDot(h, x - Float(i), y - Float(j), z - Float(k))
    }
    let near = Self.lerp(
      Self.lerp(corner(0, 0, 0), corner(1, 0, 0), u),
      Self.lerp(corner(0, 1, 0), corner(1, 1, 0), u),
      v)
    let far = Self.lerp(
      Self.lerp(corner(0, 0, 1), corner(1, 0, 1), u),
      Self.lerp(corner(0, 1, 1), corner(1, 1, 1), u),
      v)
    return Self.lerp(near, far, w)
  }

  /// Fractional Brownian motion: a sum of octaves, about −1 to 1.
  func fractal(at p: Vector3, octaves: Int, period: Int32 = 0) -> Float {
    sum(at: p, octaves: octaves, period: period) { $0 }
  }

  /// Ridged multifractal noise, 0 to 1, with sharp crests where the noise crosses zero.
  func ridges(at p: Vector3, octaves: Int, period: Int32 = 0) -> Float {
    sum(at: p, octaves: octaves, period: period) { noise in
      let ridge = 1 - abs(noise)
      return ridge * ridge
    }
  }

  /// Domain warping: the point displaced by noise of a strength.
  func domainWarped(_ p: Vector3, strength: Float, octaves: Int, period: Int32 = 0) -> Vector3 {
    let dx = Noise(seed: seed &+ 101).fractal(at: p, octaves: octaves, period: period)
    let dy = Noise(seed: seed &+ 202).fractal(at: p, octaves: octaves, period: period)
    let dz = Noise(seed: seed &+ 303).fractal(at: p, octaves: octaves, period: period)
    return p + Vector3(dx, dy, dz) * strength
  }

  private func sum(
    at p: Vector3, octaves: Int, period: Int32, _ shape: (Float) -> Float
  ) -> Float {
    var (total, weight, amplitude, scale) = (Float(0), Float(0), Float(1), Float(1))
    var cells = period
    for octave in 0..<octaves {
      // An offset along z keeps the zeros of the octaves from coinciding at lattice points.
      let q = Vector3(p.x * scale, p.y * scale, p.z * scale + Float(octave) * 7.31)
      total += shape(value(at: q, period: cells)) * amplitude
      weight += amplitude
      amplitude *= 0.5
      scale *= 2
      cells *= 2
    }
    return total / weight
  }

  private static func mixBits(_ value: UInt32) -> UInt32 {
    var h = value
    h ^= h >> 16
    h = h &* 0x7FEB_352D
    h ^= h >> 15
    h = h &* 0x846C_A68B
    return h ^ (h >> 16)
  }

  private static func wrapped(_ x: Int32, _ period: Int32) -> Int32 {
    guard period > 0 else { return x }
    let rest = x % period
    return rest < 0 ? rest + period : rest
  }

  private static func fade(_ t: Float) -> Float { t * t * t * (t * (t * 6 - 15) + 10) }

  private static func lerp(_ a: Float, _ b: Float, _ t: Float) -> Float { a + (b - a) * t }

  /// The dot product with one of the twelve edge directions of a cube.
  private static func gradientDot(_ hash: UInt32, _ x: Float, _ y: Float, _ z: Float) -> Float {
    let h = hash & 15
    let u = h < 8 ? x : y
    let v = h < 4 ? y : (h == 12 || h == 14 ? x : z)
    return (h & 1 == 0 ? u : -u) + (h & 2 == 0 ? v : -v)
  }
}
