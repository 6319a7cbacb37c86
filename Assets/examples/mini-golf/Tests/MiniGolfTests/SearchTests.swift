import Carom
import CaromAutomation
import MiniGolfKit
import Testing

@Suite("Search")
struct SearchTests {
  @Test("Random input violates no invariant, and every snapshot continues in the same way")
  func search() throws {
    let invariants = Invariant.all + MiniGolf.invariants
    let search = Fuzz(ticks: 1_200, runs: 8, invariants: invariants, heavy: 300)
    let outcome = try search.run { try PackageFiles.loader().load(MiniGolf.name).session }
    #expect(outcome.runs == 8)
    #expect(outcome.failure == nil)
  }
}
