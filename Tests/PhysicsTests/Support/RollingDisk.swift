/// A disk that rolls without slip on the sharp lower edge of its rim, by its equations of motion.
///
/// An oracle in double precision, independent of the engine. With the unit axis a away from the
/// lower cap and the contact at ρ = r·d − h·a from the center, where d is the direction of steepest
/// descent within the cap, rolling means v = −ω × ρ, and the force F of the floor follows from
/// Newton's and Euler's equations:
///
///     F = m·(v̇ + g·ŷ)        d(I·ω)/dt = ρ × F
///
/// - Source: E. J. Routh, "Advanced Dynamics of a System of Rigid Bodies", 1884, article 244, which
///   has the equations of a thin disk.
struct RollingDisk {
  typealias V = SIMD3<Double>

  let radius: Double
  /// Half of the thickness.
  let half: Double
  let gravity = 9.8
  var axis: V
  var spin: V
  /// The center in the plane; its height follows from the axis.
  var center = V()

  /// The moments of inertia per kilogram, across and along the axis.
  private var across: Double { radius * radius / 4 + half * half / 3 }
  private var along: Double { radius * radius / 2 }

  /// The sine of the angle by which it leans from upright.
  var sinLean: Double { axis.y }
  var velocity: V { rates(axis, spin).center }

  /// The ratio of friction to normal force that rolling takes.
  var friction: Double {
    let h = 1e-5
    var (before, after) = (self, self)
    before.step(-h)
    after.step(h)
    // Of the whole velocity; `center` has no height.
    let force =
      (Self.cross(after.contact().0, after.spin) - Self.cross(before.contact().0, before.spin))
      / (2 * h) + V(0, gravity, 0)
    return (force.x * force.x + force.z * force.z).squareRoot() / force.y
  }

  /// The vector from the center to the contact, and its rate.
  private func contact() -> (V, V) { contact(axis, spin) }
  private func contact(_ a: V, _ w: V) -> (V, V) {
    let rate = Self.cross(w, a)
    let s = (1 - a.y * a.y).squareRoot()
    let d = (a * a.y - V(0, 1, 0)) / s
    let turn = (rate * a.y + a * rate.y) / s + d * (a.y * rate.y / (s * s))
    return (d * radius - a * half, turn * radius - rate * half)
  }

  private func rates(_ a: V, _ w: V) -> (axis: V, spin: V, center: V) {
    let (p, rate) = contact(a, w)
    let momentum = w * across + a * ((along - across) * Self.dot(a, w))
    // (I + ρ²·1 − ρ·ρᵀ)·ω̇ = ρ × (g·ŷ − ω × ρ̇) − ω × I·ω, by Cramer's rule.
    let known = Self.cross(p, V(0, gravity, 0) - Self.cross(w, rate)) - Self.cross(w, momentum)
    func column(_ x: V) -> V {
      x * (across + Self.dot(p, p)) + a * ((along - across) * Self.dot(a, x))
        - p * Self.dot(p, x)
    }
    let (x, y, z) = (column(V(1, 0, 0)), column(V(0, 1, 0)), column(V(0, 0, 1)))
    let change = V(
      Self.dot(known, Self.cross(y, z)), Self.dot(x, Self.cross(known, z)),
      Self.dot(x, Self.cross(y, known)))
    return (Self.cross(w, a), change / Self.dot(x, Self.cross(y, z)), Self.cross(p, w))
  }

  /// Advances it by `h` seconds, by Runge and Kutta's fourth order.
  mutating func step(_ h: Double) {
    let k1 = rates(axis, spin)
    let k2 = rates(axis + k1.axis * (h / 2), spin + k1.spin * (h / 2))
    let k3 = rates(axis + k2.axis * (h / 2), spin + k2.spin * (h / 2))
    let k4 = rates(axis + k3.axis * h, spin + k3.spin * h)
    axis += Self.mean(k1.axis, k2.axis, k3.axis, k4.axis) * h
    spin += Self.mean(k1.spin, k2.spin, k3.spin, k4.spin) * h
    center += Self.mean(k1.center, k2.center, k3.center, k4.center) * h
    center.y = 0
    axis /= Self.dot(axis, axis).squareRoot()
  }

  private static func mean(_ a: V, _ b: V, _ c: V, _ d: V) -> V {
    let middle = 2 * (b + c)
    return (a + middle + d) / 6
  }
  private static func cross(_ a: V, _ b: V) -> V {
    V(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
  private static func dot(_ a: V, _ b: V) -> Double {
    let p = a * b
    return p.x + p.y + p.z
  }
}
