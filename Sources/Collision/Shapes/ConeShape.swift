public import CaromMaths

/// A cone around the local y axis, or what is left of one cut off level: the hull of two level discs.
///
/// The origin is halfway up. A truly round side, not one of facets. Either radius may be zero, which
/// makes a tip; with equal radii it is a cylinder, which ``CylinderShape`` does faster.
public struct ConeShape: Hashable, Sendable, BitwiseCopyable {
  /// The radius at the top, in metres; 0 for a tip.
  public var topRadius: Float
  /// The radius at the bottom, in metres; 0 for a tip.
  public var bottomRadius: Float
  /// Half the height, in metres.
  public var halfHeight: Float

  /// Makes a cone from its radii and half its height; without a top radius it has a tip.
  @inlinable public init(topRadius: Float = 0, bottomRadius: Float, halfHeight: Float) {
    self.topRadius = topRadius
    self.bottomRadius = bottomRadius
    self.halfHeight = halfHeight
  }

  /// A sentence that says what is wrong with the dimensions, or nil when nothing is.
  public var problem: String? {
    if let problem = ShapeLimits.problem("half height", halfHeight) { return problem }
    for (name, value) in [("top radius", topRadius), ("bottom radius", bottomRadius)]
    where !(value >= 0 && value <= ShapeLimits.greatest) {
      let found = value.isNaN ? "not a number" : "\(value) m"
      return "\(name) is \(found); it must be from 0 m to \(ShapeLimits.greatest) m"
    }
    return ShapeLimits.problem("greater radius", max(topRadius, bottomRadius))
  }

  /// The volume, in cubic metres.
  public var volume: Float {
    let squares = topRadius * topRadius + topRadius * bottomRadius + bottomRadius * bottomRadius
    return Float.pi * 2 / 3 * halfHeight * squares
  }

  /// The mass properties for a density in kg/m³.
  ///
  /// With R below and r above, H high, all about the middle of the bottom and then moved:
  ///
  ///     m = π·H/3·(R² + R·r + r²)·ρ        y = H/4·(R² + 2·R·r + 3·r²)/(R² + R·r + r²)
  ///     Iyy = π·H/10·(R⁴ + R³·r + R²·r² + R·r³ + r⁴)·ρ
  ///     Ixx = Izz = Iyy/2 + π·H³·(R²/30 + R·r/10 + r²/5)·ρ
  public func massProperties(density: Float) -> MassProperties {
    let (b, t, h) = (Double(bottomRadius), Double(topRadius), 2 * Double(halfHeight))
    let squares: Double = b * b + b * t + t * t
    let mass: Double = Double.pi * h / 3 * squares * Double(density)
    guard mass > 0 else { return .zero }
    let rise: Double = h / 4 * (b * b + 2 * b * t + 3 * t * t) / squares
    let fourths: Double = b * b * b * b + b * b * b * t + b * b * t * t + b * t * t * t
    let along: Double = Double.pi * h / 10 * (fourths + t * t * t * t) * Double(density)
    let spread: Double = b * b / 30 + b * t / 10 + t * t / 5
    let base: Double = along / 2 + Double.pi * h * h * h * spread * Double(density)
    let across = Float(base - mass * rise * rise)
    return MassProperties(
      mass: Float(mass), centerOfMass: Vector3(0, Float(rise - h / 2), 0),
      inertia: Matrix3(diagonal: Vector3(across, Float(along), across)))
  }

  /// The smallest box along the axes around the shape placed at `placement`.
  @inlinable public func bounds(at placement: Transform) -> AABB {
    let axis = placement.orientation.rotate(.unitY)
    let disc = Vector3(
      max(0, 1 - axis.x * axis.x).squareRoot(), max(0, 1 - axis.y * axis.y).squareRoot(),
      max(0, 1 - axis.z * axis.z).squareRoot())
    let top = AABB(
      center: placement.position + axis * halfHeight, halfExtents: disc * topRadius)
    let bottom = AABB(
      center: placement.position - axis * halfHeight, halfExtents: disc * bottomRadius)
    return top.union(bottom)
  }

  /// The distance from the origin to the farthest point.
  var outerRadius: Float {
    let radius = max(topRadius, bottomRadius)
    return (radius * radius + halfHeight * halfHeight).squareRoot()
  }

  /// The radius of the largest ball around the origin inside.
  var innerRadius: Float {
    let lean: Float = topRadius - bottomRadius
    let slant: Float = (lean * lean + 4 * halfHeight * halfHeight).squareRoot()
    return min(halfHeight, (topRadius + bottomRadius) * halfHeight / slant)
  }

  /// How much the radius grows by each metre upwards.
  var slope: Float { (topRadius - bottomRadius) / (2 * halfHeight) }

  /// The radius at a height above the middle.
  func radius(at y: Float) -> Float { 0.5 * (topRadius + bottomRadius) + slope * y }

  /// Where the ray from `origin` along `translation`, in local space, enters the cone.
  func rayCast(origin: Vector3, translation: Vector3) -> RayHit? {
    let o = Double3(origin)
    let d = Double3(translation)
    let h = Double(halfHeight)
    let (m, c) = (Double(slope), 0.5 * (Double(topRadius) + Double(bottomRadius)))
    let radius: Double = m * o.y + c
    if abs(o.y) <= h && radius >= 0 && o.x * o.x + o.z * o.z <= radius * radius {
      return .inside(origin)
    }
    var best: Double = .infinity
    var normal = Vector3.zero
    if abs(o.y) > h && o.y * d.y < 0 {
      let side: Double = o.y > 0 ? 1 : -1
      let t: Double = (side * h - o.y) / d.y
      let (x, z) = (o.x + d.x * t, o.z + d.z * t)
      let rim: Double = m * side * h + c
      if x * x + z * z <= rim * rim { (best, normal) = (t, Vector3(0, Float(side), 0)) }
    }
    // On the side x² + z² = (m·y + c)²: a·t² + 2·b·t + k = 0.
    let a: Double = d.x * d.x + d.z * d.z - m * m * d.y * d.y
    let b: Double = o.x * d.x + o.z * d.z - m * d.y * radius
    let k: Double = o.x * o.x + o.z * o.z - radius * radius
    let discriminant: Double = b * b - a * k
    if discriminant >= 0 {
      // The forms that do not subtract what is nearly equal.
      let q: Double = b < 0 ? -b + discriminant.squareRoot() : -b - discriminant.squareRoot()
      for t in [a == 0 ? .infinity : q / a, q == 0 ? .infinity : k / q] where t >= 0 && t < best {
        let y: Double = o.y + d.y * t
        let here: Double = m * y + c
        guard abs(y) <= h && here >= 0 else { continue }
        let (x, z) = (o.x + d.x * t, o.z + d.z * t)
        // Inwards only.
        guard x * d.x + z * d.z - m * here * d.y <= 0 else { continue }
        best = t
        normal = Vector3(Float(x), Float(-m * here), Float(z)).normalized(or: .unitY)
      }
    }
    guard best <= 1 else { return nil }
    return RayHit(
      fraction: Float(best), point: origin + translation * Float(best), normal: normal)
  }
}
