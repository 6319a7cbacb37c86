import CaromMaths
import CaromSimulation

/// The states from which a search explores, one for each cell.
///
/// States are added and chosen in a fixed order, so the archive is the same on any number of
/// threads.
struct SolveArchive {
  /// A state.
  struct Entry {
    var key: UInt64
    /// The number of ticks from the start of the search.
    var ticks: UInt64
    var score: Int32
    var snapshot: Snapshot
    /// The index of the input that led here.
    var trail: Int
    /// How often input was played from here.
    var visits: Int32 = 0
  }

  /// The input between two states; -1 for the initial state.
  private struct Trail {
    var parent: Int
    var events: [TimedInput]
  }

  private(set) var entries: [Entry] = []
  /// The number of cells that were reached, also those that were dropped.
  private(set) var cellCount = 0
  private var indices: [UInt64: Int] = [:]
  private var trails: [Trail] = []
  private var random: RandomStream
  /// The number of states that are kept.
  private let capacity: Int

  /// The memory for snapshots.
  private static let maximumBytes = 400_000_000
  private static let draws = 8

  /// Creates an archive that has the initial state.
  init(_ beginning: Snapshot, seed: UInt64) {
    random = RandomStream(seed: seed)
    capacity = max(64, min(40_000, Self.maximumBytes / max(1, beginning.bytes.count)))
    add(Entry(key: 0, ticks: 0, score: .min, snapshot: beginning, trail: addTrail(-1, [])))
  }

  /// Whether a state in a cell would be added.
  func isNew(_ key: UInt64, ticks: UInt64) -> Bool {
    indices[key].map { ticks < entries[$0].ticks } ?? true
  }

  /// Adds the input that leads from a state to another one; returns its index.
  mutating func addTrail(_ parent: Int, _ events: [TimedInput]) -> Int {
    trails.append(Trail(parent: parent, events: events))
    return trails.count - 1
  }

  /// Adds a state, or replaces that of its cell if it is reached in fewer ticks.
  mutating func add(_ entry: Entry) {
    if let index = indices[entry.key] {
      if entry.ticks < entries[index].ticks { entries[index] = entry }
      return
    }
    cellCount += 1
    if entries.count < capacity {
      indices[entry.key] = entries.count
      entries.append(entry)
      return
    }
    // The one that was tried most often has the least to offer.
    var worst = random.int(below: entries.count)
    for _ in 1..<Self.draws {
      let other = random.int(below: entries.count)
      if entries[other].visits > entries[worst].visits { worst = other }
    }
    indices[entries[worst].key] = nil
    indices[entry.key] = worst
    entries[worst] = entry
  }

  /// Chooses a state to explore from.
  ///
  /// - Parameter limit: The ticks from which a state is too late to be of use.
  /// - Returns: The index of the state.
  mutating func choose(before limit: UInt64) -> Int {
    // Half of the choices are among the latest quarter, where the frontier is; one in four prefers
    // the highest score.
    let isRecent = random.chance(0.5)
    let prefersScore = random.chance(0.25)
    let first = isRecent ? entries.count - max(1, entries.count / 4) : 0
    var best = first + random.int(below: entries.count - first)
    for _ in 1..<Self.draws {
      let other = first + random.int(below: entries.count - first)
      if isBetter(other, than: best, limit, prefersScore) { best = other }
    }
    entries[best].visits += 1
    return best
  }

  private func isBetter(
    _ a: Int, than b: Int, _ limit: UInt64, _ prefersScore: Bool
  ) -> Bool {
    let (a, b) = (entries[a], entries[b])
    if (a.ticks < limit) != (b.ticks < limit) { return a.ticks < limit }
    if prefersScore, a.score != b.score { return a.score > b.score }
    return a.visits < b.visits
  }

  /// All input from the initial state to the end of a trail.
  func events(to trail: Int) -> [TimedInput] {
    var parts: [[TimedInput]] = []
    var next = trail
    while next >= 0 {
      parts.append(trails[next].events)
      next = trails[next].parent
    }
    return parts.reversed().flatMap { $0 }
  }
}
