import Foundation

/// The minimum processor time of several runs, in seconds.
func processorTime(rounds: Int = 5, _ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<rounds {
    let start = clock()
    try body()
    best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }
  return best
}
