#if arch(x86_64)
  internal import _Builtin_intrinsics.intel.sse2
#endif

extension Portable {
  /// The angles in ±π from the positive x axis to four points, in radians; the same bits as
  /// ``atan2(_:_:)``.
  package static func atan2(_ y: F4, _ x: F4) -> F4 {
    #if arch(x86_64)
      let sign = F4(repeating: -0.0)
      let (up, right) = (_mm_andnot_ps(sign, y), _mm_andnot_ps(sign, x))
      let low = arctangents(
        _mm_cvtps_pd(up), _mm_cvtps_pd(right), isBehind: signs(x.lowHalf))
      let high = arctangents(
        _mm_cvtps_pd(_mm_movehl_ps(up, up)), _mm_cvtps_pd(_mm_movehl_ps(right, right)),
        isBehind: signs(x.highHalf))
      let angle = _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high))
      let signed = _mm_or_ps(angle, _mm_and_ps(sign, y))
      return select((x .== x) .& (y .== y), signed, F4(repeating: .nan))
    #else
      return F4(
        Portable.atan2(y[0], x[0]), Portable.atan2(y[1], x[1]), Portable.atan2(y[2], x[2]),
        Portable.atan2(y[3], x[3]))
    #endif
  }
}

#if arch(x86_64)
  extension F4 {
    fileprivate var lowHalf: SIMD2<Float> { SIMD2(x, y) }
    fileprivate var highHalf: SIMD2<Float> { SIMD2(z, w) }
  }

  /// All bits of a lane set where the sign is negative.
  @inline(__always)
  private func signs(_ v: SIMD2<Float>) -> SIMD2<Double> {
    let bits = unsafeBitCast(v, to: SIMD2<Int32>.self)
    return unsafeBitCast(
      SIMD2(Int64(bits.x >> 31), Int64(bits.y >> 31)), to: SIMD2<Double>.self)
  }

  @inline(__always)
  private func select(
    _ mask: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> SIMD2<Double> {
    _mm_or_pd(_mm_and_pd(mask, a), _mm_andnot_pd(mask, b))
  }

  /// The angles of two points with coordinates that are not negative, mirrored where `isBehind` is
  /// set.
  @inline(__always)
  private func arctangents(
    _ up: SIMD2<Double>, _ right: SIMD2<Double>, isBehind: SIMD2<Double>
  ) -> SIMD2<Double> {
    typealias D2 = SIMD2<Double>
    let one = D2(repeating: 1)
    let x = _mm_div_pd(_mm_min_pd(up, right), _mm_max_pd(up, right))
    let isSmall = _mm_cmple_pd(x, D2(repeating: 0.41421356237309503))
    let z = select(isSmall, x, _mm_div_pd(_mm_sub_pd(x, one), _mm_add_pd(x, one)))
    let t = _mm_mul_pd(z, z)
    var p = D2(repeating: 0.02275052699336167)
    func add(_ coefficient: Double) { p = _mm_add_pd(_mm_mul_pd(p, t), D2(repeating: coefficient)) }
    add(-0.04483334622272886)
    add(0.05736332165907643)
    add(-0.06649613695291669)
    add(0.0769105515839315)
    add(-0.09090852557176049)
    add(0.11111109636534361)
    add(-0.1428571426609662)
    add(0.19999999999898407)
    add(-0.3333333333333325)
    var angle = _mm_mul_pd(z, _mm_add_pd(one, _mm_mul_pd(t, p)))
    let quarter = D2(repeating: Portable.halfPi)
    let eighth = D2(repeating: 0.5 * Portable.halfPi)
    angle = select(isSmall, angle, _mm_add_pd(eighth, angle))
    angle = select(_mm_cmplt_pd(up, right), angle, _mm_sub_pd(quarter, angle))
    // Equal coordinates have no ratio if they are zero or infinite.
    let isOrigin = _mm_cmpeq_pd(up, D2())
    angle = select(_mm_cmpeq_pd(up, right), _mm_andnot_pd(isOrigin, eighth), angle)
    return select(isBehind, _mm_sub_pd(_mm_add_pd(quarter, quarter), angle), angle)
  }
#endif
