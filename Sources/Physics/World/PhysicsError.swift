import CaromProperties

/// The reason why a body or a joint was rejected.
public enum PhysicsError: Error, Hashable, Sendable {
  /// The shape cannot be simulated; with the problem and the accepted values.
  case invalidShape(String)
  /// A property has a value outside its range; with its name, the problem and the accepted values.
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
  /// A sentence for the user.
  public var description: String {
    switch self {
    case .invalidShape(let problem): "shape: \(problem)"
    case .invalidProperty(let name, let problem): "\(name): \(problem)"
    }
  }
}
