import CaromMaths
import CaromSceneGraph

/// The light of a panorama, made ready for physically based surfaces; immutable.
///
/// Smooth surfaces mirror the panorama, rough ones reduced and blurred versions of it, each blurred as
/// by microfacets of its roughness; matt ones get the light that all directions send, as nine numbers a
/// colour. Making it takes some tens of milliseconds, the same bits everywhere.
///
/// - Source: J. Křivánek and M. Colbert, "Real-Time Shading with Filtered Importance Sampling", 2008; R.
///   Ramamoorthi and P. Hanrahan, "An Efficient Representation for Irradiance Environment Maps", 2001.
public final class SurroundingLight: @unchecked Sendable {
  // Unchecked because of the pointers, whose memory nothing writes after init.

  private let panorama: Texture
  private let texels: UnsafeMutablePointer<UInt64>
  private let levels: UnsafeMutablePointer<Texture.Level>
  let shade: UnsafeMutablePointer<ShadeEnvironment>

  /// The widths of the versions; the roughness grows evenly from zero to one.
  private static let widths = [512, 128, 64, 32, 32]
  /// How many directions of each lobe are looked at.
  private static let sampleCount = 32

  /// Makes the light of a picture that is twice as wide as high, its middle along −Z.
  public init(_ panorama: Texture) {
    self.panorama = panorama
    var sampler = RenderFrame.Sampler(panorama)
    sampler.wrapS = .repeat
    let source = ShadeTexture(sampler)
    let widths = SurroundingLight.widths
    texels = .allocate(capacity: widths.reduce(0) { $0 + $1 * $1 / 2 })
    levels = .allocate(capacity: widths.count)
    var start = 0
    for (i, width) in widths.enumerated() {
      let rough = Float(i) / Float(widths.count - 1)
      let lobe = SurroundingLight.lobe(rough)
      SurroundingLight.write(
        texels + start, width: width, from: source, lobe: lobe)
      (levels + i).initialize(
        to: Texture.Level(texels: texels + start, width: Int32(width), height: Int32(width / 2)))
      start += width * width / 2
    }
    var made = source
    made.levels = levels
    made.lastLevel = Float(widths.count - 1)
    (made.width, made.height) = (Float(widths[0]), Float(widths[0] / 2))
    shade = .allocate(capacity: 1)
    shade.initialize(
      to: ShadeEnvironment(texture: made, coefficients: SurroundingLight.coefficients(source)))
  }

  deinit {
    texels.deallocate()
    levels.deallocate()
    shade.deallocate()
  }

  /// A direction of a lobe: to the right, up and along its middle; its weight; the angle around it that
  /// it stands for, in turns.
  private struct Sample {
    var right: Float
    var up: Float
    var along: Float
    var weight: Float
    var spread: Float
  }

  /// Directions in which microfacets of a roughness mirror light that falls straight on them.
  private static func lobe(_ rough: Float) -> [Sample] {
    guard rough > 0 else {
      return [Sample(right: 0, up: 0, along: 1, weight: 1, spread: 0)]
    }
    let a2 = rough * rough * rough * rough
    var samples: [Sample] = []
    var total: Float = 0
    for i in 0..<sampleCount {
      let share = (Float(i) + 0.5) / Float(sampleCount)
      // The bits of the number in reverse spread the angles evenly.
      var reversed: Float = 0
      var bit: Float = 0.5
      var rest = i
      while rest > 0 {
        if rest & 1 != 0 { reversed += bit }
        rest >>= 1
        bit *= 0.5
      }
      let square = (1 - share) / (1 + (a2 - 1) * share)
      let along = 2 * square - 1
      guard along > 0 else { continue }
      let cosine = square.squareRoot()
      let sine = max(0, 1 - square).squareRoot()
      let (s, c) = Portable.sincos(2 * .pi * reversed)
      let bottom = square * (a2 - 1) + 1
      let density = a2 / (.pi * bottom * bottom) * 0.25
      let angle = 1 / (density * Float(sampleCount))
      samples.append(
        Sample(
          right: 2 * cosine * sine * c, up: 2 * cosine * sine * s, along: along, weight: along,
          spread: min(angle.squareRoot() / (2 * .pi), 0.125)))
      total += along
    }
    for i in samples.indices { samples[i].weight /= total }
    return samples
  }

  /// Writes a version of the panorama: each texel is the mean of a lobe around its direction.
  private static func write(
    _ out: UnsafeMutablePointer<UInt64>, width: Int, from source: ShadeTexture, lobe: [Sample]
  ) {
    let grid = DirectionGrid(width: width)
    let spread = 1 / Float(width)
    for y in 0..<grid.height {
      for x in stride(from: 0, to: width, by: 4) {
        let (along, right, up) = grid.axes(x, y)
        var (r, g, b) = (F4(repeating: 0), F4(repeating: 0), F4(repeating: 0))
        for sample in lobe {
          let way =
            along * F4(repeating: sample.along) + right * F4(repeating: sample.right)
            + up * F4(repeating: sample.up)
          let c = source.panorama(way, spread: max(spread, sample.spread), live: 15)
          let weight = F4(repeating: sample.weight)
          r = r + c.r * weight
          g = g + c.g * weight
          b = b + c.b * weight
        }
        for lane in 0..<4 {
          func part(_ v: F4) -> UInt64 { UInt64(min(max(v[lane], 0), 1) * 65_535 + 0.5) }
          (out + (y * width + x + lane)).initialize(
            to: part(r) | part(g) << 16 | part(b) << 32 | 0xFFFF << 48)
        }
      }
    }
  }

