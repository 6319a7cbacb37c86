import CaromMaths

/// Smooth noise in space and time, of zero mean, the same bits on every machine.
///
/// Each point of a lattice of whole numbers has a random gradient, hashed from its coordinates, and
/// noise is 0 there; in between, the gradients' slopes are mixed with a fade whose first and second
/// derivatives vanish at the lattice, so that force changes smoothly. The hash takes the place of a
/// table of permutations: it never repeats and needs no memory.
///
/// - Source: K. Perlin, "Improving Noise", SIGGRAPH 2002 (fade 6t⁵ − 15t⁴ + 10t³, gradients to the
///   middles of edges), here in four dimensions; finalizer of the hash: A. Appleby, MurmurHash3.
enum GradientNoise {
  /// Noise of one channel at a place and a time; within ±1.5, about 0.3 in root mean square.
  static func value(
    _ place: Vector3, cell: Int32, phase: Float, seed: UInt32, channel: UInt32
  ) -> Float {
    let (x, fx) = split(place.x)
    let (y, fy) = split(place.y)
    let (z, fz) = split(place.z)
    let start = mixed(seed &+ channel &* 0x9e37_79b9)
    let now = cube(x, y, z, fx, fy, fz, cell, phase, start)
    // Still noise has no second moment to mix with.
    if phase == 0 { return now }
    let later = cube(x, y, z, fx, fy, fz, cell &+ 1, phase - 1, start)
    return now + (later - now) * fade(phase)
  }

  /// Noise in three channels, as a vector, with `octaves` finer layers of twice the rate each.
  static func vector(
    _ place: Vector3, cell: Int32, phase: Float, seed: UInt32, roughness: Float
  ) -> Vector3 {
    var sum = Vector3.zero
    var scale: Float = 1
    var weight: Float = 1
    var total: Float = 0
    for octave in 0..<3 {
      if weight == 0 { break }
      let at = place * scale
      let layer = seed &+ UInt32(octave) &* 0x632b_e5ab
      sum +=
        Vector3(
          value(at, cell: cell, phase: phase, seed: layer, channel: 0),
          value(at, cell: cell, phase: phase, seed: layer, channel: 1),
          value(at, cell: cell, phase: phase, seed: layer, channel: 2)) * weight
      total += weight
      weight *= roughness
      scale *= 2
    }
    return sum / total
  }

  private static func fade(_ t: Float) -> Float {
    let inner: Float = t * (t * 6 - 15) + 10
    return t * t * t * inner
  }

  /// The cell of the lattice that a coordinate is in, and how far in.
  private static func split(_ value: Float) -> (cell: Int32, share: Float) {
    // Far out, floats have no fractions, so noise is 0 there in any case.
    let bounded: Float = max(-1e9, min(value, 1e9))
    let floor: Float = bounded.rounded(.down)
    return (Int32(floor), bounded - floor)
  }

  /// The mix of the eight corners of a cell at one moment of the lattice.
  private static func cube(
    _ x: Int32, _ y: Int32, _ z: Int32, _ fx: Float, _ fy: Float, _ fz: Float, _ t: Int32,
    _ ft: Float, _ start: UInt32
  ) -> Float {
    let (u, v, w) = (fade(fx), fade(fy), fade(fz))
    let first = added(start, t)
    func edge(_ dy: Int32, _ dz: Int32) -> Float {
      let row = added(added(first, z &+ dz), y &+ dy)
      let (gy, gz): (Float, Float) = (fy - Float(dy), fz - Float(dz))
      let a = slope(mixed(added(row, x)), fx, gy, gz, ft)
      let b = slope(mixed(added(row, x &+ 1)), fx - 1, gy, gz, ft)
      return a + (b - a) * u
    }
    let near = edge(0, 0)
    let nearSide: Float = near + (edge(1, 0) - near) * v
    let far = edge(0, 1)
    let farSide: Float = far + (edge(1, 1) - far) * v
    return nearSide + (farSide - nearSide) * w
  }

  /// The product of the way from a corner and its gradient, one of 32 with three components of ±1.
  private static func slope(_ hash: UInt32, _ x: Float, _ y: Float, _ z: Float, _ t: Float) -> Float
  {
    let a: Float
    let b: Float
    let c: Float
    switch hash >> 30 {
    case 0: (a, b, c) = (y, z, t)
    case 1: (a, b, c) = (x, z, t)
    case 2: (a, b, c) = (x, y, t)
    default: (a, b, c) = (x, y, z)
    }
    let sum: Float = (hash & 1 == 0 ? a : -a) + (hash & 2 == 0 ? b : -b)
    return sum + (hash & 4 == 0 ? c : -c)
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
