import CaromMaths
import CaromSceneGraph

/// An image-based light: an equirectangular panorama prefiltered for physically based surfaces;
/// immutable.
///
/// Specular reflections sample levels of increasing roughness, each filtered with the GGX lobe of
/// that roughness. Diffuse light is stored as nine spherical harmonics coefficients per color.
/// Making a probe takes some tens of milliseconds and gives the same bits everywhere.
///
/// - Source: J. Křivánek and M. Colbert, "Real-Time Shading with Filtered Importance Sampling",
///   2008; R. Ramamoorthi and P. Hanrahan, "An Efficient Representation for Irradiance Environment
///   Maps", 2001.
public final class EnvironmentProbe: @unchecked Sendable {
  // Unchecked because of the pointers, whose memory is not written after init.

  private let panorama: Texture
  private let texels: UnsafeMutablePointer<UInt64>
  private let levels: UnsafeMutablePointer<Texture.Level>
  let uniforms: UnsafeMutablePointer<PrefilteredEnvironment>

  /// The widths of the levels; roughness increases linearly from zero to one.
  private static let widths = [512, 128, 64, 32, 32]
  /// The number of samples of each lobe.
  private static let sampleCount = 32

  /// Prefilters an equirectangular panorama, twice as wide as high, whose center is −Z.
  public init(_ panorama: Texture) {
    self.panorama = panorama
    var sampler = RenderFrame.Sampler(panorama)
    sampler.wrapS = .repeat
    let source = SampledTexture(sampler)
    let widths = EnvironmentProbe.widths
    texels = .allocate(capacity: widths.reduce(0) { $0 + $1 * $1 / 2 })
    levels = .allocate(capacity: widths.count)
    var start = 0
    for (i, width) in widths.enumerated() {
      let roughness = Float(i) / Float(widths.count - 1)
      let lobe = EnvironmentProbe.lobe(roughness)
      EnvironmentProbe.prefilter(
        texels + start, width: width, from: source, lobe: lobe)
      (levels + i).initialize(
        to: Texture.Level(texels: texels + start, width: Int32(width), height: Int32(width / 2)))
      start += width * width / 2
    }
    var prefiltered = source
    prefiltered.levels = levels
    prefiltered.maxLevel = Float(widths.count - 1)
    (prefiltered.width, prefiltered.height) = (Float(widths[0]), Float(widths[0] / 2))
    uniforms = .allocate(capacity: 1)
    uniforms.initialize(
      to: PrefilteredEnvironment(
        texture: prefiltered, coefficients: EnvironmentProbe.coefficients(source)))
  }

  deinit {
    texels.deallocate()
    levels.deallocate()
    uniforms.deallocate()
  }

  /// A sample of a lobe: its direction in the lobe's frame, its weight, and its angular width in
  /// turns.
  private struct Sample {
    var right: Float
    var up: Float
    var along: Float
    var weight: Float
    var spread: Float
  }

