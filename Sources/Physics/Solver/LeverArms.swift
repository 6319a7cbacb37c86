import CaromMaths

// Lever arms are constant during a step, and so are the points at which a body is pushed. With
// those of the beginning of the step, a roly-poly would be pushed back too late, and swing higher
// each time. Let x be the angle of a small swing, with ẍ = −ω²·x, and W = (ω·dt)². In n substeps
// with the acceleration f at the angle x + p·dt·v,
//
//     v′ = v + dt·f        x′ = x + dt·v + c·dt²·f        c = (n + 1) / 2n
//
// and the determinant of this map is 1 + W·(1 − p − c). It is 1, so that the swing neither grows
// nor fades, if p = 1 − c = (n − 1) / 2n, the mean time at which the substeps begin. Arms are
// rotated to where they are then if the angular velocity lasts.

extension PrepareContext {
  /// The fraction of the step after which lever arms are taken.
  static func lead(substeps: Int) -> Float { 0.5 * Float(substeps - 1) / Float(substeps) }

  /// The orientations of four bodies when lever arms are taken.
  @inline(__always)
  func ahead(_ q: (F4, F4, F4, F4), _ i: I4) -> (F4, F4, F4, F4) {
    let rates = transpose3(
      masses[Int(i[0])].turning, masses[Int(i[1])].turning, masses[Int(i[2])].turning,
      masses[Int(i[3])].turning)
    // Half of the angle, in place of its tangent.
    let u = rates * F4(repeating: 0.5 * lead * step)
    let one = F4(repeating: 1)
    let w: F4 = one / vsqrt(one + u.dot(u))
    let turned = QuaternionW(u.x * w, u.y * w, u.z * w, w) * QuaternionW(q)
    return (turned.x, turned.y, turned.z, turned.w)
  }
}
