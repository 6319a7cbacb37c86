public import CaromProperties

/// The kind of a body, which determines how it moves.
public enum BodyKind: String, EnumName, Sendable {
  /// Moved by forces, gravity and contacts.
  case dynamic
  /// Does not move; has infinite mass.
  case `static`
  /// Moved by the game, by its velocity or a target; has infinite mass.
  case kinematic

  /// The code in records and in the broad phase.
  var code: UInt32 {
    switch self {
    case .static: 0
    case .kinematic: 1
    case .dynamic: 2
    }
  }

  /// The kind of a code, or nil.
  init?(code: UInt32) {
    switch code {
    case 0: self = .static
    case 1: self = .kinematic
    case 2: self = .dynamic
    default: return nil
    }
  }
}
