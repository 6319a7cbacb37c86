import CaromMaths
#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse
  internal import _Builtin_intrinsics.intel.sse2
#endif

// Texels in memory order: the components of one or two texels in the lanes of a vector. Filtering
// before transposing to components takes half the work of the other order.

/// Two texels of four 16-bit components.
typealias TexelPair = SIMD2<UInt64>

extension SIMD2<UInt64> {
  /// The components of the first texel, 0 to 65,535.
  @inline(__always) var first: F4 {
    #if arch(x86_64)
      let words = unsafeBitCast(self, to: SIMD2<Int64>.self)
      return _mm_cvtepi32_ps(_mm_unpacklo_epi16(words, SIMD2<Int64>(0, 0)))
    #else
      return TexelPair.components(x)
    #endif
  }

  /// The components of the second texel, 0 to 65,535.
  @inline(__always) var second: F4 {
    #if arch(x86_64)
      let words = unsafeBitCast(self, to: SIMD2<Int64>.self)
      return _mm_cvtepi32_ps(_mm_unpackhi_epi16(words, SIMD2<Int64>(0, 0)))
    #else
      return TexelPair.components(y)
    #endif
  }

  #if !arch(x86_64)
    private static func components(_ t: UInt64) -> F4 {
      F4(
        Float(t & 0xFFFF), Float(t &>> 16 & 0xFFFF), Float(t &>> 32 & 0xFFFF), Float(t &>> 48))
    }
  #endif
}

extension UnsafePointer<UInt64> {
  /// Loads two adjacent texels.
  @inline(__always) func pair(_ i: UInt32) -> TexelPair {
    UnsafeRawPointer(self + Int(i)).loadUnaligned(as: TexelPair.self)
  }

  /// Loads two texels.
  @inline(__always) func pair(_ i: UInt32, _ j: UInt32) -> TexelPair {
    TexelPair(self[Int(i)], self[Int(j)])
  }
}

/// The indices of texels in rows of `width`, in a texture of at most 2²⁶ texels.
@inline(__always) func texelIndices(
  _ x: I4, _ y: I4, width: Int32, isNarrow: Bool
) -> U4 {
  #if arch(x86_64)
    // SSE2 has no 32-bit multiplication, but pairwise sums of 16-bit products: y · width + x · 1.
    if isNarrow {
      let coordinates: I4 = y | x &<< I4(repeating: 16)
      let row = I4(repeating: width | 1 &<< 16)
      let numbers = _mm_madd_epi16(
        unsafeBitCast(coordinates, to: SIMD2<Int64>.self), unsafeBitCast(row, to: SIMD2<Int64>.self)
      )
      return unsafeBitCast(numbers, to: U4.self)
    }
  #endif
  return unsafeBitCast(y &* I4(repeating: width) &+ x, to: U4.self)
}

/// Four texels around each of four coordinates.
struct TexelCells {
  /// The indices of the left texels.
  var top: U4
  var bottom: U4
  /// The distance of the right texels; one, except at the end of a row.
  var step: U4
  /// The fractions between left and right, and between top and bottom.
  var fx: F4
  var fy: F4

  /// Interpolates texels at each coordinate.
  @inline(__always) func blend(_ texels: UnsafePointer<UInt64>) -> F4x4 {
    let gap: I4 = unsafeBitCast(step &- U4(repeating: 1), to: I4.self)
    let blended: F4x4
    if signBits(gap | (I4(repeating: 0) &- gap)) == 0 {
      blended = F4x4(
        a: TexelCells.blend(texels.pair(top.x), texels.pair(bottom.x), fx.x, fy.x),
        b: TexelCells.blend(texels.pair(top.y), texels.pair(bottom.y), fx.y, fy.y),
        c: TexelCells.blend(texels.pair(top.z), texels.pair(bottom.z), fx.z, fy.z),
        d: TexelCells.blend(texels.pair(top.w), texels.pair(bottom.w), fx.w, fy.w))
    } else {
      // At the end of a row the right neighbor is not adjacent in memory.
      blended = F4x4(
        a: blend(texels, top.x, bottom.x, step.x, fx.x, fy.x),
        b: blend(texels, top.y, bottom.y, step.y, fx.y, fy.y),
        c: blend(texels, top.z, bottom.z, step.z, fx.z, fy.z),
        d: blend(texels, top.w, bottom.w, step.w, fx.w, fy.w))
    }
    return blended * (1 / 65_535)
  }

  @inline(never) private func blend(
    _ texels: UnsafePointer<UInt64>, _ top: UInt32, _ bottom: UInt32, _ step: UInt32, _ fx: Float,
    _ fy: Float
  ) -> F4 {
    TexelCells.blend(
      texels.pair(top, top &+ step), texels.pair(bottom, bottom &+ step), fx, fy)
  }

  /// Bilinear interpolation of two texels above and two below, 0 to 65,535.
  @inline(__always) private static func blend(
    _ top: TexelPair, _ bottom: TexelPair, _ fx: Float, _ fy: Float
  ) -> F4 {
    let (a, c) = (top.first, bottom.first)
    let ab: F4 = a + (top.second - a) * F4(repeating: fx)
    let cd: F4 = c + (bottom.second - c) * F4(repeating: fx)
    return ab + (cd - ab) * F4(repeating: fy)
  }
}

/// Truncates lanes to integers, for numbers from 0 to 2²².
@inline(__always) func truncated(_ a: F4) -> I4 {
  #if arch(x86_64)
    return unsafeBitCast(_mm_cvttps_epi32(a), to: I4.self)
  #else
    return integers(vfloor(a))
  #endif
}

/// Four vectors, one for each of four pixels.
struct F4x4 {
  var a: F4
  var b: F4
  var c: F4
  var d: F4

  /// The transpose: the components of the four vectors.
  @inline(__always) var transposed: Color4 {
    #if arch(x86_64)
      let (ab, cd) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d))
      let (abHigh, cdHigh) = (_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d))
      return Color4(
        r: _mm_movelh_ps(ab, cd), g: _mm_movehl_ps(cd, ab), b: _mm_movelh_ps(abHigh, cdHigh),
        a: _mm_movehl_ps(cdHigh, abHigh))
    #else
      return Color4(
        r: F4(a.x, b.x, c.x, d.x), g: F4(a.y, b.y, c.y, d.y), b: F4(a.z, b.z, c.z, d.z),
        a: F4(a.w, b.w, c.w, d.w))
    #endif
  }

  /// Multiplies by a scalar.
  @inline(__always) static func * (v: F4x4, s: Float) -> F4x4 {
    let s = F4(repeating: s)
    return F4x4(a: v.a * s, b: v.b * s, c: v.c * s, d: v.d * s)
  }

  /// Linear interpolation.
  @inline(__always) static func lerp(_ v: F4x4, _ w: F4x4, _ fraction: Float) -> F4x4 {
    let s = F4(repeating: fraction)
    return F4x4(
      a: v.a + (w.a - v.a) * s, b: v.b + (w.b - v.b) * s, c: v.c + (w.c - v.c) * s,
      d: v.d + (w.d - v.d) * s)
  }
}

extension Color4 {
  /// The transpose: the color of each pixel.
  @inline(__always) var transposed: F4x4 {
    let t = F4x4(a: r, b: g, c: b, d: a).transposed
    return F4x4(a: t.r, b: t.g, c: t.b, d: t.a)
  }
}
