public import CaromSimulation

/// Tells the state of a session at any of its ticks, as hashes and as text.
///
/// ``ReplayPrinter`` is one that plays a recording in this process; another may ask a program of
/// another build.
public protocol StatePrinter {
  /// The first tick that it can tell of.
  var firstTick: UInt64 { get }
  /// The last tick that it can tell of.
  var lastTick: UInt64 { get }

  /// The `Session.settledHash` when each of some numbers of ticks had run.
  ///
  /// - Parameter ticks: In ascending order, within ``firstTick`` and ``lastTick``.
  /// - Returns: A hash for each.
  /// - Throws: why the session cannot be played.
  mutating func hashes(at ticks: [UInt64]) throws -> [UInt64]
  /// The whole state when a number of ticks had run.
  mutating func lines(at tick: UInt64) throws -> [StateLine]
}

/// Finds the first tick at which two sessions that should be the same are not, and what differs.
///
/// First hashes every ``stride`` ticks are compared, then those of each tick between the last that
/// were the same and the first that were not, then the two states, value by value. A difference that
/// comes and goes between two of the first hashes is not seen.
///
/// ```swift
/// var (old, new) = (ReplayPrinter { try … }, ReplayPrinter { try … })
/// if let finding = try Bisect().run(&old, &new) { print(finding) }
/// ```
public struct Bisect {
  /// How many ticks lie between two of the hashes that are compared first.
  public var stride: UInt64

  /// Makes a search.
  ///
  /// - Precondition: `stride` is 1 or more.
  public init(stride: UInt64 = 64) {
    precondition(stride >= 1, "At least a tick lies between two hashes")
    self.stride = stride
  }

  /// Where two sessions part.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// How many ticks had run when they first differed.
    public let tick: UInt64
    /// The last tick known to be the same; nil where they differ from the beginning.
    public let lastSame: UInt64?
    /// What differs then, in the order of the state.
    public let differences: [StateDifference]

    /// The first node that differs, and in what.
    public var node: StateDifference? { differences.first { $0.place.hasPrefix("/") } }
    /// The first stream of random numbers that differs.
    public var random: StateDifference? { differences.first { $0.isRandom } }

    /// The whole message: the tick, the first node and stream, and what else there is.
    public var description: String {
      var lines = ["the first difference is after tick \(tick)"]
      if let lastSame { lines[0] += "; the same up to tick \(lastSame)" }
      let first = [random, node].compactMap { $0 }
      let others = differences.filter { !first.contains($0) }
      lines += (first + others.prefix(Self.most)).map { "  \($0)" }
      if others.count > Self.most { lines.append("  and \(others.count - Self.most) more") }
      return lines.joined(separator: "\n")
    }

    private static let most = 12
  }

  /// Compares two sessions over the ticks that both tell of.
  ///
  /// - Returns: Where they part, or nil where they do not.
  /// - Throws: what the tellers throw.
  public func run<A: StatePrinter, B: StatePrinter>(_ a: inout A, _ b: inout B) throws -> Finding? {
    let first = max(a.firstTick, b.firstTick)
    let last = min(a.lastTick, b.lastTick)
    guard first <= last, var tick = try firstDifference(&a, &b, first, last, stride) else {
      return nil
    }
    if tick > first, stride > 1 {
      // The tick before is the same unless it lies between two of the first hashes.
      let before = tick - first > stride ? tick - stride : first
      tick = try firstDifference(&a, &b, before + 1, tick, 1) ?? tick
    }
    let differences = StateDifference.between(try a.lines(at: tick), try b.lines(at: tick))
    return Finding(tick: tick, lastSame: tick > first ? tick - 1 : nil, differences: differences)
  }

  /// The first of every so many ticks, and the last, whose hashes differ.
  private func firstDifference<A: StatePrinter, B: StatePrinter>(
    _ a: inout A, _ b: inout B, _ first: UInt64, _ last: UInt64, _ stride: UInt64
  ) throws -> UInt64? {
    var next = first
    while true {
      // Some thousands at a time: a recording may say that it runs for ages.
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
