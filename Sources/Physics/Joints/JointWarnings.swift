import CaromProperties

/// Finds the parameters of motors and springs that have no effect.
struct JointWarnings {
  private(set) var found: [PropertyWarning] = []

  /// Adds the speed and the damping of a motor without a maximum force or torque, whose key is
  /// `strength`.
  mutating func motor(
    _ speed: Float, _ key: String, maximum: Float, _ strength: String, _ quantity: String,
    damping: Float = 0
  ) {
    guard maximum == 0 else { return }
    for key in [speed != 0 ? key : nil, damping != 0 ? "motorDamping" : nil].compactMap(\.self) {
      found.append(
        PropertyWarning(
          key,
          "the motor has no effect, because its maximum \(quantity) is 0; \"\(strength)\" above 0 is "
            + "accepted"))
    }
  }

  /// Adds the parameters of a spring whose frequency is 0.
  ///
  /// - Parameters:
  ///   - frequency: The frequency, and its key.
  ///   - others: The other parameters: whether each differs from its default, and its key.
  mutating func spring(_ frequency: (Float, String), _ others: [(isSet: Bool, key: String)]) {
    guard frequency.0 == 0 else { return }
    for other in others where other.isSet {
      found.append(
        PropertyWarning(
          other.key,
          "there is no spring, because its frequency is 0; \"\(frequency.1)\" above 0 is accepted"))
    }
  }

  /// Adds parameters of an axis that is locked, or its limits if it is free.
  mutating func motion(
    _ motion: JointAxisMotion, limits: [(isSet: Bool, key: String)],
    drives: [(isSet: Bool, key: String)]
  ) {
    let idle: [(isSet: Bool, key: String)]
    let accepted: String
    switch motion {
    case .locked: (idle, accepted) = (limits + drives, "\"limited\" or \"free\"")
    case .free: (idle, accepted) = (limits, "\"limited\"")
    case .limited: return
    }
    for other in idle where other.isSet {
      found.append(
        PropertyWarning(
          other.key,
          "the axis is \(motion.rawValue), so this has no effect; \"motion\": \(accepted) is accepted"
        ))
    }
  }
}

extension JointKind {
  /// The parameters that have no effect, with paths that start at the key of the kind.
  public var warnings: [PropertyWarning] {
    joint.warnings.map { $0.inside(type(of: joint).key) }
  }
}
