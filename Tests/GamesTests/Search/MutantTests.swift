import CaromAutomation
import CaromGames
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// Bugs that a developer might write, each of which a search must find.
///
/// Symptom: seven of twelve such bugs were not found, and a ball 726 m outside of the court was
/// inside of it.
///
/// Cause: drawn geometry bounded the scene, the games had no invariants of their own, and random
/// input hardly ever reached what was broken.
@Suite("Mutants of Marble Maze and Brick Breaker")
struct MutantTests {
  /// The bugs that are searched for: a sample, or all under `TIER=full`.
  static let mutants = Mutant.all.enumerated().filter { isFullTier || $0.offset % 3 == 0 }
    .map(\.element)

  /// The search that must suffice: its ticks take less than a minute on two cores.
  private static func search(_ mutant: Mutant, seed: UInt64 = 1) -> Fuzz {
    Fuzz(ticks: mutant.ticks, runs: 40, seed: seed, threads: 2, shrinking: 0)
  }

  @Test("There are at least twenty mutants of the two games")
  func enough() {
    #expect(Mutant.all.count >= 40)
    for game in [BrickBreaker.name, MarbleMaze.name] {
      #expect(Mutant.all.count { $0.game.name == game } >= 20)
    }
  }

  @Test("A search finds the bug", arguments: mutants)
  func found(mutant: Mutant) throws {
    try inFolder(of: mutant) { folder in
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = try Self.search(mutant).run { try mutant.session(in: folder) }
      let seconds = ((clock.now - start) / .seconds(1) * 100).rounded() / 100
      let failure = try #require(outcome.failure, "\(mutant.name): \(outcome.coverage)")
      print(
        "mutant: \(mutant.game.name): \(mutant.name): \(failure.invariant) in run "
          + "\(outcome.run ?? -1), \(outcome.ticks) ticks, \(seconds) s: \(failure.message)")
      #expect(mutant.invariants.contains(failure.invariant), "\(failure)")
      #expect(seconds < 60)
    }
  }

  /// The games without bugs, and the seeds of the searches.
  static let sound = [
    Mutant(name: "Brick Breaker", game: BrickBreaker.self, invariants: []),
    Mutant(name: "Marble Maze", game: MarbleMaze.self, invariants: []), Mutant.mazeWithGoal,
  ]

  @Test("The same search finds nothing in the games as they are", arguments: sound)
  func nothing(game: Mutant) throws {
    try inFolder(of: game) { folder in
      for seed in isFullTier ? UInt64(1)...5 : 1...1 {
        var search = Self.search(game, seed: seed)
        if !isFullTier { search.runs = 8 }
        let outcome = try search.run { try game.session(in: folder, seed: seed) }
        let found = outcome.failure.map { "\($0)" } ?? ""
        #expect(found.isEmpty, "\(game.name), seed \(seed): \(found)")
        print(
          "\(game.name), seed \(seed): \(outcome.ticks) ticks, \(outcome.coverage.states) states")
      }
    }
  }

  /// Writes the scenes of a mutant to a temporary folder while a closure runs.
  private func inFolder(of mutant: Mutant, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "carom-mutant-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try mutant.write(to: folder)
    try body(folder)
  }
}
