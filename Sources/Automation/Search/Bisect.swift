public import CaromSimulation

/// A source of state hashes and state listings of a session at any of its ticks.
///
/// ``ReplayPrinter`` plays a recording in this process; other implementations may run another build
/// of the program.
public protocol StatePrinter {
  /// The first tick with a known state.
  var firstTick: UInt64 { get }
  /// The last tick with a known state.
  var lastTick: UInt64 { get }

  /// The values of `Session.replayHash` after given numbers of ticks.
  ///
  /// - Parameter ticks: Ticks in ascending order, from ``firstTick`` to ``lastTick``.
  /// - Returns: One hash for each tick.
  /// - Throws: An error if the session cannot be played.
  mutating func hashes(at ticks: [UInt64]) throws -> [UInt64]
  /// The listing of the whole state after a number of ticks.
  mutating func lines(at tick: UInt64) throws -> [StateLine]
}

/// Finds the first tick at which two sessions differ, and the values that differ.
///
/// First the hashes every ``stride`` ticks are compared, then those of each tick in the first
/// interval with a difference, then the two states, value by value. A difference that appears and
/// disappears within one interval of the first pass is not detected.
///
/// ```swift
/// var (old, new) = (ReplayPrinter(oldRun), ReplayPrinter(newRun))
/// if let finding = try Bisect().run(&old, &new) { print(finding) }
/// ```
public struct Bisect {
  /// The number of ticks between the hashes of the first pass.
  public var stride: UInt64

  /// Creates a search.
  ///
  /// - Precondition: `stride` is 1 or more.
  public init(stride: UInt64 = 64) {
    precondition(stride >= 1, "the stride is at least one tick")
    self.stride = stride
  }

  /// The first difference between two sessions.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The number of ticks that had run when the sessions first differed.
    public let tick: UInt64
    /// The last tick with equal states; nil if the sessions differ from the start.
    public let lastMatchingTick: UInt64?
    /// The values that differ, in the order of the state listing.
    public let differences: [StateDifference]

    /// The first difference in a node.
    public var node: StateDifference? { differences.first { $0.subject.hasPrefix("/") } }
    /// The first difference in a stream of random numbers.
    public var random: StateDifference? { differences.first { $0.isRandom } }

    /// The whole message: the tick, the first node and random stream, and further differences.
    public var description: String {
      var lines = ["the first difference is after tick \(tick)"]
      if let lastMatchingTick { lines[0] += "; the same up to tick \(lastMatchingTick)" }
      let first = [random, node].compactMap { $0 }
      let others = differences.filter { !first.contains($0) }
      lines += (first + others.prefix(Self.maximumListed)).map { "  \($0)" }
      if others.count > Self.maximumListed {
        lines.append("  and \(others.count - Self.maximumListed) more")
      }
      return lines.joined(separator: "\n")
    }

    private static let maximumListed = 12
  }

  /// Compares two sessions over the ticks that both cover.
  ///
  /// - Returns: The first difference, or nil if there is none.
  /// - Throws: The errors of the two sources.
  public func run<A: StatePrinter, B: StatePrinter>(_ a: inout A, _ b: inout B) throws -> Finding? {
    let first = max(a.firstTick, b.firstTick)
    let last = min(a.lastTick, b.lastTick)
    guard first <= last, var tick = try firstDifference(&a, &b, first, last, stride) else {
      return nil
    }
    if tick > first, stride > 1 {
      // The tick before is known to be equal unless it lies inside the interval.
      let before = tick - first > stride ? tick - stride : first
      tick = try firstDifference(&a, &b, before + 1, tick, 1) ?? tick
    }
    let differences = StateDifference.between(try a.lines(at: tick), try b.lines(at: tick))
    return Finding(
      tick: tick, lastMatchingTick: tick > first ? tick - 1 : nil, differences: differences)
  }

  /// The first tick with different hashes among every `stride`-th tick and the last one.
  private func firstDifference<A: StatePrinter, B: StatePrinter>(
    _ a: inout A, _ b: inout B, _ first: UInt64, _ last: UInt64, _ stride: UInt64
  ) throws -> UInt64? {
    var next = first
    while true {
      // Ticks are processed in batches: a recording may claim to be extremely long.
      var ticks: [UInt64] = []
      while ticks.count < 4_096, ticks.last != last {
        ticks.append(next)
        next = last - next > stride ? next + stride : last
      }
      let (own, other) = (try a.hashes(at: ticks), try b.hashes(at: ticks))
      for (tick, hashes) in zip(ticks, zip(own, other)) where hashes.0 != hashes.1 { return tick }
      if ticks.last == last { return nil }
    }
  }
}
