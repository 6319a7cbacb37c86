/// One value of the state of a session, as text: what two sessions are compared by where they differ.
public struct StateLine: Hashable, Sendable {
  /// Where it is: `session`, `random`, `input`, `game`, `scene`, `physics`, or the path of a node.
  public var subject: String
  /// Which value: a declared property such as `physics.velocity`, or the name of a random stream.
  public var property: String
  /// The value, as files have it: numbers are the shortest that read back as the same bits.
  public var value: String

  /// Puts a line together.
  public init(subject: String, property: String, value: String) {
    self.subject = subject
    self.property = property
    self.value = value
  }
}

/// A value that two sessions have differently.
public struct StateDifference: Hashable, Sendable, CustomStringConvertible {
  /// Where it is, as ``StateLine/subject``.
  public let subject: String
  /// Which value it is, as ``StateLine/property``.
  public let property: String
  /// What the first has; nil where it has no such thing.
  public let first: String?
  /// What the second has; nil where it has no such thing.
  public let second: String?

  /// Whether it is a stream of random numbers.
  public var isRandom: Bool { subject == "random" }

  /// The whole message.
  public var description: String {
    "\(subject) \(property): \(first ?? "nothing") | \(second ?? "nothing")"
  }

  /// What differs between two states, in the order of their lines.
  ///
  /// Hashes of what has no value of its own (`…`) are left out where a value of the same subject tells.
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
    let told = Set(found.filter { $0.property != StateLine.remainder }.map(\.subject))
    return found.filter { $0.property != StateLine.remainder || !told.contains($0.subject) }
  }

  private struct Key: Hashable {
    var subject: String
    var property: String
  }
}

extension StateLine {
  /// The property of a line that hashes all of a subject, with what no other line tells.
  public static let remainder = "…"
}