  /// The light from all sides on a matt surface, as factors of the first nine spherical harmonics.
  private static func coefficients(_ source: ShadeTexture) -> [F4] {
    let grid = DirectionGrid(width: 64)
    var sums = [F4](repeating: F4(repeating: 0), count: 9)
    for y in 0..<grid.height {
      let angle = grid.angle(y)
      for x in stride(from: 0, to: grid.width, by: 4) {
        let d = grid.axes(x, y).along
        let c = source.panorama(d, spread: 1 / 64, live: 15)
        let basis = ShadeEnvironment.basis(d)
        for lane in 0..<4 {
          let light = F4(c.r[lane], c.g[lane], c.b[lane], 0) * F4(repeating: angle)
          for i in 0..<9 { sums[i] += light * F4(repeating: basis[i][lane]) }
        }
      }
    }
    // Squares of the harmonics' factors times what a cosine keeps of each band, over π.
    let factors: [Float] = [
      0.079_577_47, 0.159_154_94, 0.159_154_94, 0.159_154_94, 0.298_415_52, 0.298_415_52,
      0.024_867_96, 0.298_415_52, 0.074_603_88,
    ]
    return zip(sums, factors).map { $0 * F4(repeating: $1) }
  }
}

/// The directions of the texels of a panorama.
private struct DirectionGrid {
  let width: Int
  let height: Int
  private let around: [(sin: Float, cos: Float)]
  private let rows: [(sin: Float, cos: Float)]

  init(width: Int) {
    self.width = width
    height = width / 2
    around = (0..<width).map { x in
      let (s, c) = Portable.sincos(2 * .pi * ((Float(x) + 0.5) / Float(width) - 0.5))
      return (s, c)
    }
    let height = self.height
    rows = (0..<height).map { y in
      let (s, c) = Portable.sincos(.pi * (0.5 - (Float(y) + 0.5) / Float(height)))
      return (s, c)
    }
  }

  /// The directions of four texels, and those to their right and above.
  func axes(_ x: Int, _ y: Int) -> (along: Lanes3, right: Lanes3, up: Lanes3) {
    let sin = F4(around[x].sin, around[x + 1].sin, around[x + 2].sin, around[x + 3].sin)
    let cos = F4(around[x].cos, around[x + 1].cos, around[x + 2].cos, around[x + 3].cos)
    let (rise, level) = (F4(repeating: rows[y].sin), F4(repeating: rows[y].cos))
    let zero = F4(repeating: 0)
    let along = Lanes3(sin * level, rise, zero - cos * level)
    let up = Lanes3(zero - sin * rise, level, cos * rise)
    return (along, Lanes3(cos, zero, sin), up)
  }

  /// The solid angle of a texel of a row.
  func angle(_ y: Int) -> Float {
    let top = Portable.sin(.pi * (0.5 - Float(y) / Float(height)))
    let bottom = Portable.sin(.pi * (0.5 - Float(y + 1) / Float(height)))
    return (top - bottom) * 2 * .pi / Float(width)
  }
}

/// The light of the surroundings as the shading loop wants it.
struct ShadeEnvironment: BitwiseCopyable {
  /// Versions of the panorama from smooth to rough.
  var texture: ShadeTexture
  private var k0, k1, k2, k3, k4, k5, k6, k7, k8: F4

  init(texture: ShadeTexture, coefficients k: [F4]) {
    self.texture = texture
    (k0, k1, k2, k3, k4, k5) = (k[0], k[1], k[2], k[3], k[4], k[5])
    (k6, k7, k8) = (k[6], k[7], k[8])
  }

  /// The nine shapes that the light from all sides is made of, without their factors.
  static func basis(_ d: Lanes3) -> [F4] {
    [
      F4(repeating: 1), d.y, d.z, d.x, d.x * d.y, d.y * d.z,
      d.z * d.z * F4(repeating: 3) - F4(repeating: 1), d.x * d.z, d.x * d.x - d.y * d.y,
    ]
  }

  /// The light that arrives at matt surfaces; one where all is white.
  @inline(__always) func irradiance(_ n: Lanes3) -> Lanes3 {
    var sum = Lanes3(repeating: k0) + Lanes3(repeating: k1) * n.y
    sum = sum + Lanes3(repeating: k2) * n.z + Lanes3(repeating: k3) * n.x
    sum = sum + Lanes3(repeating: k4) * (n.x * n.y) + Lanes3(repeating: k5) * (n.y * n.z)
    sum = sum + Lanes3(repeating: k6) * (n.z * n.z * F4(repeating: 3) - F4(repeating: 1))
    sum = sum + Lanes3(repeating: k7) * (n.x * n.z)
    sum = sum + Lanes3(repeating: k8) * (n.x * n.x - n.y * n.y)
    let zero = F4(repeating: 0)
    return Lanes3(vmax(sum.x, zero), vmax(sum.y, zero), vmax(sum.z, zero))
  }
}
