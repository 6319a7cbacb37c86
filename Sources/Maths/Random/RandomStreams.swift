/// Named random streams from one seed.
///
/// A stream depends only on the seed and its name, so draws from one stream never affect another,
/// nor does the order of first use. Use one name for each purpose:
///
///     session.random["bonus"].int(below: 6)
///
/// Names are compared by the bytes of their UTF-8 encoding.
public struct RandomStreams: Equatable, Sendable {
  /// One stream with its name.
  public struct Entry: Equatable, Sendable {
    /// The name of the stream.
    public let name: String
    /// The stream in its current state.
    public var stream: RandomStream

    /// Creates an entry from a name and a stream.
    public init(name: String, stream: RandomStream) {
      self.name = name
      self.stream = stream
    }
  }

  /// The seed of all streams.
  public let seed: UInt64
  /// The streams in use, in the order of their names' bytes.
  public private(set) var entries: [Entry] = []

  /// Creates the streams of a seed, none of which is in use.
  public init(seed: UInt64) { self.seed = seed }

  /// Creates the streams of a seed from saved ``entries`` in any order; the last of equal names
  /// counts.
  public init(seed: UInt64, entries: [Entry]) {
    self.init(seed: seed)
    for entry in entries { self[entry.name] = entry.stream }
  }

  /// The stream with a name, in its first state when it is not in use.
  ///
  /// Reading creates no entry; drawing and assigning do.
  ///
  /// - Complexity: O(log n) comparisons for n streams in use.
  public subscript(name: String) -> RandomStream {
    get {
      let (index, isFound) = search(name)
      return isFound ? entries[index].stream : fresh(name)
    }
    _modify {
      let (index, isFound) = search(name)
      if !isFound { entries.insert(Entry(name: name, stream: fresh(name)), at: index) }
      yield &entries[index].stream
    }
  }

  /// The stream with a name before its first draw.
  private func fresh(_ name: String) -> RandomStream {
    var hash = StateHash(seed: seed)
    hash.combine(bytes: name.utf8)
    return RandomStream(seed: hash.value)
  }

  /// The index of a name, or the index at which to insert it.
  private func search(_ name: String) -> (index: Int, isFound: Bool) {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].name.utf8.lexicographicallyPrecedes(name.utf8) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return (low, low < entries.count && entries[low].name.utf8.elementsEqual(name.utf8))
  }
}
