#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse
#endif

/// Four numbers that are processed together.
typealias Lanes = SIMD4<Float>

/// The lesser of each pair of lanes: `a < b ? a : b`, so of equal or unordered ones the second.
@inline(__always)
func laneMin(_ a: Lanes, _ b: Lanes) -> Lanes {
  #if arch(x86_64)
    _mm_min_ps(a, b)
  #else
    b.replacing(with: a, where: a .< b)
  #endif
}

/// The greater of each pair of lanes: `a > b ? a : b`, so of equal or unordered ones the second.
@inline(__always)
func laneMax(_ a: Lanes, _ b: Lanes) -> Lanes {
  #if arch(x86_64)
    _mm_max_ps(a, b)
  #else
    b.replacing(with: a, where: a .> b)
  #endif
}

/// The square root of each lane, correctly rounded.
@inline(__always)
func laneSquareRoot(_ a: Lanes) -> Lanes {
  #if arch(x86_64)
    _mm_sqrt_ps(a)
  #else
    a.squareRoot()
  #endif
}

/// All bits of a lane set where the comparison holds.
@inline(__always)
func bits(_ mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<Int32> {
  unsafeBitCast(mask, to: SIMD4<Int32>.self)
}

/// `a` where the bits are set, `b` elsewhere.
@inline(__always)
func select(_ mask: SIMD4<Int32>, _ a: Lanes, _ b: Lanes) -> Lanes {
  let (p, q) = (unsafeBitCast(a, to: SIMD4<Int32>.self), unsafeBitCast(b, to: SIMD4<Int32>.self))
  return unsafeBitCast((p & mask) | (q & ~mask), to: Lanes.self)
}

/// `a` where the bits are set, `b` elsewhere.
@inline(__always)
func select(_ mask: SIMD4<Int32>, _ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> {
  (a & mask) | (b & ~mask)
}

/// The lanes whose comparison holds as the low four bits of a number, lane 0 lowest.
@inline(__always)
func laneBits(_ mask: SIMDMask<SIMD4<Int32>>) -> Int {
  #if arch(x86_64)
    return Int(_mm_movemask_ps(unsafeBitCast(mask, to: Lanes.self)))
  #else
    return (mask[0] ? 1 : 0) | (mask[1] ? 2 : 0) | (mask[2] ? 4 : 0) | (mask[3] ? 8 : 0)
  #endif
}

/// The greatest of four lanes.
@inline(__always)
func greatestLane(_ v: Lanes) -> Float { max(max(v.x, v.y), max(v.z, v.w)) }
