/// What moves a body.
public enum BodyKind: UInt32, Sendable, CaseIterable {
  /// Nothing: it stays where it is put, and pushes others away as if it had infinite mass.
  case `static` = 0
  /// The game: it moves with its velocity or to a target, and nothing pushes it.
  case kinematic = 1
  /// The simulation: forces, gravity and contacts.
  case dynamic = 2
}

/// How the friction or the restitution of two touching bodies becomes that of the pair.
///
/// Where the two bodies differ, the one later in this list decides, so that a mode chosen on purpose
/// wins over the default.
public enum CombineMode: UInt32, Sendable, CaseIterable {
  /// The product of both; the default, and SceneKit's rule.
  case multiply = 0
  /// The mean of both.
  case average = 1
  /// The lesser of both.
  case minimum = 2
  /// The greater of both.
  case maximum = 3

  /// The value for a pair whose bodies ask for `a` and `b`.
  static func combine(_ a: Float, _ modeA: UInt32, _ b: Float, _ modeB: UInt32) -> Float {
    switch CombineMode(rawValue: max(modeA, modeB)) ?? .multiply {
    case .multiply: a * b
    case .average: (a + b) * 0.5
    case .minimum: min(a, b)
    case .maximum: max(a, b)
    }
  }
}
