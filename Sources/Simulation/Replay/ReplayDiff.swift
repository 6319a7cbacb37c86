import CaromMaths

/// The differences between two recordings as written, without replaying them.
public struct ReplayDiff: Hashable, Sendable, CustomStringConvertible {
  /// A difference between two recordings.
  public struct Difference: Hashable, Sendable {
    /// The subject of the difference: a member of the head, `events`, `hash` or `end`.
    public let what: String
    /// The tick of the difference; nil for the head.
    public let tick: UInt64?
    /// The value in the first recording.
    public let first: String
    /// The value in the second recording.
    public let second: String
  }

  /// The differences: those of the heads first, then the others by tick.
  public let differences: [Difference]

  /// Compares the heads, events, common checks and ends of two recordings.
  ///
  /// Only the first pair of differing hashes is reported, because later hashes depend on it.
  public init(_ a: Replay, _ b: Replay) {
    var found = Self.heads(a.head, b.head)
    var later = Self.events(a, b)
    if let hash = Self.firstHash(a, b) { later.append(hash) }
    if a.end?.tick != b.end?.tick {
      let ends = [a, b].map { $0.end.map { "tick \($0.tick)" } ?? "cut off at tick \($0.lastTick)" }
      later.append(
        Difference(
          what: "end", tick: min(a.lastTick, b.lastTick), first: ends[0], second: ends[1]))
    }
    // Sorted by tick; within a tick in the order above.
    found += later.enumerated().sorted {
      ($0.element.tick ?? 0, $0.offset) < ($1.element.tick ?? 0, $1.offset)
    }.map(\.element)
    differences = found
  }

  /// Whether the recordings are equal.
  public var isEmpty: Bool { differences.isEmpty }

  /// The differences, one per line.
  public var description: String {
    differences.map { difference in
      let prefix = difference.tick.map { "tick \($0): " } ?? ""
      return "\(prefix)\(difference.what): \(difference.first) | \(difference.second)"
    }.joined(separator: "\n")
  }

  private static func heads(_ a: ReplayHead, _ b: ReplayHead) -> [Difference] {
    func texts(_ head: ReplayHead) -> [(String, String)] {
      let launch = head.launch
      return [
        ("engine", head.engine), ("game", head.game), ("scene", head.scene),
        ("sceneHash", hexadecimal(head.sceneHash)), ("seed", "\(launch.seed)"),
        ("tickLength", "\(head.tickLength)"), ("start", "\(launch.start)"),
        (
          "arguments",
          launch.arguments.entries.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        ),
        ("storage", launch.storage.entries.map { "\($0.name)=\($0.value)" }.joined(separator: " ")),
        (
          "snapshot",
          head.snapshot.map { "tick \($0.tick), hash \(hexadecimal($0.hash))" } ?? "none"
        ),
      ]
    }
    return zip(texts(a), texts(b)).filter { $0.1 != $1.1 }.map {
      Difference(what: $0.0, tick: nil, first: $0.1, second: $1.1)
    }
  }

  private static func events(_ a: Replay, _ b: Replay) -> [Difference] {
    let (own, other) = (a.events, b.events)
    var found: [Difference] = []
    var (i, j) = (0, 0)
    while i < own.count || j < other.count {
      let tick = min(
        i < own.count ? own[i].tick : .max, j < other.count ? other[j].tick : .max)
      let (start, otherStart) = (i, j)
      while i < own.count, own[i].tick == tick { i += 1 }
      while j < other.count, other[j].tick == tick { j += 1 }
      let (left, right) = (own[start..<i], other[otherStart..<j])
      if left != right {
        found.append(
          Difference(what: "events", tick: tick, first: text(left), second: text(right)))
      }
    }
    return found
  }

  private static func text(_ events: ArraySlice<TimedInput>) -> String {
    if events.isEmpty { return "nothing" }
    return events.map(\.event.json).joined(separator: ", ")
  }

  private static func firstHash(_ a: Replay, _ b: Replay) -> Difference? {
    let checks = b.checks
    var next = 0
    for check in a.checks {
      while next < checks.count, checks[next].tick < check.tick { next += 1 }
      guard next < checks.count, checks[next].tick == check.tick,
        checks[next].hash != check.hash
      else { continue }
      let parts = check.parts.filter { part in
        checks[next].parts.contains { $0.name == part.name && $0.hash != part.hash }
      }
      let names = parts.isEmpty ? "" : " (\(parts.map(\.name).joined(separator: ", ")))"
      return Difference(
        what: "hash\(names)", tick: check.tick, first: hexadecimal(check.hash),
        second: hexadecimal(checks[next].hash))
    }
    return nil
  }
}
