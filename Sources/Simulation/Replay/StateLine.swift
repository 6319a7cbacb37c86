/// A value of the state of a session as text, for comparing two sessions.
public struct StateLine: Hashable, Sendable {
  /// The owner of the value: `session`, `random`, `input`, `game`, `scene`, `physics`, or a node
  /// path.
  public var subject: String
  /// The name of the value: a declared property such as `physics.velocity`, or a random stream.
  public var property: String
  /// The value in the format of files; floats have the fewest digits that preserve their bits.
  public var value: String

  /// Creates a line.
  public init(subject: String, property: String, value: String) {
    self.subject = subject
    self.property = property
    self.value = value
  }
}

/// A value that differs between two sessions.
public struct StateDifference: Hashable, Sendable, CustomStringConvertible {
  /// The owner of the value; see ``StateLine/subject``.
  public let subject: String
  /// The name of the value; see ``StateLine/property``.
  public let property: String
  /// The value in the first session; nil if it has no such value.
  public let first: String?
  /// The value in the second session; nil if it has no such value.
  public let second: String?

  /// Whether the value is a stream of random numbers.
  public var isRandom: Bool { subject == "random" }

  /// The message.
  public var description: String {
    "\(subject) \(property): \(first ?? "nothing") | \(second ?? "nothing")"
  }

  /// The differences between two states, in the order of their lines.
  ///
  /// Hashes of undeclared state (``StateLine/remainder``) are omitted if another value of the same
  /// subject differs.
  public static func between(_ a: [StateLine], _ b: [StateLine]) -> [StateDifference] {
    func key(_ line: StateLine) -> Key { Key(subject: line.subject, property: line.property) }
    let others = Dictionary(b.map { (key($0), $0.value) }, uniquingKeysWith: { a, _ in a })
    let known = Set(a.map(key))
    var found: [StateDifference] = []
    for line in a where others[key(line)] != line.value {
      found.append(
        StateDifference(
          subject: line.subject, property: line.property, first: line.value,
          second: others[key(line)]))
    }
    for line in b where !known.contains(key(line)) {
      found.append(
        StateDifference(
          subject: line.subject, property: line.property, first: nil, second: line.value))
    }
    let explained = Set(found.filter { $0.property != StateLine.remainder }.map(\.subject))
    return found.filter { $0.property != StateLine.remainder || !explained.contains($0.subject) }
  }

  private struct Key: Hashable {
    var subject: String
    var property: String
  }
}

extension StateLine {
  /// The property name of a line that hashes the complete state of a subject, including undeclared
  /// state.
  public static let remainder = "…"
}