  /// Importance samples of the GGX lobe at normal incidence.
  private static func lobe(_ roughness: Float) -> [Sample] {
    guard roughness > 0 else {
      return [Sample(right: 0, up: 0, along: 1, weight: 1, spread: 0)]
    }
    let a2 = roughness * roughness * roughness * roughness
    var samples: [Sample] = []
    var total: Float = 0
    for i in 0..<sampleCount {
      let fraction = (Float(i) + 0.5) / Float(sampleCount)
      // The radical inverse (van der Corput sequence) of the sample's index.
      var reversed: Float = 0
      var bit: Float = 0.5
      var rest = i
      while rest > 0 {
        if rest & 1 != 0 { reversed += bit }
        rest >>= 1
        bit *= 0.5
      }
      let squaredCosine = (1 - fraction) / (1 + (a2 - 1) * fraction)
      let along = 2 * squaredCosine - 1
      guard along > 0 else { continue }
      let cosine = squaredCosine.squareRoot()
      let sine = max(0, 1 - squaredCosine).squareRoot()
      let (s, c) = Portable.sincos(2 * .pi * reversed)
      let denominator = squaredCosine * (a2 - 1) + 1
      let density = a2 / (.pi * denominator * denominator) * 0.25
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

  /// Writes a level of the panorama: each texel is the mean of a lobe around its direction.
  private static func prefilter(
    _ out: UnsafeMutablePointer<UInt64>, width: Int, from source: SampledTexture, lobe: [Sample]
  ) {
    let grid = DirectionGrid(width: width)
    let spread = 1 / Float(width)
    for y in 0..<grid.height {
      for x in stride(from: 0, to: width, by: 4) {
        let (along, right, up) = grid.axes(x, y)
        var (r, g, b) = (F4(repeating: 0), F4(repeating: 0), F4(repeating: 0))
        for sample in lobe {
          let direction =
            along * F4(repeating: sample.along) + right * F4(repeating: sample.right)
            + up * F4(repeating: sample.up)
          let c = source.panorama(direction, spread: max(spread, sample.spread), live: 15)
          let weight = F4(repeating: sample.weight)
          r = r + c.r * weight
          g = g + c.g * weight
          b = b + c.b * weight
        }
        for lane in 0..<4 {
          func encode(_ v: F4) -> UInt64 { UInt64(min(max(v[lane], 0), 1) * 65_535 + 0.5) }
          (out + (y * width + x + lane)).initialize(
            to: encode(r) | encode(g) << 16 | encode(b) << 32 | 0xFFFF << 48)
        }
      }
    }
  }

  /// The irradiance as coefficients of the first nine spherical harmonics.
  private static func coefficients(_ source: SampledTexture) -> [F4] {
    let grid = DirectionGrid(width: 64)
    var sums = [F4](repeating: F4(repeating: 0), count: 9)
    for y in 0..<grid.height {
      let angle = grid.angle(y)
      for x in stride(from: 0, to: grid.width, by: 4) {
        let d = grid.axes(x, y).along
        let c = source.panorama(d, spread: 1 / 64, live: 15)
        let basis = PrefilteredEnvironment.basis(d)
        for lane in 0..<4 {
          let light = F4(c.r[lane], c.g[lane], c.b[lane], 0) * F4(repeating: angle)
          for i in 0..<9 { sums[i] += light * F4(repeating: basis[i][lane]) }
        }
      }
    }
    // The squared normalization constants of the harmonics times the cosine lobe's coefficient of
    // each band, over π.
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
  private let columns: [(sin: Float, cos: Float)]
  private let rows: [(sin: Float, cos: Float)]

  init(width: Int) {
    self.width = width
    height = width / 2
    columns = (0..<width).map { x in
      let (s, c) = Portable.sincos(2 * .pi * ((Float(x) + 0.5) / Float(width) - 0.5))
      return (s, c)
    }
    let height = self.height
    rows = (0..<height).map { y in
      let (s, c) = Portable.sincos(.pi * (0.5 - (Float(y) + 0.5) / Float(height)))
      return (s, c)
    }
  }

  /// The directions of four texels, with the tangent directions to the right and up.
  func axes(_ x: Int, _ y: Int) -> (along: Vector3W, right: Vector3W, up: Vector3W) {
    let sin = F4(columns[x].sin, columns[x + 1].sin, columns[x + 2].sin, columns[x + 3].sin)
    let cos = F4(columns[x].cos, columns[x + 1].cos, columns[x + 2].cos, columns[x + 3].cos)
    let (rise, level) = (F4(repeating: rows[y].sin), F4(repeating: rows[y].cos))
    let zero = F4(repeating: 0)
    let along = Vector3W(sin * level, rise, zero - cos * level)
    let up = Vector3W(zero - sin * rise, level, cos * rise)
    return (along, Vector3W(cos, zero, sin), up)
  }

  /// The solid angle of a texel of a row.
  func angle(_ y: Int) -> Float {
    let top = Portable.sin(.pi * (0.5 - Float(y) / Float(height)))
    let denominator = Portable.sin(.pi * (0.5 - Float(y + 1) / Float(height)))
    return (top - denominator) * 2 * .pi / Float(width)
  }
}

/// The prefiltered environment, as sampled by the shading loop.
struct PrefilteredEnvironment: BitwiseCopyable {
  /// The specular levels, from smooth to rough.
  var texture: SampledTexture
  private var k0, k1, k2, k3, k4, k5, k6, k7, k8: F4

  init(texture: SampledTexture, coefficients k: [F4]) {
    self.texture = texture
    (k0, k1, k2, k3, k4, k5) = (k[0], k[1], k[2], k[3], k[4], k[5])
    (k6, k7, k8) = (k[6], k[7], k[8])
  }

  /// The nine spherical harmonics basis functions, without their constants.
  static func basis(_ d: Vector3W) -> [F4] {
    [
      F4(repeating: 1), d.y, d.z, d.x, d.x * d.y, d.y * d.z,
      d.z * d.z * F4(repeating: 3) - F4(repeating: 1), d.x * d.z, d.x * d.x - d.y * d.y,
    ]
  }

  /// The irradiance for four normals; one in a white environment.
  @inline(__always) func irradiance(_ n: Vector3W) -> Vector3W {
    var sum = Vector3W(repeating: k0) + Vector3W(repeating: k1) * n.y
    sum = sum + Vector3W(repeating: k2) * n.z + Vector3W(repeating: k3) * n.x
    sum = sum + Vector3W(repeating: k4) * (n.x * n.y) + Vector3W(repeating: k5) * (n.y * n.z)
    sum = sum + Vector3W(repeating: k6) * (n.z * n.z * F4(repeating: 3) - F4(repeating: 1))
    sum = sum + Vector3W(repeating: k7) * (n.x * n.z)
    sum = sum + Vector3W(repeating: k8) * (n.x * n.x - n.y * n.y)
    let zero = F4(repeating: 0)
    return Vector3W(vmax(sum.x, zero), vmax(sum.y, zero), vmax(sum.z, zero))
  }
}
