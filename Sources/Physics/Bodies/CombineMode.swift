public import CaromProperties

/// How the friction or the restitution of a pair of bodies is computed from the values of both.
///
/// If the bodies have different modes, the later one in this list is used, so that a mode chosen
/// explicitly takes precedence over the default. The order is that of KHR_physics_rigid_bodies.
public enum CombineMode: String, EnumName, Sendable {
  /// The product; the default, and SceneKit's rule.
  case multiply
  /// The greater value.
  case maximum
  /// The lesser value.
  case minimum
  /// The mean.
  case average

  /// The code in records; of two modes, the one with the greater code is used.
  var code: UInt32 {
    switch self {
    case .multiply: 0
    case .maximum: 1
    case .minimum: 2
    case .average: 3
    }
  }

  /// The mode of a code, or nil.
  init?(code: UInt32) {
    switch code {
    case 0: self = .multiply
    case 1: self = .maximum
    case 2: self = .minimum
    case 3: self = .average
    default: return nil
    }
  }

  /// The value of a pair with the values `a` and `b`.
  static func combine(_ a: Float, _ modeA: UInt32, _ b: Float, _ modeB: UInt32) -> Float {
    switch CombineMode(code: max(modeA, modeB)) ?? .multiply {
    case .multiply: a * b
    case .average: (a + b) * 0.5
    case .minimum: min(a, b)
    case .maximum: max(a, b)
    }
  }
}
