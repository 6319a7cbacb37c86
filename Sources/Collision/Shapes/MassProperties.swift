public import CaromMaths

/// The mass, center of mass and inertia tensor of a rigid body.
public struct MassProperties: Hashable, Sendable, BitwiseCopyable {
  /// The mass, in kilograms.
  public var mass: Float
  /// The center of mass in the shape's space, in meters.
  public var centerOfMass: Vector3
  /// The inertia tensor about the center of mass, along the shape's axes, in kg·m².
  public var inertia: Matrix3

  /// Creates mass properties from their parts.
  public init(mass: Float, centerOfMass: Vector3, inertia: Matrix3) {
    self.mass = mass
    self.centerOfMass = centerOfMass
    self.inertia = inertia
  }

  /// No mass: all components are zero.
  public static let zero = MassProperties(mass: 0, centerOfMass: .zero, inertia: .zero)

  /// Returns the same distribution of mass, with a mass of `mass` kilograms.
  public func scaled(toMass mass: Float) -> MassProperties {
    guard self.mass > 0 else { return self }
    return MassProperties(
      mass: mass, centerOfMass: centerOfMass, inertia: inertia * (mass / self.mass))
  }

  /// Returns the mass properties of the same body moved by `placement`.
  public func transformed(by placement: Transform) -> MassProperties {
    MassProperties(
      mass: mass, centerOfMass: placement.apply(centerOfMass),
      inertia: inertia.rotated(by: placement.orientation))
  }

  /// Returns the inertia tensor about `point`, by the parallel axis theorem.
  ///
  ///     I_p = I_c + m·((d·d)·1 − d·dᵀ)        d = point − center of mass
  public func inertia(about point: Vector3) -> Matrix3 {
    let d = point - centerOfMass
    let spread = Matrix3(diagonal: Vector3(repeating: d.lengthSquared)) - Matrix3.outer(d, d)
    return inertia + spread * mass
  }

  /// Returns the mass properties of both bodies as one; overlaps count twice.
  public func combined(with other: MassProperties) -> MassProperties {
    let total = mass + other.mass
    guard total > 0 else { return self }
    let center = centerOfMass + (other.centerOfMass - centerOfMass) * (other.mass / total)
    return MassProperties(
      mass: total, centerOfMass: center,
      inertia: inertia(about: center) + other.inertia(about: center))
  }
}
