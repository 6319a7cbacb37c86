#if arch(x86_64)
  public import _Builtin_intrinsics.intel.sse

  // The standard library computes with vectors of floats lane by lane. The optimizer joins the
  // lanes again, but around comparisons, shuffles and branches in halves or through integer
  // registers, with up to twice the instructions. In this package these operators take precedence
  // over those of the standard library, because they are less general. Results have the same bits.

  extension SIMD4<Float> {
    @inlinable @inline(__always)
    package static func + (a: Self, b: Self) -> Self { _mm_add_ps(a, b) }
    @inlinable @inline(__always)
    package static func - (a: Self, b: Self) -> Self { _mm_sub_ps(a, b) }
    @inlinable @inline(__always)
    package static func * (a: Self, b: Self) -> Self { _mm_mul_ps(a, b) }
    @inlinable @inline(__always)
    package static func / (a: Self, b: Self) -> Self { _mm_div_ps(a, b) }

    @inlinable @inline(__always)
    package static func + (a: Self, b: Float) -> Self { _mm_add_ps(a, Self(repeating: b)) }
    @inlinable @inline(__always)
    package static func - (a: Self, b: Float) -> Self { _mm_sub_ps(a, Self(repeating: b)) }
    @inlinable @inline(__always)
    package static func * (a: Self, b: Float) -> Self { _mm_mul_ps(a, Self(repeating: b)) }
    @inlinable @inline(__always)
    package static func / (a: Self, b: Float) -> Self { _mm_div_ps(a, Self(repeating: b)) }

    @inlinable @inline(__always)
    package static func + (a: Float, b: Self) -> Self { _mm_add_ps(Self(repeating: a), b) }
    @inlinable @inline(__always)
    package static func - (a: Float, b: Self) -> Self { _mm_sub_ps(Self(repeating: a), b) }
    @inlinable @inline(__always)
    package static func * (a: Float, b: Self) -> Self { _mm_mul_ps(Self(repeating: a), b) }
    @inlinable @inline(__always)
    package static func / (a: Float, b: Self) -> Self { _mm_div_ps(Self(repeating: a), b) }

    @inlinable @inline(__always)
    package static func += (a: inout Self, b: Self) { a = _mm_add_ps(a, b) }
    @inlinable @inline(__always)
    package static func -= (a: inout Self, b: Self) { a = _mm_sub_ps(a, b) }
    @inlinable @inline(__always)
    package static func *= (a: inout Self, b: Self) { a = _mm_mul_ps(a, b) }
    @inlinable @inline(__always)
    package static func *= (a: inout Self, b: Float) { a = _mm_mul_ps(a, Self(repeating: b)) }

    @inlinable @inline(__always)
    package static func .< (a: Self, b: Self) -> SIMDMask<SIMD4<Int32>> {
      unsafeBitCast(_mm_cmplt_ps(a, b), to: SIMDMask<SIMD4<Int32>>.self)
    }
    @inlinable @inline(__always)
    package static func .<= (a: Self, b: Self) -> SIMDMask<SIMD4<Int32>> {
      unsafeBitCast(_mm_cmple_ps(a, b), to: SIMDMask<SIMD4<Int32>>.self)
    }
    @inlinable @inline(__always)
    package static func .> (a: Self, b: Self) -> SIMDMask<SIMD4<Int32>> {
      unsafeBitCast(_mm_cmpgt_ps(a, b), to: SIMDMask<SIMD4<Int32>>.self)
    }
    @inlinable @inline(__always)
    package static func .>= (a: Self, b: Self) -> SIMDMask<SIMD4<Int32>> {
      unsafeBitCast(_mm_cmpge_ps(a, b), to: SIMDMask<SIMD4<Int32>>.self)
    }
    @inlinable @inline(__always)
    package static func .== (a: Self, b: Self) -> SIMDMask<SIMD4<Int32>> {
      unsafeBitCast(_mm_cmpeq_ps(a, b), to: SIMDMask<SIMD4<Int32>>.self)
    }
    @inlinable @inline(__always)
    package static func .!= (a: Self, b: Self) -> SIMDMask<SIMD4<Int32>> {
      unsafeBitCast(_mm_cmpneq_ps(a, b), to: SIMDMask<SIMD4<Int32>>.self)
    }
  }
#endif
