public import CaromMaths

/// An area light: a rectangle that radiates evenly to one side, without shadows.
///
/// A polygon of radiance one causes at a point the vector irradiance
///
///     Φ = 1/2π · Σ Θₖ Γₖ
///
/// where Θₖ is the angle between the directions to the ends of edge k, and Γₖ is the unit normal of
/// the plane through the point and the edge. Φ · n is the irradiance of a surface with the normal
/// n, exact where the whole rectangle is before the surface. So the light is shaded as one from the
/// direction of Φ.
///
/// - Source: J. H. Lambert, Photometria, 1760; J. Arvo, "The Irradiance Jacobian for Partially
///   Occluded Polyhedral Sources", SIGGRAPH 1994.
enum AreaLighting: Lighting {
  @inline(never) static func illuminate(
    _ light: UnsafeMutablePointer<LightUniforms>, _ position: Vector3W
  ) -> (toLight: Vector3W, strength: F4) {
    let front = Vector3W(repeating: light.pointee.direction)
    let right = Vector3W(repeating: light.pointee.right)
    let halfWidth = F4(repeating: light.pointee.parameters.x)
    let halfHeight = F4(repeating: light.pointee.parameters.y)
    let across: Vector3W = right * halfWidth
    let upward: Vector3W = right.cross(front) * halfHeight
    let center = Vector3W(repeating: light.pointee.position) - position
    let a: Vector3W = center + across + upward
    let b: Vector3W = center - across + upward
    let c: Vector3W = center - across - upward
    let d: Vector3W = center + across - upward
    let width: Vector3W = across * F4(repeating: 2)
    let height: Vector3W = upward * F4(repeating: 2)
    let (la, lb, lc, ld) = (length(a), length(b), length(c), length(d))
    // The cross product of two corners is that of the first with the edge: no digits cancel.
    let top: Vector3W = width.cross(a) * weight(a.dot(b), la * lb)
    let left: Vector3W = height.cross(b) * weight(b.dot(c), lb * lc)
    let bottom: Vector3W = c.cross(width) * weight(c.dot(d), lc * ld)
    let side: Vector3W = d.cross(height) * weight(d.dot(a), ld * la)
    let sum: Vector3W = top + left + bottom + side
    let scale: F4 = F4(repeating: 0.125) / (halfWidth * halfHeight)
    let squaredLength: F4 = sum.dot(sum) + F4(repeating: 1e-30)
    let magnitude: F4 = vsqrt(squaredLength)
    let isBefore: I4 = greater(F4(repeating: 0), center.dot(front))
    let strength: F4 = select(isBefore, magnitude * scale, F4(repeating: 0))
    return (sum * (F4(repeating: 1) / magnitude), strength)
  }

  /// The distances of a corner; at least a micrometer.
  @inline(__always) private static func length(_ corner: Vector3W) -> F4 {
    vsqrt(corner.dot(corner) + F4(repeating: 1e-12))
  }

  /// The angle between the directions to two corners over its sine and over the product of their
  /// distances, from their dot product.
  ///
  /// The error of the angle is below 7e-5.
  ///
  /// - Source: M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 4.4.45.
  @inline(__always) private static func weight(_ dot: F4, _ product: F4) -> F4 {
    let one = F4(repeating: 1)
    let inverse: F4 = one / product
    // On an edge itself the angle is π, and its sine would be zero.
    let cosine: F4 = vmax(vmin(dot * inverse, one), F4(repeating: -0.999_9))
    let zero = F4(repeating: 0)
    let x: F4 = vmax(cosine, zero - cosine)
    var p: F4 = x * F4(repeating: -0.018_729_3) + F4(repeating: 0.074_261)
    p = p * x + F4(repeating: -0.212_114_4)
    p = p * x + F4(repeating: 1.570_728_8)
    let acute: F4 = p / vsqrt(one + x)
    let sine: F4 = vsqrt(one - x * x)
    let obtuse: F4 = F4(repeating: Float.pi) / vmax(sine, F4(repeating: 1e-3)) - acute
    return select(greater(zero, cosine), obtuse, acute) * inverse
  }

  static func shadowProjection(of light: RenderFrame.Light) -> ShadowProjection { .none }
}

extension RenderFrame.Light {
  /// Half the width and half the height of the rectangle in meters; area lights only.
  public var areaHalfExtents: Vector2 {
    get { Vector2(parameters.x, parameters.y) }
    set { (parameters.x, parameters.y) = (newValue.x, newValue.y) }
  }
}
