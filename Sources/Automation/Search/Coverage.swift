/// What the runs of a search covered.
///
/// Every list is in the order of the names, and the same on any number of threads.
public struct Coverage: Hashable, Sendable {
  /// A name and how often it occurred.
  public struct Count: Hashable, Sendable {
    /// The name.
    public var name: String
    /// How often.
    public var count: UInt64
  }

  /// The levels and the number of ticks in each; empty for a scene that is not a level.
  public internal(set) var levels: [Count] = []
  /// The phases of the game and the number of ticks in each.
  public internal(set) var phases: [Count] = []
  /// The pairs of roles that began to touch, such as `ball + brick`, and how often.
  ///
  /// Only contacts that are reported to the game count. A body without a role of its own or of an
  /// ancestor is called `plain body`.
  public internal(set) var contacts: [Count] = []
  /// The roles in the scene that were in none of these contacts.
  public internal(set) var untouchedRoles: [String] = []
  /// The inputs that were sent, such as `press space`, and how often.
  public internal(set) var inputs: [Count] = []
  /// The kinds of players and the number of runs of each.
  public internal(set) var players: [Count] = []
  /// The number of distinct states, seen coarsely: the level, the phase, the lives, the magnitude
  /// of the score and the cell of each of the first dynamic bodies in a grid.
  public internal(set) var states = 0

  /// Adds what another run covered, except the states, which are counted once for all runs.
  mutating func add(_ other: Coverage) {
    for count in other.levels { Self.add(count.count, of: count.name, to: &levels) }
    for count in other.phases { Self.add(count.count, of: count.name, to: &phases) }
    for count in other.contacts { Self.add(count.count, of: count.name, to: &contacts) }
    for count in other.inputs { Self.add(count.count, of: count.name, to: &inputs) }
    for count in other.players { Self.add(count.count, of: count.name, to: &players) }
  }

  /// Adds to the count of a name, which is inserted at its place if it is new.
  static func add(_ count: UInt64, of name: String, to counts: inout [Count]) {
    let index = counts.firstIndex { $0.name >= name } ?? counts.count
    if index < counts.count, counts[index].name == name {
      counts[index].count += count
    } else {
      counts.insert(Count(name: name, count: count), at: index)
    }
  }
}
