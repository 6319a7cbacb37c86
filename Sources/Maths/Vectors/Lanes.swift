#if arch(x86_64)
  public import _Builtin_intrinsics.intel.sse
#endif

// Arithmetic on four lanes, for the hot loops of collision, physics and rendering. Measured rules:
// minimum, maximum and square root use intrinsics, since the standard library processes each lane
// separately; no operation is fused or approximate, so that bits are the same on every machine and
// in debug builds.

/// Four floats.
@usableFromInline package typealias F4 = SIMD4<Float>
/// Four integers, or a mask with all bits of a lane set or clear.
@usableFromInline package typealias I4 = SIMD4<Int32>
/// Four unsigned integers.
@usableFromInline package typealias U4 = SIMD4<UInt32>

/// The lesser of each pair of lanes: `a < b ? a : b`, so of equal or unordered ones the second.
@inlinable @inline(__always)
package func vmin(_ a: F4, _ b: F4) -> F4 {
  #if arch(x86_64)
    _mm_min_ps(a, b)
  #else
    b.replacing(with: a, where: a .< b)
  #endif
}

/// The greater of each pair of lanes: `a > b ? a : b`, so of equal or unordered ones the second.
@inlinable @inline(__always)
package func vmax(_ a: F4, _ b: F4) -> F4 {
  #if arch(x86_64)
    _mm_max_ps(a, b)
  #else
    b.replacing(with: a, where: a .> b)
  #endif
}

/// The square root of each lane, rounded correctly.
@inlinable @inline(__always)
package func vsqrt(_ a: F4) -> F4 {
  #if arch(x86_64)
    _mm_sqrt_ps(a)
  #else
    a.squareRoot()
  #endif
}

/// The greatest of four lanes.
@inlinable @inline(__always)
package func greatestLane(_ v: F4) -> Float { max(max(v.x, v.y), max(v.z, v.w)) }

// MARK: Masks

/// All bits of a lane set where the comparison holds.
@inlinable @inline(__always)
package func bits(_ mask: SIMDMask<I4>) -> I4 { unsafeBitCast(mask, to: I4.self) }

/// Lane by lane, `a` where the bits are set and `b` elsewhere.
@inlinable @inline(__always)
package func select(_ mask: I4, _ a: F4, _ b: F4) -> F4 {
  #if arch(x86_64)
    let m = unsafeBitCast(mask, to: F4.self)
    return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b))
  #else
    let x: I4 = unsafeBitCast(a, to: I4.self) & mask
    let y: I4 = unsafeBitCast(b, to: I4.self) & ~mask
    return unsafeBitCast(x | y, to: F4.self)
  #endif
}

/// Lane by lane, `a` where the bits are set and `b` elsewhere.
@inlinable @inline(__always)
package func select(_ mask: I4, _ a: I4, _ b: I4) -> I4 { (a & mask) | (b & ~mask) }

/// Lane by lane, `a` where the bits are set and `b` elsewhere.
@inlinable @inline(__always)
package func select(_ mask: I4, _ a: U4, _ b: U4) -> U4 {
  let m: U4 = unsafeBitCast(mask, to: U4.self)
  return (a & m) | (b & ~m)
}

/// Lane by lane, `a` where the comparison holds and `b` elsewhere.
@inlinable @inline(__always)
package func select(_ mask: SIMDMask<I4>, _ a: F4, _ b: F4) -> F4 { select(bits(mask), a, b) }

/// Lane by lane, `a` where the comparison holds and zero elsewhere.
@inlinable @inline(__always)
package func keep(_ a: F4, where mask: SIMDMask<I4>) -> F4 {
  #if arch(x86_64)
    _mm_and_ps(unsafeBitCast(mask, to: F4.self), a)
  #else
    unsafeBitCast(unsafeBitCast(a, to: I4.self) & bits(mask), to: F4.self)
  #endif
}

/// The sign bits of the lanes as a number from 0 to 15, the first lane lowest.
@inlinable @inline(__always)
package func signBits(_ a: I4) -> UInt32 {
  #if arch(x86_64)
    return UInt32(bitPattern: _mm_movemask_ps(unsafeBitCast(a, to: F4.self)))
  #else
    let s: U4 = unsafeBitCast(a, to: U4.self) &>> U4(repeating: 31)
    return s.x | s.y &<< 1 | s.z &<< 2 | s.w &<< 3
  #endif
}

/// The lanes whose comparison holds, as the low four bits of a number.
@inlinable @inline(__always)
package func laneBits(_ mask: SIMDMask<I4>) -> Int { Int(signBits(bits(mask))) }

#if arch(x86_64)
  /// Whether the comparison holds in any lane; takes precedence over the standard library's.
  @inlinable @inline(__always)
  package func any(_ mask: SIMDMask<I4>) -> Bool { laneBits(mask) != 0 }

  /// Whether the comparison holds in all lanes; takes precedence over the standard library's.
  @inlinable @inline(__always)
  package func all(_ mask: SIMDMask<I4>) -> Bool { laneBits(mask) == 15 }
#endif
