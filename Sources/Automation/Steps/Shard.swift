/// One of several parts of a list of scenarios, for running them on several machines.
///
/// The scenarios are dealt in order, one to each shard in turn. Each scenario is in exactly one
/// shard, the sizes of two shards differ by at most one, and the scenarios of a long file are
/// spread over all shards. The same list always has the same shards.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The number of this shard, from 1.
  public let number: Int
  /// The number of shards.
  public let count: Int

  /// Creates a shard; nil if `number` is not in 1 to `count`.
  public init?(_ number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Parses `2/4`, the second of four shards; nil for other text.
  public init?(parsing text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]) else {
      return nil
    }
    self.init(number, of: count)
  }

  /// The number and the count, such as `2/4`.
  public var description: String { "\(number)/\(count)" }

  /// The elements of a list that belong to the shard, in order.
  public func part<Element>(of list: [Element]) -> [Element] {
    stride(from: number - 1, to: list.count, by: count).map { list[$0] }
  }
}
