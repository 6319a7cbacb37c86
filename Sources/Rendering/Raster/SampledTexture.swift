import CaromMaths
import CaromSceneGraph

/// A texture with its sampler state and coordinate transform.
struct SampledTexture: BitwiseCopyable {
  var levels: UnsafeMutablePointer<Texture.Level>?
  /// The index of the last mipmap level.
  var maxLevel: Float = 0
  var width: Float = 0
  var height: Float = 0
  /// The texture transform: `(uu, vu) · u + (uv, vv) · v + (u0, v0)`.
  var uu: Float = 1
  var uv: Float = 0
  var u0: Float = 0
  var vu: Float = 0
  var vv: Float = 1
  var v0: Float = 0
  var wrapS: Wrapping = .clamp
  var wrapT: Wrapping = .clamp
  /// Whether magnification takes the nearest texel.
  var magnifiesNearest = false
  /// Whether minification takes the nearest texel.
  var minifiesNearest = false
  var mip: Mip = .linear
  /// Whether all texels are opaque.
  var isOpaque = true
  /// Whether texture coordinate set 1 is used.
  var usesTexCoord1 = false
  /// The maximum anisotropy.
  var maxAnisotropy: Float = 1

  /// The filter between mipmap levels.
  enum Mip: UInt8, BitwiseCopyable {
    /// Level 0 only.
    case base
    /// The nearest level.
    case nearest
    /// Linear interpolation of the two nearest levels.
    case linear
  }

  enum Wrapping: UInt32, BitwiseCopyable {
    case clamp
    case `repeat`
    case mirror
  }
}

extension SampledTexture {
  /// Creates the state of a frame's sampler; without one, there are no levels.
  ///
  /// A sampler of texture coordinate set 1 uses set 0 on a mesh that has only one.
  init(_ sampler: RenderFrame.Sampler?, hasTexCoord1: Bool = false) {
    guard let sampler else {
      levels = nil
      return
    }
    usesTexCoord1 = hasTexCoord1 && sampler.texCoordSet == 1
    let t = sampler.texture
    levels = t.levels.baseAddress
    isOpaque = t.isOpaque
    maxLevel = Float(t.levels.count - 1)
    width = Float(t.width)
    height = Float(t.height)
    let columns = sampler.transform.columns
    (uu, vu) = (columns.u.x, columns.u.y)
    (uv, vv) = (columns.v.x, columns.v.y)
    (u0, v0) = (sampler.transform.offset.x, sampler.transform.offset.y)
    wrapS = Wrapping(sampler.wrapS)
    wrapT = Wrapping(sampler.wrapT)
    magnifiesNearest = sampler.magnification == .nearest
    minifiesNearest = sampler.minification == .nearest
    switch sampler.mip {
    case .none: mip = .base
    case .nearest: mip = .nearest
    case .linear: mip = .linear
    }
    maxAnisotropy = min(max(sampler.anisotropy, 1), 16)
  }

  /// The squared lengths, in texels, of the footprints of four pixels along x and y.
  @inline(__always) private func squaredLengths(_ p: Footprints) -> (x: F4, y: F4) {
    let (uu, uv) = (F4(repeating: self.uu * width), F4(repeating: self.uv * width))
    let (vu, vv) = (F4(repeating: self.vu * height), F4(repeating: self.vv * height))
    let ux: F4 = p.ux * uu + p.vx * uv
    let vx: F4 = p.ux * vu + p.vx * vv
    let uy: F4 = p.uy * uu + p.vy * uv
    let vy: F4 = p.uy * vu + p.vy * vv
    return (ux * ux + vx * vx, uy * uy + vy * vy)
  }

  /// The squared length, in texels, of the longer side of a pixel's footprint, in the first lane.
  @inline(__always) private func squaredLength(_ footprint: Footprint) -> F4 {
    let p = footprint.lanes
    let (toU, toV): (Float, Float) = (uu * width, vu * height)
    let (fromU, fromV): (Float, Float) = (uv * width, vv * height)
    let sides: F4 =
      F4(p.x, p.x, p.z, p.z) * F4(toU, toV, toU, toV)
      + F4(p.y, p.y, p.w, p.w) * F4(fromU, fromV, fromU, fromV)
    let squares: F4 = sides * sides
    let x: F4 = F4(squares.x, squares.x, squares.x, squares.x) + F4(repeating: squares.y)
    let y: F4 = F4(squares.z, squares.z, squares.z, squares.z) + F4(repeating: squares.w)
    return vmax(x, y)
  }

