public import CaromProperties

/// The timing of a change: the fraction of the change after a fraction t of the duration.
public enum TimingMode: String, EnumName, Sendable {
  /// Constant speed: t.
  case linear
  /// Slow start: t².
  case easeIn
  /// Slow end: t · (2 − t).
  case easeOut
  /// Slow start and end: t² · (3 − 2t).
  case easeInEaseOut

  /// Returns the fraction of the change after a fraction of the duration; both 0 to 1.
  func share(_ t: Double) -> Double {
    switch self {
    case .linear: t
    case .easeIn: t * t
    case .easeOut: t * (2 - t)
    case .easeInEaseOut: t * t * (3 - 2 * t)
    }
  }
}

extension TimingMode {
  /// The timing of the reversed change.
  var reversed: TimingMode {
    switch self {
    case .linear: .linear
    case .easeIn: .easeOut
    case .easeOut: .easeIn
    case .easeInEaseOut: .easeInEaseOut
    }
  }
}
