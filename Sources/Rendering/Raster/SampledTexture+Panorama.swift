// Equirectangular environment maps, sampled by direction.

import CaromMaths

/// The angle of each (x, y) from the x axis in turns, −½ to ½.
///
/// A polynomial of the arc tangent between 0 and 1 with an error below 2e-6 turns.
///
/// - Source: C. Hastings, "Approximations for Digital Computers", Princeton 1955, sheet 13.
@inline(__always) func turns(_ y: F4, _ x: F4) -> F4 {
  let zero = F4(repeating: 0)
  let ax: F4 = vmax(x, zero - x)
  let ay: F4 = vmax(y, zero - y)
  let t: F4 = vmin(ax, ay) / vmax(vmax(ax, ay), F4(repeating: 1e-30))
  let s: F4 = t * t
  var p: F4 = s * F4(repeating: -0.011_721_20) + F4(repeating: 0.052_653_32)
  p = p * s + F4(repeating: -0.116_432_87)
  p = p * s + F4(repeating: 0.193_543_46)
  p = p * s + F4(repeating: -0.332_623_47)
  p = p * s + F4(repeating: 0.999_977_26)
  var angle: F4 = p * t * F4(repeating: 0.159_154_94)
  angle = select(greater(ay, ax), F4(repeating: 0.25) - angle, angle)
  angle = select(greater(zero, x), F4(repeating: 0.5) - angle, angle)
  return select(greater(zero, y), zero - angle, angle)
}

extension SampledTexture {
  /// Samples an equirectangular panorama in four directions, which need not have unit length.
  ///
  /// The image is twice as wide as high; its center is −Z, its top +Y. `spread` is the angle
  /// between adjacent samples in turns.
  @inline(never) func panorama(_ d: Vector3W, spread: Float, live: UInt32) -> Color4 {
    let (u, v) = SampledTexture.panoramaCoord(d)
    if maxAnisotropy > 1 {
      let zero = F4(repeating: 0)
      let footprints = Footprints(
        ux: F4(repeating: spread), vx: zero, uy: zero, vy: F4(repeating: spread * 2))
      return sampleAnisotropic(u, v, footprints, live)
    }
    let footprint = Footprint(lanes: F4(spread, 0, 0, spread * 2))
    return withUnsafePointer(to: self) {
      SampledTexture.sample($0, SampledTexture.lookup($0, u, v, footprint))
    }
  }
}

extension SampledTexture {
  /// The equirectangular texture coordinates of four directions.
  @inline(__always) private static func panoramaCoord(_ d: Vector3W) -> (u: F4, v: F4) {
    let level: F4 = vsqrt(d.x * d.x + d.z * d.z)
    let u: F4 = turns(d.x, F4(repeating: 0) - d.z) + F4(repeating: 0.5)
    return (u, F4(repeating: 0.5) - turns(d.y, level) * F4(repeating: 2))
  }

  /// Samples a panorama in four directions at a mipmap level, which may be fractional.
  @inline(never) func panorama(_ d: Vector3W, level: Float) -> Color4 {
    let (u, v) = SampledTexture.panoramaCoord(d)
    return sample(u, v, level: level)
  }
}

/// The default sky for reflections without an environment map: bright above, dark below the
/// horizon.
@inline(__always) func defaultSky(_ height: F4) -> F4 {
  let above: F4 = saturate(height)
  let horizon: F4 = saturate(height * F4(repeating: 3) + F4(repeating: 0.5))
  return F4(repeating: 0.2) + horizon * F4(repeating: 0.7) + above * above * F4(repeating: 0.9)
}

/// The view rays through the pixels, for a background panorama.
struct ViewRays: BitwiseCopyable {
  /// The ray through the center of the first pixel, and the increments to the right and down.
  var first: F4
  var right: F4
  var down: F4
  /// The angle between adjacent pixels at the image center, in turns.
  var spread: Float

  /// The directions through the centers of four pixels.
  @inline(__always) func directions(_ pixelX: Int32, _ pixelY: Int32) -> Vector3W {
    let x: F4 = F4(repeating: Float(pixelX)) + F4(0, 1, 2, 3)
    let start: F4 = first + down * F4(repeating: Float(pixelY))
    return Vector3W(repeating: start) + Vector3W(repeating: right) * x
  }
}
