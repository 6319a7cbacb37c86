import CaromMaths
import CaromSceneGraph

extension ShadeTexture {
  /// Makes what the sampler wants of a frame's sampler; nil has no levels.
  init(_ sampler: RenderFrame.Sampler?) {
    guard let sampler else {
      levels = nil
      return
    }
    let t = sampler.texture
    levels = t.levels.baseAddress
    lastLevel = Float(t.levels.count - 1)
    width = Float(t.width)
    height = Float(t.height)
    let columns = sampler.transform.columns
    (uu, vu) = (columns.u.x, columns.u.y)
    (uv, vv) = (columns.v.x, columns.v.y)
    (u0, v0) = (sampler.transform.offset.x, sampler.transform.offset.y)
    wrapS = Wrapping(sampler.wrapS)
    wrapT = Wrapping(sampler.wrapT)
  }

  /// The version of the picture whose texels are about as large as the pixels.
  ///
  /// From the longer side of the pixel's footprint, a quarter of a version sharper: without anisotropic
  /// filtering the long side alone blurs floors too much.
  @inline(__always) func level(_ footprint: Footprint) -> F4 {
    let (uu, uv) = (F4(repeating: self.uu * width), F4(repeating: self.uv * width))
    let (vu, vv) = (F4(repeating: self.vu * height), F4(repeating: self.vv * height))
    let ux: F4 = footprint.ux * uu + footprint.vx * uv
    let vx: F4 = footprint.ux * vu + footprint.vx * vv
    let uy: F4 = footprint.uy * uu + footprint.vy * uv
    let vy: F4 = footprint.uy * vu + footprint.vy * vv
    let square: F4 = vmax(ux * ux + vx * vx, uy * uy + vy * vy)
    let level: F4 = vlog2(vmax(square, F4(repeating: 1e-12))) * F4(repeating: 0.5)
    let sharper: F4 = level - F4(repeating: 0.25)
    return vmin(vmax(sharper, F4(repeating: 0)), F4(repeating: lastLevel))
  }

  /// Brings a coordinate between zero and one.
  @inline(__always) private static func wrap(_ c: F4, _ wrapping: Wrapping) -> F4 {
    // Whole numbers are found up to 2²²; coordinates beyond a million are not meant seriously.
    let u: F4 = vmin(vmax(c, F4(repeating: -1e6)), F4(repeating: 1e6))
    switch wrapping {
    case .clamp: return saturate(u)
    case .repeat: return u - vfloor(u)
    case .mirror:
      let half: F4 = u * F4(repeating: 0.5)
      let twice: F4 = (half - vfloor(half)) * F4(repeating: 2)
      return select(greater(twice, F4(repeating: 1)), F4(repeating: 2) - twice, twice)
    }
  }

  /// The colour of the picture at four places, blended in both directions and between two versions.
  @inline(never) func sample(
    _ u: F4, _ v: F4, _ footprint: Footprint, live: UInt32
  ) -> Color4 {
    let level: F4 = self.level(footprint)
    let pu: F4 = u * F4(repeating: uu) + v * F4(repeating: uv) + F4(repeating: u0)
    let pv: F4 = u * F4(repeating: vu) + v * F4(repeating: vv) + F4(repeating: v0)
    let wu: F4 = ShadeTexture.wrap(pu, wrapS)
    let wv: F4 = ShadeTexture.wrap(pv, wrapT)
    let sharp: F4 = vfloor(level)
    let share: F4 = level - sharp
    let number: I4 = wholeNumbers(sharp)
    var c0 = F4(repeating: 0)
    var c1 = F4(repeating: 0)
    var c2 = F4(repeating: 0)
    var c3 = F4(repeating: 0)
    if live & 1 != 0 { c0 = trilinear(wu.x, wv.x, number.x, share.x) }
    if live & 2 != 0 { c1 = trilinear(wu.y, wv.y, number.y, share.y) }
    if live & 4 != 0 { c2 = trilinear(wu.z, wv.z, number.z, share.z) }
    if live & 8 != 0 { c3 = trilinear(wu.w, wv.w, number.w, share.w) }
    return transposed(c0, c1, c2, c3)
  }

  @inline(__always) private func trilinear(
    _ u: Float, _ v: Float, _ number: Int32, _ share: Float
  ) -> F4 {
    guard let levels else { return F4(repeating: 1) }
    let near: F4 = bilinear(levels + Int(number), u, v)
    if share <= 0 { return near }
    let far: F4 = bilinear(levels + Int(number) + 1, u, v)
    return near + (far - near) * F4(repeating: share)
  }

  /// The blend of the four texels around a place between (0, 0) and (1, 1).
  @inline(__always) private func bilinear(
    _ level: UnsafePointer<Texture.Level>, _ u: Float, _ v: Float
  ) -> F4 {
    let (w, h) = (level.pointee.width, level.pointee.height)
    let size = F4(Float(w), Float(h), 0, 0)
    let place: F4 = F4(u, v, 0, 0) * size - F4(repeating: 0.5)
    let corner: F4 = vfloor(place)
    let share: F4 = place - corner
    let whole: I4 = wholeNumbers(corner)
    let (x0, x1) = ShadeTexture.neighbours(whole.x, w, wrapS)
    let (y0, y1) = ShadeTexture.neighbours(whole.y, h, wrapT)
    let top = level.pointee.texels + Int(y0 &* w)
    let bottom = level.pointee.texels + Int(y1 &* w)
    let a: F4 = top[Int(x0)]
    let b: F4 = top[Int(x1)]
    let c: F4 = bottom[Int(x0)]
    let d: F4 = bottom[Int(x1)]
    let fx = F4(repeating: share.x)
    let ab: F4 = a + (b - a) * fx
    let cd: F4 = c + (d - c) * fx
    return ab + (cd - ab) * F4(repeating: share.y)
  }

  /// The numbers of the two texels around a place; `left` is −1 at the least, `count` − 1 at most.
  @inline(__always) private static func neighbours(
    _ left: Int32, _ count: Int32, _ wrapping: Wrapping
  ) -> (Int32, Int32) {
    var first = left
    var second = left &+ 1
    let last = count &- 1
    if wrapping == .repeat {
      if first < 0 { first = last }
      if second > last { second = 0 }
    } else {
      if first < 0 { first = 0 }
      if second > last { second = last }
    }
    return (first, second)
  }
}

/// The components of four colours, each in its own lanes.
///
/// Out of line, or the compiler takes the arithmetic before it apart into single lanes.
@inline(never) private func transposed(_ a: F4, _ b: F4, _ c: F4, _ d: F4) -> Color4 {
  Color4(
    r: F4(a.x, b.x, c.x, d.x), g: F4(a.y, b.y, c.y, d.y), b: F4(a.z, b.z, c.z, d.z),
    a: F4(a.w, b.w, c.w, d.w))
}

extension ShadeTexture.Wrapping {
  init(_ mode: WrapMode) {
    switch mode {
    case .clamp: self = .clamp
    case .repeat: self = .repeat
    case .mirror: self = .mirror
    }
  }
}

/// How texture coordinates change from a pixel to the next, to the right and down.
struct Footprint {
  var ux: F4
  var vx: F4
  var uy: F4
  var vy: F4
}
