import CaromProperties

/// Why a body or a joint was refused.
public enum PhysicsError: Error, Hashable, Sendable {
  /// The shape cannot be simulated; says what is wrong and what is accepted.
  case invalidShape(String)
  /// A property has a value outside its range; names it and says what is accepted.
  case invalidProperty(String, problem: String)
}

extension PhysicsError {
  /// The error of the first property outside its declared range; nil if there is none.
  init?(invalidPropertyOf record: some Record) {
    if let found = record.invalidProperty {
      self = .invalidProperty(found.key, problem: found.problem)
    } else {
      return nil
    }
  }
}

extension PhysicsError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .invalidShape(let problem): "shape: \(problem)"
    case .invalidProperty(let name, let problem): "\(name): \(problem)"
    }
  }
}
