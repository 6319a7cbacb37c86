import CaromMaths
import CaromSceneGraph

extension ShadeTexture {
  /// Makes what the sampler wants of a frame's sampler; nil has no levels.
  ///
  /// A picture of mapping channel 1 is laid by channel 0 on a mesh without `hasSecond`.
  init(_ sampler: RenderFrame.Sampler?, hasSecond: Bool = false) {
    guard let sampler else {
      levels = nil
      return
    }
    isSecond = hasSecond && sampler.channel == 1
    let t = sampler.texture
    levels = t.levels.baseAddress
    isOpaque = t.isOpaque
    lastLevel = Float(t.levels.count - 1)
    width = Float(t.width)
    height = Float(t.height)
    let columns = sampler.transform.columns
    (uu, vu) = (columns.u.x, columns.u.y)
    (uv, vv) = (columns.v.x, columns.v.y)
    (u0, v0) = (sampler.transform.offset.x, sampler.transform.offset.y)
    wrapS = Wrapping(sampler.wrapS)
    wrapT = Wrapping(sampler.wrapT)
    isSharpNear = sampler.magnification == .nearest
    isSharpFar = sampler.minification == .nearest
    switch sampler.mip {
    case .none: mip = .first
    case .nearest: mip = .nearest
    case .linear: mip = .between
    }
    samples = min(max(sampler.anisotropy, 1), 16)
  }

  /// How a pixel lies on the picture, in texels: the squares of its two sides.
  @inline(__always) private func squares(_ footprint: Footprint) -> (x: F4, y: F4) {
    let (uu, uv) = (F4(repeating: self.uu * width), F4(repeating: self.uv * width))
    let (vu, vv) = (F4(repeating: self.vu * height), F4(repeating: self.vv * height))
    let ux: F4 = footprint.ux * uu + footprint.vx * uv
    let vx: F4 = footprint.ux * vu + footprint.vx * vv
    let uy: F4 = footprint.uy * uu + footprint.vy * uv
    let vy: F4 = footprint.uy * vu + footprint.vy * vv
    return (ux * ux + vx * vx, uy * uy + vy * vy)
  }

