import CaromSimulation

/// The runs of a ``Fuzz`` search, in batches.
struct FuzzSearch {
  let runner: FuzzRunner
  private let pool: SessionPool
  private let runs: Int
  private let budget: UInt64
  private var corpus = InputCorpus()
  private var states: Set<UInt64> = []

  /// The greatest number of runs in a batch; like all sizes, independent of the number of threads.
  private static let largestBatch = 8
  /// The number of distinct states that are counted.
  private static let maximumStates = 1 << 20

  init(_ runner: FuzzRunner, _ pool: SessionPool, runs: Int, budget: UInt64) {
    self.runner = runner
    self.pool = pool
    (self.runs, self.budget) = (runs, budget)
  }

  /// Runs until an invariant is violated, or the runs or the budget are used.
  mutating func run(progress: (Fuzz.Progress) -> Bool) -> Fuzz.Outcome {
    var outcome = Fuzz.Outcome()
    // Small at first: most bugs are found at once.
    var batch = 2
    while outcome.runs < runs, outcome.ticks < budget, outcome.failure == nil {
      let first = outcome.runs
      let (runner, corpus) = (runner, corpus)
      let results = pool.run(min(batch, runs - first)) { index, session in
        runner.play(first + index, growingFrom: corpus, session)
      }
      for (index, result) in results.enumerated() {
        // Unfinished runs may be complete on other machines.
        if result.isCut { break }
        outcome.runs += 1
        outcome.ticks += result.ticks
        outcome.coverage.add(result.coverage)
        grow(from: result)
        if let failure = result.failure {
          (outcome.failure, outcome.found, outcome.run) = (failure, failure, first + index)
          break
        }
        if outcome.ticks >= budget { break }
      }
      batch = min(2 * batch, Self.largestBatch)
      if !progress(.searching(runs: outcome.runs)) || runner.isCancelled() {
        outcome.isInterrupted = true
        break
      }
    }
    outcome.coverage.states = states.count
    outcome.coverage.untouchedRoles = untouchedRoles(outcome.coverage)
    return outcome
  }

  /// Adds the input of a run to the corpus if it reached new states.
  private mutating func grow(from result: FuzzRunner.Result) {
    let before = states.count
    for state in result.states where states.count < Self.maximumStates { states.insert(state) }
    if states.count > before { corpus.add(result.events) }
  }

  private func untouchedRoles(_ coverage: Coverage) -> [String] {
    let touched = coverage.contacts.flatMap { $0.name.split(separator: " + ").map(String.init) }
    return pool.roles.filter { !touched.contains($0) }
  }
}
