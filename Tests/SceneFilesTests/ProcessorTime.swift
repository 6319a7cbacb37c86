import Foundation

/// The least processor time of five runs, in seconds.
func processorTime(_ body: () throws -> Void) rethrows -> Double {
  var best = Double.infinity
  for _ in 0..<5 {
    let start = clock()
    try body()
    best = min(best, Double(clock() - start) / Double(CLOCKS_PER_SEC))
  }
  return best
}
