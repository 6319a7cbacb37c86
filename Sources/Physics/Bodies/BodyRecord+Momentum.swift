import CaromMaths

extension BodyRecord {
  /// The angular velocity after the orientation has changed from `start` to `end` at a constant
  /// one: that with the same angular momentum, or with the nearest whose energy is not larger.
  ///
  /// If a momentum is off by a small angle, a thin rod spins fast about its long axis, with many
  /// times the energy. The nearest momentum within the limit is
  ///
  ///     L′ = (1 + μ·I⁻¹)⁻¹·L        ω′ = (I + μ·1)⁻¹·L        ½ ω′·I·ω′ = E
  ///
  /// which slows that spin, and keeps the others. A body with a locked axis keeps its angular
  /// velocity.
  ///
  /// - Source: J. Moré, D. Sorensen, "Computing a Trust Region Step", SIAM J. Sci. Stat. Comput. 4,
  ///   1983, for the iteration.
  func precessed(_ w: Vector3, from start: Quaternion, to end: Quaternion) -> Vector3 {
    if angularVelocityFactor != .one { return w }
    let local = start.unrotate(w)
    let momentum: Vector3 = inertia * local
    let maxEnergy: Float = 0.5 * local.dot(momentum)
    let l = end.unrotate(start.rotate(momentum))
    let before = end.unrotate(w)
    var u: Vector3 = before + inverseInertia * (l - inertia * before)
    var energy: Float = 0.5 * u.dot(inertia * u)
    // One part in a thousand is rounding.
    if energy > 1.001 * maxEnergy {
      var added: Float = 0
      var inverse = inverseInertia
      for _ in 0..<8 {
        let slope: Float = (inertia * u).dot(inverse * u)
        guard slope > 0, maxEnergy > 0 else { break }
        added += 2 * energy * ((energy / maxEnergy).squareRoot() - 1) / slope
        inverse = (inertia + Matrix3(diagonal: Vector3(repeating: added))).inverse
        u = inverse * l
        energy = 0.5 * u.dot(inertia * u)
        if energy <= 1.001 * maxEnergy { break }
      }
      if energy > maxEnergy { u = u * (maxEnergy / energy).squareRoot() }
    }
    let after = end.rotate(u)
    return after.isFinite ? after : w
  }
}
