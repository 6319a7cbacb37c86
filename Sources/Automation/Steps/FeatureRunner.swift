public import CaromContent
public import CaromGherkin
public import CaromImages
import CaromSimulation
import CaromWorkers

/// Runs scenarios, each in its own session.
///
/// A failed scenario is not retried. After the first step that does not pass, the remaining steps
/// are skipped; after-hooks always run.
public struct FeatureRunner: Sendable {
  /// The options of a run.
  public struct Options: Sendable {
    /// The seed of the random streams, unless a scenario has a tag such as `@seed:7`.
    public var seed: UInt64 = 1
    /// Whether each scenario runs twice and fails if the two runs differ.
    public var runsTwice = false
    /// Whether steps are only matched with their definitions, and nothing runs.
    public var isDryRun = false
    /// Whether the run stops after the first failure.
    public var failsFast = false
    /// Whether frames are recorded, for a report.
    public var recordsFrames = false
    /// The number of scenarios that run concurrently, 1 to 256.
    public var threads = 1
    /// The treatment of the files of golden images.
    public var goldens = GoldenMode.current
    /// Called before each step and tick, on any thread; once it returns true, nothing more runs,
    /// and the results so far are returned.
    public var isCancelled: @Sendable () -> Bool = { false }
    /// Whether the files that a scenario depends on are listed, for watching them.
    package var listsFiles = false
    /// Called with the trace of each scenario that ran, on any thread; nil records none.
    public var didTrace: (@Sendable (Trace) -> Void)?
    /// A clock of the caller, in seconds, for ``ScenarioResult/wallSeconds``; nil measures nothing.
    public var clock: (@Sendable () -> Double)?

    /// Creates the default options: one run, without frames, with seed 1.
    public init() {}
  }

  /// The step definitions and hooks.
  public let steps: StepDefinitions
  /// The loader of games and scenes.
  public let loader: SessionLoader
  /// The options of the run.
  public var options: Options

  /// Creates a runner.
  ///
  /// - Throws: An error with every invalid step definition and hook.
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

  // MARK: Runs

  /// Runs scenarios, and the hooks of the whole run around them.
  ///
  /// - Parameters:
  ///   - scenarios: The scenarios.
  ///   - report: Called for each result, in the order of the scenarios.
  /// - Returns: The results in the same order, without those skipped by ``Options/failsFast``. They
  ///   are the same for any number of threads. If ``Options/isCancelled`` stops the run, the
  ///   scenarios that did not start are at the end, without steps; they are not reported.
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
    // Batches are large enough to keep the threads busy and small enough to report results early.
    let share = pool.threads == 1 ? 1 : pool.threads * 4
    var next = 0
    running: while next < scenarios.count {
      let part = Array(scenarios[next..<min(next + share, scenarios.count)])
      next += part.count
      let slots = ResultBuffer(part.count)
      pool.run(chunks: part.count) { slots[$0] = run(part[$0]) }
      for result in slots.all {
        results.append(result)
        if result.isInterrupted, result.steps.isEmpty { continue }
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

  /// Runs the hooks of a whole run; returns a result if one of them fails.
  private func runGlobalHooks(_ phase: HookPhase, _ scenario: FeatureScenario?) -> ScenarioResult? {
    guard !options.isDryRun, let scenario, let pickle = scenario.pickle else { return nil }
    let context = StepContext(pickle, loader: loader, launch: Launch(seed: options.seed))
    var result = ScenarioResult(scenario)
    for hook in steps.hooks.hooks(phase) {
      result.steps.append(ScenarioRun.run(hook, in: context))
    }
    return result.isFailure ? result : nil
  }

  // MARK: Scenarios

  /// Runs a scenario, twice if requested.
  public func run(_ scenario: FeatureScenario) -> ScenarioResult {
    if options.isCancelled() {
      var result = ScenarioResult(scenario)
      result.isInterrupted = true
      return result
    }
    let start = options.clock?()
    var result = runUnmeasured(scenario)
    if let start, let end = options.clock?() { result.wallSeconds = end - start }
    return result
  }

  private func runUnmeasured(_ scenario: FeatureScenario) -> ScenarioResult {
    guard let pickle = scenario.pickle else {
      var result = ScenarioResult(scenario)
      result.steps = scenario.problems.map { problem in
        var step = StepResult(title: "the file cannot be parsed")
        step.status = .failed
        step.problem = StepProblem("\(scenario.path):\(problem.location): \(problem.message)")
        return step
      }
      return result
    }
    if options.isDryRun { return lookUp(scenario, pickle) }
    var first = ScenarioRun(scenario, pickle, self)
    var second = options.runsTwice ? ScenarioRun(scenario, pickle, self, isSecond: true) : nil
    first.run(with: &second)
    if let trace = first.trace { options.didTrace?(trace.trace(of: first.result)) }
    return first.result
  }

  /// Matches the steps with their definitions without running them.
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

  /// The definitions that match no step of the given scenarios.
  public func unused(in scenarios: [FeatureScenario]) -> [StepRegistry<StepDefinitions.Body>
    .Definition]
  {
    steps.registry.unused(in: scenarios.flatMap { $0.pickle?.steps ?? [] })
  }
}

extension StepResult {
  /// Sets the status of a step without a matching definition.
  mutating func markUndefined(_ snippet: String) {
    status = .undefined
    problem = StepProblem("no definition matches '\(step?.text ?? title)'")
    problem?.snippet = snippet
  }

  /// Sets the status of a step with several matching definitions.
  mutating func markAmbiguous(
    _ step: Pickle.Step, _ matches: [StepRegistry<StepDefinitions.Body>.Match]
  ) {
    status = .ambiguous
    problem = StepProblem(StepRegistry.ambiguity(step, matches))
  }
}

/// Storage for results; each thread writes its own elements.
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
