#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse
  internal import _Builtin_intrinsics.intel.sse2
#endif

// Texels as they lie in memory: one texel, or one after the other, in the lanes of a vector. Blending
// them before the components of four pixels are brought together is half the work of the other order.

/// Two texels of four components of 16 bits each.
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
  /// Two texels that follow each other.
  @inline(__always) func pair(_ i: UInt32) -> TexelPair {
    UnsafeRawPointer(self + Int(i)).loadUnaligned(as: TexelPair.self)
  }

  /// Two texels.
  @inline(__always) func pair(_ i: UInt32, _ j: UInt32) -> TexelPair {
    TexelPair(self[Int(i)], self[Int(j)])
  }
}

/// The numbers of texels in rows of `width`, in a picture of at most 2²⁶ texels.
@inline(__always) func texelNumbers(
  _ x: I4, _ y: I4, width: Int32, isNarrow: Bool
) -> U4 {
  #if arch(x86_64)
    // There is no product of four lanes, but one of eight halves added in pairs: y · width + x · 1.
    if isNarrow {
      let places: I4 = y | x &<< I4(repeating: 16)
      let row = I4(repeating: width | 1 &<< 16)
      let numbers = _mm_madd_epi16(
        unsafeBitCast(places, to: SIMD2<Int64>.self), unsafeBitCast(row, to: SIMD2<Int64>.self))
      return unsafeBitCast(numbers, to: U4.self)
    }
  #endif
  return unsafeBitCast(y &* I4(repeating: width) &+ x, to: U4.self)
}

/// The lanes as integers towards zero, for numbers from 0 to 2²².
@inline(__always) func truncated(_ a: F4) -> I4 {
  #if arch(x86_64)
    return unsafeBitCast(_mm_cvttps_epi32(a), to: I4.self)
  #else
    return wholeNumbers(vfloor(a))
  #endif
}

/// Four vectors, one for each of four pixels.
struct Four {
  var a: F4
  var b: F4
  var c: F4
  var d: F4

  /// The vectors' components, each in its own lanes.
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

  /// The vectors times a number.
  @inline(__always) static func * (v: Four, s: Float) -> Four {
    let s = F4(repeating: s)
    return Four(a: v.a * s, b: v.b * s, c: v.c * s, d: v.d * s)
  }

  /// What lies between two, at a share from 0 to 1 of the way.
  @inline(__always) static func between(_ v: Four, _ w: Four, _ share: Float) -> Four {
    let s = F4(repeating: share)
    return Four(
      a: v.a + (w.a - v.a) * s, b: v.b + (w.b - v.b) * s, c: v.c + (w.c - v.c) * s,
      d: v.d + (w.d - v.d) * s)
  }
}

extension Color4 {
  /// The colours of four pixels, each with its components.
  @inline(__always) var transposed: Four {
    let t = Four(a: r, b: g, c: b, d: a).transposed
    return Four(a: t.r, b: t.g, c: t.b, d: t.a)
  }
}
