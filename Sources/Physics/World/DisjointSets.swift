/// Disjoint sets of numbers (union-find with path halving), in memory that its user owns.
///
/// The lowest number of a set is its root, so the root does not depend on the order of the unions.
package struct DisjointSets {
  private let parents: UnsafeMutablePointer<Int32>

  /// The sets that are stored in `parents`; ``reset(_:)`` makes each number a separate set.
  package init(_ parents: UnsafeMutablePointer<Int32>) { self.parents = parents }

  /// Makes each of the first `count` numbers a separate set.
  package func reset(_ count: Int) {
    for number in 0..<count { parents[number] = Int32(number) }
  }

  /// The lowest number of the set that contains a number.
  package func root(of number: Int) -> Int {
    var node = number
    while Int(parents[node]) != node {
      parents[node] = parents[Int(parents[node])]
      node = Int(parents[node])
    }
    return node
  }

  /// Unites the sets of two numbers.
  ///
  /// - Returns: The root of the union, and the root that it replaces; nil if it was one set before.
  @discardableResult
  package func unite(_ a: Int, _ b: Int) -> (root: Int, replaced: Int)? {
    let (x, y) = (root(of: a), root(of: b))
    if x == y { return nil }
    let (low, high) = (min(x, y), max(x, y))
    parents[high] = Int32(low)
    return (low, high)
  }
}
