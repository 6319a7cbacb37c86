/// Random streams by name, all from one seed.
///
/// A stream depends on the seed and its name alone, so drawing from one never changes another, and
/// neither does the order in which they are first used. Name one for each purpose:
///
///     session.random["bonus"].int(below: 6)
///
/// Names are compared byte by byte in UTF-8.
public struct RandomStreams: Equatable, Sendable {
  /// One stream with its name.
  public struct Entry: Equatable, Sendable {
    /// The name that the stream is asked for by.
    public let name: String
    /// The stream where it stands.
    public var stream: RandomStream

    /// Puts a name and a stream together.
    public init(name: String, stream: RandomStream) {
      self.name = name
      self.stream = stream
    }
  }

  /// What all streams are made from.
  public let seed: UInt64
  /// The streams that were used, in the order of their names' bytes.
  public private(set) var entries: [Entry] = []

  /// Makes all streams of a seed; none has been used yet.
  public init(seed: UInt64) { self.seed = seed }

  /// Makes the streams of a seed as saved in ``entries``, in any order; of two equal names the last
  /// counts.
  public init(seed: UInt64, entries: [Entry]) {
    self.init(seed: seed)
    for entry in entries { self[entry.name] = entry.stream }
  }

  /// The stream of a name, in its first state when it was never used.
  ///
  /// Reading makes no entry; drawing or assigning does.
  ///
  /// - Complexity: O(log n) comparisons for n used streams.
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

  /// The stream of a name before its first draw.
  private func fresh(_ name: String) -> RandomStream {
    var hash = StateHash(seed: seed)
    hash.combine(bytes: name.utf8)
    return RandomStream(seed: hash.value)
  }

  /// Where a name stands, or where it would be inserted.
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