  /// The version of the picture whose texels are as large as a square of texels.
  ///
  /// A quarter of a version sharper: without anisotropic filtering the long side alone blurs floors
  /// too much.
  @inline(__always) private func level(_ square: F4) -> F4 {
    let level: F4 = vlog2(vmax(square, F4(repeating: 1e-12))) * F4(repeating: 0.5)
    return vmin(level - F4(repeating: 0.25), F4(repeating: lastLevel))
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

  /// The colour of the picture at four places.
  ///
  /// All four take the version of the picture that suits the first live one: neighbours differ by a
  /// hair, and one version for four is half the work.
  @inline(__always) func sample(
    _ u: F4, _ v: F4, _ footprint: Footprint, live: UInt32
  ) -> Color4 {
    if samples > 1 {
      let (x, y) = squares(footprint)
      return slanted(u, v, footprint, x, y, live)
    }
    return sample(spot(u, v, footprint, live: live))
  }

  /// Where four places lie on the picture, the same for all pictures that are laid alike.
  @inline(never) func spot(
    _ u: F4, _ v: F4, _ footprint: Footprint, live: UInt32
  ) -> TextureSpot {
    let (x, y) = squares(footprint)
    return spot(u, v, level: first(level(vmax(x, y)), live))
  }

  @inline(__always) private func spot(_ u: F4, _ v: F4, level: Float) -> TextureSpot {
    let pu: F4 = u * F4(repeating: uu) + v * F4(repeating: uv) + F4(repeating: u0)
    let pv: F4 = u * F4(repeating: vu) + v * F4(repeating: vv) + F4(repeating: v0)
    return TextureSpot(
      u: ShadeTexture.wrap(pu, wrapS), v: ShadeTexture.wrap(pv, wrapT), level: level)
  }

  /// True when places lie on both pictures alike.
  func isLaid(like other: ShadeTexture) -> Bool {
    levels != nil && other.levels != nil && samples == 1 && other.samples == 1
      && (width, height) == (other.width, other.height)
      && (uu, uv, u0) == (other.uu, other.uv, other.u0)
      && (vu, vv, v0) == (other.vu, other.vv, other.v0)
      && (wrapS, wrapT) == (other.wrapS, other.wrapT) && isSecond == other.isSecond
  }

  /// The mean of several samples along the longer side of the pixels.
  @inline(never) private func slanted(
    _ u: F4, _ v: F4, _ footprint: Footprint, _ x: F4, _ y: F4, _ live: UInt32
  ) -> Color4 {
    let (sx, sy) = (first(x, live), first(y, live))
    let (long, short) = (max(sx, sy), max(min(sx, sy), 1e-12))
    // Not a number and beyond all bounds count as the most.
    let ratio: Float = min(long / short, samples * samples)
    var count: Float = 1
    while count < samples, count * count < ratio { count += 1 }
    let level = first(
      self.level(F4(repeating: max(short, long / (count * count)))), live)
    let isX = sx > sy
    let (du, dv) = (isX ? footprint.ux : footprint.uy, isX ? footprint.vx : footprint.vy)
    let zero = F4(repeating: 0)
    var sum = Color4(r: zero, g: zero, b: zero, a: zero)
    var i: Float = 0
    while i < count {
      let at = F4(repeating: (i + 0.5) / count - 0.5)
      let c = sample(u + du * at, v + dv * at, level: level)
      sum = Color4(r: sum.r + c.r, g: sum.g + c.g, b: sum.b + c.b, a: sum.a + c.a)
      i += 1
    }
    let share = F4(repeating: 1 / count)
    return Color4(r: sum.r * share, g: sum.g * share, b: sum.b * share, a: sum.a * share)
  }

  /// The colour at four places of a version, which may lie between two; below zero it is enlarged.
  @inline(__always) func sample(_ u: F4, _ v: F4, level: Float) -> Color4 {
    sample(spot(u, v, level: level))
  }

  /// The colour at four places.
  @inline(never) func sample(_ spot: TextureSpot) -> Color4 {
    guard let levels else {
      let one = F4(repeating: 1)
      return Color4(r: one, g: one, b: one, a: one)
    }
    let level = spot.level
    if level <= 0 || mip == .first {
      let isSharp = level <= 0 ? isSharpNear : isSharpFar
      return isSharp ? nearest(levels, spot) : color(bilinear(levels, spot))
    }
    if mip == .nearest {
      let chosen = levels + Int(min(level + 0.5, lastLevel))
      return isSharpFar ? nearest(chosen, spot) : color(bilinear(chosen, spot))
    }
    let number = Int(level)
    let share: Float = level - Float(number)
    if isSharpFar { return between(nearest(levels + number, spot), spot, number, share) }
    let near = bilinear(levels + number, spot)
    if share <= 0 { return color(near) }
    return color(Four.between(near, bilinear(levels + number + 1, spot), share))
  }

  /// The components of four colours.
  @inline(__always) private func color(_ texels: Four) -> Color4 {
    var c = texels.transposed
    if isOpaque { c.a = F4(repeating: 1) }
    return c
  }

  /// The texels of two versions in which four places lie, blended.
  @inline(never) private func between(
    _ near: Color4, _ spot: TextureSpot, _ number: Int, _ share: Float
  ) -> Color4 {
    guard let levels, share > 0 else { return near }
    let far = nearest(levels + number + 1, spot)
    let s = F4(repeating: share)
    return Color4(
      r: near.r + (far.r - near.r) * s, g: near.g + (far.g - near.g) * s,
      b: near.b + (far.b - near.b) * s, a: near.a + (far.a - near.a) * s)
  }

  /// The texels in which four places lie.
  @inline(never) private func nearest(
    _ level: UnsafePointer<Texture.Level>, _ spot: TextureSpot
  ) -> Color4 {
    let (u, v) = (spot.u, spot.v)
    let (w, h) = (level.pointee.width, level.pointee.height)
    let x: F4 = vmin(vfloor(u * F4(repeating: Float(w))), F4(repeating: Float(w) - 1))
    let y: F4 = vmin(vfloor(v * F4(repeating: Float(h))), F4(repeating: Float(h) - 1))
    let at: I4 = wholeNumbers(y) &* I4(repeating: w) &+ wholeNumbers(x)
    let t = ShadeTexture.components(texelPairs(level.pointee.texels, at))
    let scale = F4(repeating: 1 / 65_535)
    return Color4(r: t.r * scale, g: t.g * scale, b: t.b * scale, a: t.a * scale)
  }

  /// The blend of the four texels around each of four places between (0, 0) and (1, 1).
  @inline(__always) private func bilinear(
    _ level: UnsafePointer<Texture.Level>, _ spot: TextureSpot
  ) -> Four {
    let (w, h) = (level.pointee.width, level.pointee.height)
    let (x0, x1, fx) = ShadeTexture.neighbours(spot.u, Float(w), wrapS)
    let (y0, y1, fy) = ShadeTexture.neighbours(spot.v, Float(h), wrapT)
    let isNarrow = w | h < 32_768
    let top: U4 = texelNumbers(x0, y0, width: w, isNarrow: isNarrow)
    let bottom: U4 = texelNumbers(x0, y1, width: w, isNarrow: isNarrow)
    let texels = level.pointee.texels
    let apart: I4 = x0 &+ I4(repeating: 1) &- x1
    let blended: Four
    if signBits(apart | (I4(repeating: 0) &- apart)) == 0 {
      blended = Four(
        a: ShadeTexture.blend(texels.pair(top.x), texels.pair(bottom.x), fx.x, fy.x),
        b: ShadeTexture.blend(texels.pair(top.y), texels.pair(bottom.y), fx.y, fy.y),
        c: ShadeTexture.blend(texels.pair(top.z), texels.pair(bottom.z), fx.z, fy.z),
        d: ShadeTexture.blend(texels.pair(top.w), texels.pair(bottom.w), fx.w, fy.w))
    } else {
      // At an end of a row the right neighbour is elsewhere.
      let step: U4 = unsafeBitCast(x1 &- x0, to: U4.self)
      func blend(_ top: UInt32, _ bottom: UInt32, _ step: UInt32, _ fx: Float, _ fy: Float) -> F4 {
        ShadeTexture.blend(
          texels.pair(top, top &+ step), texels.pair(bottom, bottom &+ step), fx, fy)
      }
      blended = Four(
        a: blend(top.x, bottom.x, step.x, fx.x, fy.x),
        b: blend(top.y, bottom.y, step.y, fx.y, fy.y),
        c: blend(top.z, bottom.z, step.z, fx.z, fy.z),
        d: blend(top.w, bottom.w, step.w, fx.w, fy.w))
    }
    return blended * (1 / 65_535)
  }

  /// The blend of two texels above and two below, 0 to 65,535.
  @inline(__always) private static func blend(
    _ top: TexelPair, _ bottom: TexelPair, _ fx: Float, _ fy: Float
  ) -> F4 {
    let (a, c) = (top.first, bottom.first)
    let ab: F4 = a + (top.second - a) * F4(repeating: fx)
    let cd: F4 = c + (bottom.second - c) * F4(repeating: fx)
    return ab + (cd - ab) * F4(repeating: fy)
  }

  /// The components of four texels, each in its own lanes and 0 to 65,535.
  @inline(__always) private static func components(_ pairs: (low: U4, high: U4)) -> Color4 {
    let mask = U4(repeating: 0xFFFF)
    let half = U4(repeating: 16)
    return Color4(
      r: numbers(pairs.low & mask), g: numbers(pairs.low &>> half),
      b: numbers(pairs.high & mask), a: numbers(pairs.high &>> half))
  }

  /// The lanes as floats, for whole numbers below 2²³.
  @inline(__always) private static func numbers(_ a: U4) -> F4 {
    unsafeBitCast(a | U4(repeating: 0x4B00_0000), to: F4.self) - F4(repeating: 8_388_608)
  }

  /// The numbers of the two texels around each of four places, and how far they are to the second.
  @inline(__always) private static func neighbours(
    _ place: F4, _ count: Float, _ wrapping: Wrapping
  ) -> (I4, I4, F4) {
    let p: F4 = place * F4(repeating: count) - F4(repeating: 0.5)
    let corner: F4 = vfloor(p)
    let share: F4 = p - corner
    let next: F4 = corner + F4(repeating: 1)
    let zero = F4(repeating: 0)
    let last = F4(repeating: count - 1)
    if wrapping == .repeat {
      let before: F4 = select(greater(zero, corner), last, corner)
      let after: F4 = select(greater(next, last), zero, next)
      return (wholeNumbers(before), wholeNumbers(after), share)
    }
    return (wholeNumbers(vmax(corner, zero)), wholeNumbers(vmin(next, last)), share)
  }
}

/// The lower and the higher halves of four entries of a table.
///
/// Out of line, or the compiler takes the arithmetic around it apart into single lanes.
@inline(never) func texelPairs(
  _ table: UnsafePointer<UInt64>, _ at: I4
) -> (low: U4, high: U4) {
  let a = unsafeBitCast(SIMD2<UInt64>(table[Int(at.x)], table[Int(at.y)]), to: U4.self)
  let b = unsafeBitCast(SIMD2<UInt64>(table[Int(at.z)], table[Int(at.w)]), to: U4.self)
  return (U4(a.x, a.z, b.x, b.z), U4(a.y, a.w, b.y, b.w))
}

/// The first lane that is live; the last if none is.
@inline(__always) func first(_ v: F4, _ live: UInt32) -> Float {
  live & 1 != 0 ? v.x : live & 2 != 0 ? v.y : live & 4 != 0 ? v.z : v.w
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

/// Four places on a picture, between (0, 0) and (1, 1), and which of its versions is taken.
struct TextureSpot {
  var u: F4
  var v: F4
  /// Between two versions as a rule; below zero where the picture is enlarged.
  var level: Float
}

/// How texture coordinates change from a pixel to the next, to the right and down.
struct Footprint {
  var ux: F4
  var vx: F4
  var uy: F4
  var vy: F4
}
