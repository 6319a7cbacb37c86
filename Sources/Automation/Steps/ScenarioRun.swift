import CaromGherkin
import CaromMaths
import CaromSimulation

/// The execution of a scenario.
struct ScenarioRun {
  private(set) var result: ScenarioResult
  /// Whether a step did not pass; the following steps are skipped.
  private var isOver = false
  private let pickle: Pickle
  private let steps: StepDefinitions
  private let context: StepContext
  private let isCompared: Bool
  private let recorder: FrameRecorder?

  init(
    _ scenario: FeatureScenario, _ pickle: Pickle, _ runner: FeatureRunner, recordsFrames: Bool
  ) {
    result = ScenarioResult(scenario)
    self.pickle = pickle
    steps = runner.steps
    isCompared = runner.options.runsTwice
    recorder = recordsFrames ? FrameRecorder() : nil
    context = StepContext(
      pickle, loader: runner.loader, launch: Launch(seed: runner.options.seed))
    context.didBegin = { [recorder] in recorder?.begin($0) }
  }

  /// Runs hooks and steps in the order that ``HookPhase`` defines.
  mutating func run() {
    applyTags()
    let tags = pickle.tags.map(\.name)
    for hook in steps.hooks.hooks(.before, tags: tags) { add(run(hook)) }
    for step in pickle.steps {
      guard !isOver else {
        add(StepResult(step: step, title: step.keyword + step.text))
        continue
      }
      for hook in steps.hooks.hooks(.beforeStep, tags: tags) { add(run(hook)) }
      add(isOver ? StepResult(step: step, title: step.keyword + step.text) : run(step))
      for hook in steps.hooks.hooks(.afterStep, tags: tags) { add(run(hook)) }
    }
    for hook in steps.hooks.hooks(.after, tags: tags) { add(run(hook)) }
    result.seed = context.launch.seed
    guard let driver = context.current else { return }
    let session = driver.session
    session.finishRecording()
    result.game = type(of: session.game).name
    (result.ticks, result.seconds) = (session.tick, session.seconds)
    (result.hash, result.replay) = (session.hash, driver.replay)
    result.frames = recorder?.frames ?? []
    driver.onTick = nil
  }

  private mutating func add(_ step: StepResult) {
    if step.status != .passed { isOver = true }
    result.steps.append(step)
  }

  /// Applies tags such as `@seed:7` and `@game:marble-maze`.
  private mutating func applyTags() {
    var subject: String?
    for tag in pickle.tags.map(\.name) {
      let parts = tag.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      switch parts[0] {
      case "seed":
        guard let seed = UInt64(parts[1]) else {
          refuse(tag, "expected a whole number, such as @seed:7")
          continue
        }
        context.launch.seed = seed
      case "game", "scene": subject = parts[1]
      default: break
      }
    }
    guard let subject else { return }
    do { try context.begin(subject) } catch { refuse("@game:\(subject)", "\(error)") }
  }

  private mutating func refuse(_ tag: String, _ reason: String) {
    var step = StepResult(title: "the tag \(tag)")
    step.status = .failed
    step.problem = StepProblem("\(tag): \(reason)")
    add(step)
  }

  // MARK: Steps

  private func run(_ step: Pickle.Step) -> StepResult {
    var found = StepResult(step: step, title: step.keyword + step.text)
    switch steps.registry.find(step) {
    case .undefined(let snippet): found.markUndefined(snippet)
    case .ambiguous(let matches): found.markAmbiguous(step, matches)
    case .defined(let match):
      found.definition = match.definition.location
      perform(&found) { context in
        try match.definition.body(context, StepArguments(step, match.arguments))
      }
    }
    return found
  }

  private func run(_ hook: HookRegistry<StepDefinitions.HookBody>.Hook) -> StepResult {
    Self.run(hook, in: context)
  }

  /// Runs a hook.
  static func run(
    _ hook: HookRegistry<StepDefinitions.HookBody>.Hook, in context: StepContext
  ) -> StepResult {
    let name = hook.name.isEmpty ? "hook \(hook.location)" : hook.name
    var found = StepResult(title: name)
    found.definition = hook.location
    perform(&found, in: context, hook.body)
    return found
  }

  private func perform(_ found: inout StepResult, _ body: (StepContext) throws -> Void) {
    found.frameBefore = recorder?.picture(context.current)
    Self.perform(&found, in: context, body)
    if isCompared, let session = context.current?.session { found.state = session.stateLines }
    guard let recorder else { return }
    found.frameAfter = recorder.picture(context.current)
    // The first step starts the game: there is no frame before it.
    if let problem = recorder.problem { found.messages.append(problem) }
  }

  private static func perform(
    _ found: inout StepResult, in context: StepContext, _ body: (StepContext) throws -> Void
  ) {
    found.firstTick = context.current?.tick ?? 0
    do {
      try body(context)
      found.status = .passed
    } catch let pending as Pending {
      found.status = .pending
      found.problem = StepProblem(pending, context.current)
    } catch {
      found.status = .failed
      found.problem = StepProblem(error, context.current)
      if let error = error as? DriverError { found.attachments = error.attachments }
    }
    let driver = context.current
    found.lastTick = driver?.tick ?? 0
    found.hash = driver?.session.hash
    let notes = context.takeOutput()
    found.messages = notes.messages
    found.attachments += notes.attachments
  }

  // MARK: Comparison of two runs

  /// Fails the first step whose outcome differs in the second run.
  mutating func compare(with other: ScenarioRun) {
    let (mine, theirs) = (result.steps, other.result.steps)
    // Listings are long and are needed only for this comparison.
    for index in result.steps.indices { result.steps[index].state = [] }
    for index in mine.indices {
      guard index < theirs.count else { break }
      let (a, b) = (mine[index], theirs[index])
      guard a.status != b.status || a.hash != b.hash || a.lastTick != b.lastTick else { continue }
      let differences = StateDifference.between(a.state, b.state)
      let named = differences.filter { $0.subject.hasPrefix("/") || $0.subject == "game" }
      let first = (named.isEmpty ? differences : named).prefix(3).map { "\n  \($0)" }.joined()
      let count = differences.count
      var problem = StepProblem(
        """
        the two runs differ: the step ends \(Self.end(a)), and in the second run \
        \(Self.end(b))\(count == 0 ? "" : "; the first of \(count) different values:\(first)")
        """)
      (problem.tick, problem.hash) = (a.lastTick, a.hash)
      if let earlier = a.problem { problem.message += "\nin the first run: \(earlier.message)" }
      result.steps[index].status = .failed
      result.steps[index].problem = problem
      return
    }
  }

  private static func end(_ step: StepResult) -> String {
    let hash = step.hash.map { ", hash \(hexadecimal($0))" } ?? ""
    return "\(step.status.rawValue) at tick \(step.lastTick)\(hash)"
  }
}
