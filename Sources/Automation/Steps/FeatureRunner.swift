public import CaromContent
public import CaromGherkin
import CaromSimulation
import CaromWorkers

/// Runs scenarios: each in a session of its own, with the code that its steps mean.
///
/// Nothing is run a second time because it failed. After the first step that does not pass the rest are
/// skipped; hooks that come after run always.
public struct FeatureRunner: Sendable {
  /// How scenarios are run.
  public struct Options: Sendable {
    /// What all chance comes from, unless a scenario has the tag `@seed:7`.
    public var seed: UInt64 = 1
    /// Whether each scenario is run twice, and fails where it differs from itself.
    public var runsTwice = false
    /// Whether nothing is run: steps are only looked up.
    public var isDryRun = false
    /// Whether nothing more is run after the first that fails.
    public var failsFast = false
    /// Whether pictures are kept, for a report.
    public var recordsFrames = false
    /// How many scenarios run side by side; 1 to 256.
    public var threads = 1

    /// Runs everything once, without pictures, with seed 1.
    public init() {}
  }

  /// The step definitions and hooks.
  public let steps: StepDefinitions
  /// What loads games and scenes.
  public let loader: SessionLoader
  /// How scenarios are run.
  public var options: Options

  /// Makes a runner.
  ///
  /// - Throws: everything that is wrong with step definitions and hooks.
  public init(
    _ steps: StepDefinitions, loader: SessionLoader, options: Options = Options()
  ) throws(StepError) {
    guard steps.problems.isEmpty else {
      throw StepError(steps.problems.joined(separator: "\n"))
    }
    self.steps = steps
    self.loader = loader
    self.options = options
  }

  // MARK: All

  /// Runs scenarios, and the hooks of the whole run around them.
  ///
  /// - Parameters:
  ///   - scenarios: What is run.
  ///   - report: Called for each result in the order of the scenarios.
  /// - Returns: The results in the same order; those that were not run for failing fast are missing.
  ///   They are the same for any number of threads.
  @discardableResult
  public func run(
    _ scenarios: [FeatureScenario], report: (ScenarioResult) -> Void = { _ in }
  ) -> [ScenarioResult] {
    var results: [ScenarioResult] = []
    if let failed = runGlobalHooks(.beforeAll, scenarios.first { $0.pickle != nil }) {
      report(failed)
      return [failed]
    }
    let pool = WorkerPool(threads: max(1, min(256, options.threads)))
    // As many at a time as keep the threads busy, and few enough to be told soon.
    let share = pool.threads == 1 ? 1 : pool.threads * 4
    var next = 0
    running: while next < scenarios.count {
      let part = Array(scenarios[next..<min(next + share, scenarios.count)])
      next += part.count
      let slots = ResultBuffer(part.count)
      pool.run(chunks: part.count) { slots[$0] = run(part[$0]) }
      for result in slots.all {
        results.append(result)
        report(result)
        if result.isFailure, options.failsFast { break running }
      }
    }
    if let failed = runGlobalHooks(.afterAll, scenarios.last { $0.pickle != nil }) {
      report(failed)
      results.append(failed)
    }
    return results
  }

  /// Runs the hooks of a whole run; the result is that of a scenario if one failed.
  private func runGlobalHooks(_ phase: HookPhase, _ scenario: FeatureScenario?) -> ScenarioResult? {
    guard !options.isDryRun, let scenario, let pickle = scenario.pickle else { return nil }
    let context = StepContext(pickle, loader: loader, launch: Launch(seed: options.seed))
    var result = ScenarioResult(scenario)
    for hook in steps.hooks.hooks(phase) {
      result.steps.append(ScenarioRun.run(hook, in: context))
    }
    return result.isFailure ? result : nil
  }

  // MARK: One

  /// Runs a scenario, twice if that is asked for.
  public func run(_ scenario: FeatureScenario) -> ScenarioResult {
    guard let pickle = scenario.pickle else {
      var result = ScenarioResult(scenario)
      result.steps = scenario.problems.map { problem in
        var step = StepResult(title: "the file cannot be read")
        step.status = .failed
        step.problem = StepProblem("\(scenario.path):\(problem.location): \(problem.message)")
        return step
      }
      return result
    }
    if options.isDryRun { return lookUp(scenario, pickle) }
    var first = ScenarioRun(scenario, pickle, self, recordsFrames: options.recordsFrames)
    first.run()
    guard options.runsTwice else { return first.result }
    var second = ScenarioRun(scenario, pickle, self, recordsFrames: false)
    second.run()
    first.compare(with: second)
    return first.result
  }

  /// Looks the steps up and runs none.
  private func lookUp(_ scenario: FeatureScenario, _ pickle: Pickle) -> ScenarioResult {
    var result = ScenarioResult(scenario)
    for step in pickle.steps {
      var found = StepResult(step: step, title: step.keyword + step.text)
      switch steps.registry.find(step) {
      case .defined(let match): found.definition = match.definition.location
      case .undefined(let snippet): found.markUndefined(snippet)
      case .ambiguous(let matches): found.markAmbiguous(step, matches)
      }
      result.steps.append(found)
    }
    return result
  }

  /// The definitions that no step of some scenarios means.
  public func unused(in scenarios: [FeatureScenario]) -> [StepRegistry<StepDefinitions.Body>
    .Definition]
  {
    steps.registry.unused(in: scenarios.flatMap { $0.pickle?.steps ?? [] })
  }
}

extension StepResult {
  /// Notes that nothing defines the step.
  mutating func markUndefined(_ snippet: String) {
    status = .undefined
    problem = StepProblem("no step is defined for '\(step?.text ?? title)'")
    problem?.snippet = snippet
  }

  /// Notes that several definitions match the step.
  mutating func markAmbiguous(
    _ step: Pickle.Step, _ matches: [StepRegistry<StepDefinitions.Body>.Match]
  ) {
    status = .ambiguous
    problem = StepProblem(StepRegistry.ambiguity(step, matches))
  }
}

/// ScenarioIndex for results that threads write, each to its own.
private final class ResultBuffer: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<ScenarioResult?>

  init(_ count: Int) {
    storage = .allocate(capacity: count)
    storage.initialize(repeating: nil)
  }

  deinit {
    storage.deinitialize()
    storage.deallocate()
  }

  subscript(_ index: Int) -> ScenarioResult? {
    get { storage[index] }
    set { storage[index] = newValue }
  }

  var all: [ScenarioResult] { storage.compactMap { $0 } }
}