  /// The mipmap level for a squared footprint length.
  ///
  /// Biased by a quarter of a level, because isotropic filtering by the longer side blurs floors.
  @inline(__always) private func level(_ squaredLength: F4) -> F4 {
    let level: F4 = vlog2(vmax(squaredLength, F4(repeating: 1e-12))) * F4(repeating: 0.5)
    return vmin(level - F4(repeating: 0.25), F4(repeating: maxLevel))
  }

  /// Wraps a coordinate to 0…1.
  @inline(__always) private static func wrap(_ c: F4, _ wrapping: Wrapping) -> F4 {
    // Rounding to integers is exact up to 2²²; coordinates are clamped to ±10⁶.
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

  /// The wrapped coordinates and level of four pixels, which textures with equal sampler state
  /// share.
  ///
  /// All four use the mipmap level of the footprint: adjacent pixels differ little, and one level
  /// takes half the work.
  ///
  /// By pointer, because a method would copy the texture; loads wait for copies.
  @inline(never) static func lookup(
    _ texture: UnsafePointer<SampledTexture>, _ u: F4, _ v: F4, _ footprint: Footprint
  ) -> TextureLookup {
    texture.pointee.lookup(
      u, v, level: texture.pointee.level(texture.pointee.squaredLength(footprint)).x)
  }

  @inline(__always) private func lookup(_ u: F4, _ v: F4, level: Float) -> TextureLookup {
    let pu: F4 = u * F4(repeating: uu) + v * F4(repeating: uv) + F4(repeating: u0)
    let pv: F4 = u * F4(repeating: vu) + v * F4(repeating: vv) + F4(repeating: v0)
    return TextureLookup(
      u: SampledTexture.wrap(pu, wrapS), v: SampledTexture.wrap(pv, wrapT), level: level)
  }

  /// Returns whether both textures have the same coordinates, mipmap level and filters everywhere.
  func sharesLookup(with other: SampledTexture) -> Bool {
    levels != nil && other.levels != nil && maxAnisotropy == 1 && other.maxAnisotropy == 1
      && (width, height) == (other.width, other.height)
      && (uu, uv, u0) == (other.uu, other.uv, other.u0)
      && (vu, vv, v0) == (other.vu, other.vv, other.v0)
      && (wrapS, wrapT) == (other.wrapS, other.wrapT) && usesTexCoord1 == other.usesTexCoord1
      && magnifiesNearest == other.magnifiesNearest && minifiesNearest == other.minifiesNearest
      && mip == other.mip
  }

  /// The mean of several samples along the longer axis of the footprint.
  @inline(never) func sampleAnisotropic(
    _ u: F4, _ v: F4, _ footprint: Footprints, _ live: UInt32
  ) -> Color4 {
    let (x, y) = squaredLengths(footprint)
    let (sx, sy) = (first(x, live), first(y, live))
    let (long, short) = (max(sx, sy), max(min(sx, sy), 1e-12))
    // NaN and infinity become the maximum.
    let ratio: Float = min(long / short, maxAnisotropy * maxAnisotropy)
    var count: Float = 1
    while count < maxAnisotropy, count * count < ratio { count += 1 }
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
    let fraction = F4(repeating: 1 / count)
    return Color4(
      r: sum.r * fraction, g: sum.g * fraction, b: sum.b * fraction, a: sum.a * fraction)
  }

  /// Samples four coordinates at a mipmap level, which may be fractional; below zero the texture is
  /// magnified.
  @inline(__always) func sample(_ u: F4, _ v: F4, level: Float) -> Color4 {
    withUnsafePointer(to: self) { SampledTexture.sample($0, lookup(u, v, level: level)) }
  }

  /// Samples a texture at four lookups.
  @inline(never) static func sample(
    _ texture: UnsafePointer<SampledTexture>, _ lookup: TextureLookup
  ) -> Color4 {
    texture.pointee.sample(lookup)
  }

  @inline(__always) private func sample(_ lookup: TextureLookup) -> Color4 {
    guard let levels else {
      let one = F4(repeating: 1)
      return Color4(r: one, g: one, b: one, a: one)
    }
    let level = lookup.level
    if level <= 0 || mip == .base {
      let isSharp = level <= 0 ? magnifiesNearest : minifiesNearest
      return isSharp ? nearest(levels, lookup) : color(bilinear(levels, lookup))
    }
    if mip == .nearest {
      let chosen = levels + Int(min(level + 0.5, maxLevel))
      return minifiesNearest ? nearest(chosen, lookup) : color(bilinear(chosen, lookup))
    }
    let index = Int(level)
    let fraction: Float = level - Float(index)
    if minifiesNearest {
      return interpolate(nearest(levels + index, lookup), lookup, index, fraction)
    }
    let near = bilinear(levels + index, lookup)
    if fraction <= 0 { return color(near) }
    return color(F4x4.lerp(near, bilinear(levels + index + 1, lookup), fraction))
  }

  /// Samples two textures that share lookups and filters at four lookups.
  @inline(never) static func samples(
    _ one: UnsafePointer<SampledTexture>, _ other: UnsafePointer<SampledTexture>,
    _ lookup: TextureLookup
  ) -> (Color4, Color4) {
    guard let levels = one.pointee.levels, let otherLevels = other.pointee.levels else {
      return (sample(one, lookup), sample(other, lookup))
    }
    let level = lookup.level
    let isMagnified = level <= 0 || one.pointee.mip == .base
    let isNearest = level <= 0 ? one.pointee.magnifiesNearest : one.pointee.minifiesNearest
    if isNearest { return (sample(one, lookup), sample(other, lookup)) }
    let isWhole = isMagnified || one.pointee.mip == .nearest
    let index = isMagnified ? 0 : Int(isWhole ? min(level + 0.5, one.pointee.maxLevel) : level)
    let cells = one.pointee.cells(levels + index, lookup)
    var texels = cells.blend(levels[index].texels)
    var otherTexels = cells.blend(otherLevels[index].texels)
    let fraction: Float = level - Float(index)
    if !isWhole && fraction > 0 {
      let next = one.pointee.cells(levels + (index + 1), lookup)
      texels = F4x4.lerp(texels, next.blend(levels[index + 1].texels), fraction)
      otherTexels = F4x4.lerp(otherTexels, next.blend(otherLevels[index + 1].texels), fraction)
    }
    return (one.pointee.color(texels), other.pointee.color(otherTexels))
  }

  /// Transposes four texels to components; alpha is one for opaque textures.
  @inline(__always) private func color(_ texels: F4x4) -> Color4 {
    var c = texels.transposed
    if isOpaque { c.a = F4(repeating: 1) }
    return c
  }

  /// Interpolates from nearest texels of one level to those of the next.
  @inline(never) private func interpolate(
    _ near: Color4, _ lookup: TextureLookup, _ index: Int, _ fraction: Float
  ) -> Color4 {
    guard let levels, fraction > 0 else { return near }
    let far = nearest(levels + index + 1, lookup)
    let s = F4(repeating: fraction)
    return Color4(
      r: near.r + (far.r - near.r) * s, g: near.g + (far.g - near.g) * s,
      b: near.b + (far.b - near.b) * s, a: near.a + (far.a - near.a) * s)
  }

  /// The nearest texels at four coordinates.
  @inline(never) private func nearest(
    _ level: UnsafePointer<Texture.Level>, _ lookup: TextureLookup
  ) -> Color4 {
    let (u, v) = (lookup.u, lookup.v)
    let (w, h) = (level.pointee.width, level.pointee.height)
    let x: F4 = vmin(vfloor(u * F4(repeating: Float(w))), F4(repeating: Float(w) - 1))
    let y: F4 = vmin(vfloor(v * F4(repeating: Float(h))), F4(repeating: Float(h) - 1))
    let at: I4 = integers(y) &* I4(repeating: w) &+ integers(x)
    let t = SampledTexture.components(texelPairs(level.pointee.texels, at))
    let scale = F4(repeating: 1 / 65_535)
    return Color4(r: t.r * scale, g: t.g * scale, b: t.b * scale, a: t.a * scale)
  }

  /// Bilinear interpolation of the four texels around each of four coordinates.
  @inline(__always) private func bilinear(
    _ level: UnsafePointer<Texture.Level>, _ lookup: TextureLookup
  ) -> F4x4 {
    cells(level, lookup).blend(level.pointee.texels)
  }

  /// The four texels around each of four coordinates.
  @inline(__always) private func cells(
    _ level: UnsafePointer<Texture.Level>, _ lookup: TextureLookup
  ) -> TexelCells {
    let (w, h) = (level.pointee.width, level.pointee.height)
    let (x0, x1, fx) = SampledTexture.neighborTexels(lookup.u, Float(w), wrapS)
    let (y0, y1, fy) = SampledTexture.neighborTexels(lookup.v, Float(h), wrapT)
    let isNarrow = w | h < 32_768
    return TexelCells(
      top: texelIndices(x0, y0, width: w, isNarrow: isNarrow),
      bottom: texelIndices(x0, y1, width: w, isNarrow: isNarrow),
      step: unsafeBitCast(x1 &- x0, to: U4.self), fx: fx, fy: fy)
  }

  /// Unpacks four texels to components, 0 to 65,535.
  @inline(__always) private static func components(_ pairs: (low: U4, high: U4)) -> Color4 {
    let mask = U4(repeating: 0xFFFF)
    let half = U4(repeating: 16)
    return Color4(
      r: floats(pairs.low & mask), g: floats(pairs.low &>> half),
      b: floats(pairs.high & mask), a: floats(pairs.high &>> half))
  }

  /// Converts lanes to floats, for integers below 2²³.
  @inline(__always) private static func floats(_ a: U4) -> F4 {
    unsafeBitCast(a | U4(repeating: 0x4B00_0000), to: F4.self) - F4(repeating: 8_388_608)
  }

  /// The indices of the two texels around each of four coordinates, and the fractions between them.
  @inline(__always) private static func neighborTexels(
    _ position: F4, _ count: Float, _ wrapping: Wrapping
  ) -> (I4, I4, F4) {
    let p: F4 = position * F4(repeating: count) - F4(repeating: 0.5)
    let corner: F4 = vfloor(p)
    let fraction: F4 = p - corner
    let next: F4 = corner + F4(repeating: 1)
    let zero = F4(repeating: 0)
    let last = F4(repeating: count - 1)
    if wrapping == .repeat {
      let before: F4 = select(greater(zero, corner), last, corner)
      let after: F4 = select(greater(next, last), zero, next)
      return (integers(before), integers(after), fraction)
    }
    return (integers(vmax(corner, zero)), integers(vmin(next, last)), fraction)
  }
}

/// The lower and upper halves of four table entries.
///
/// Out of line, because the compiler would otherwise scalarize the arithmetic around it.
@inline(never) func texelPairs(
  _ table: UnsafePointer<UInt64>, _ at: I4
) -> (low: U4, high: U4) {
  let a = unsafeBitCast(SIMD2<UInt64>(table[Int(at.x)], table[Int(at.y)]), to: U4.self)
  let b = unsafeBitCast(SIMD2<UInt64>(table[Int(at.z)], table[Int(at.w)]), to: U4.self)
  return (U4(a.x, a.z, b.x, b.z), U4(a.y, a.w, b.y, b.w))
}

/// The value of the first live lane, or of the last lane if none is live.
@inline(__always) func first(_ v: F4, _ live: UInt32) -> Float {
  live & 1 != 0 ? v.x : live & 2 != 0 ? v.y : live & 4 != 0 ? v.z : v.w
}

extension SampledTexture.Wrapping {
  init(_ mode: WrapMode) {
    switch mode {
    case .clamp: self = .clamp
    case .repeat: self = .repeat
    case .mirror: self = .mirror
    }
  }
}

/// Four wrapped texture coordinates, 0 to 1, and a mipmap level.
struct TextureLookup {
  var u = F4(repeating: 0)
  var v = F4(repeating: 0)
  /// Usually fractional; below zero the texture is magnified.
  var level: Float = 0
}

/// The screen-space derivatives of texture coordinates at a pixel: u and v to the right, then both
/// down.
struct Footprint {
  var lanes: F4
}

/// The screen-space derivatives of texture coordinates at four pixels, to the right and down.
struct Footprints {
  var ux: F4
  var vx: F4
  var uy: F4
  var vy: F4
}
