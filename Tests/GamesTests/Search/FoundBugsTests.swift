import CaromAutomation
import CaromGames
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Fuzzing finds injected bugs and shrinks the input")
struct FoundBugsTests {
  /// Expects a failure within a minute on two cores, and the same failure in its recording.
  private func expect(
    _ invariant: String, atMost events: Int, makeSession: @escaping @Sendable () throws -> Session
  ) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = try Fuzz(ticks: 3_600, runs: 2_000, threads: 2).run(makeSession: makeSession)
    let time = clock.now - start
    let failure = try #require(outcome.failure)
    let found = outcome.found?.events.count ?? 0
    print("\(failure) in \(outcome.runs) runs and \(time), shrunk from \(found) events")
    #expect(failure.invariant == invariant)
    #expect(failure.events.count <= events)
    // Measured at a few seconds on an idle machine.
    #expect(time < .seconds(180))
  }

  @Test("A stone without collision: the marble sinks into it")
  func hole() throws {
    try expect("solid", atMost: 10) {
      try Play(MarbleMaze.self) { scene in
        guard let bridge = scene.rootNode.childNode(withName: "bridge1") else { return }
        for stone in bridge.childNodes { stone.hole() }
      }.session
    }
  }

  @Test("A lost ball that costs two lives")
  func doubleLoss() throws {
    try expect("lives", atMost: 10) {
      try Session(scene: readLevel(DoubleLoss.self), game: DoubleLoss(), seed: 1)
    }
  }

  @Test("No failure is found in the shipped games", arguments: [0, 1, 2])
  func sound(index: Int) throws {
    let outcome = try Fuzz(ticks: 1_200, runs: 8).run {
      let game = GameList.all[index]
      return try Session(scene: readLevel(game), game: game.init(), seed: 1)
    }
    #expect(outcome.failure == nil, "\(outcome.failure.map { "\($0)" } ?? "")")
  }
}

extension Node {
  /// A visible stone that does not collide.
  fileprivate func hole() {
    physicsBody?.collisionBitMask = 0
    for child in childNodes { child.hole() }
  }
}
