import CaromContent
import CaromGherkin
import CaromMaths
import CaromSimulation

/// The execution of a scenario.
struct ScenarioRun {
  private(set) var result: ScenarioResult
  /// Whether a step did not pass; the following steps are skipped.
  private var isOver = false
  /// The number of results that were compared with those of a second run.
  private var compared = 0
  private let pickle: Pickle
  private let steps: StepDefinitions
  private let context: StepContext
  private let recorder: FrameRecorder?
  private let isCancelled: @Sendable () -> Bool
  private let listsFiles: Bool
  /// Records every tick, if traces are wanted.
  let trace: TraceRecorder?

  init(
    _ scenario: FeatureScenario, _ pickle: Pickle, _ runner: FeatureRunner, isSecond: Bool = false
  ) {
    let recordsFrames = runner.options.recordsFrames && !isSecond
    result = ScenarioResult(scenario)
    self.pickle = pickle
    steps = runner.steps
    isCancelled = runner.options.isCancelled
    listsFiles = runner.options.listsFiles
    recorder = recordsFrames ? FrameRecorder() : nil
    trace = runner.options.didTrace == nil || isSecond ? nil : TraceRecorder()
    context = StepContext(
      pickle, loader: runner.loader, launch: Launch(seed: runner.options.seed))
    context.goldens = runner.options.goldens
    context.didBegin = { [recorder, trace, isCancelled] driver in
      driver.isCancelled = isCancelled
      recorder?.begin(driver)
      trace?.begin(driver, after: driver.onTick)
    }
  }

  /// Runs hooks and steps in the order that ``HookPhase`` defines.
  mutating func run() {
    var none: ScenarioRun?
    run(with: &none)
  }

  /// Runs the scenario together with a second run of it, and fails the first step whose outcome
  /// differs.
  ///
  /// Both runs execute each step in turn, so only two hashes are compared after each step. At the
  /// first difference, the states are listed and the second run ends.
  mutating func run(with other: inout ScenarioRun?) {
    begin()
    other?.begin()
    compare(&other)
    for step in pickle.steps {
      advance(step)
      other?.advance(step)
      compare(&other)
    }
    end()
    other?.end()
    compare(&other)
  }

  private mutating func begin() {
    applyTags()
    for hook in steps.hooks.hooks(.before, tags: tags) { add(run(hook)) }
  }

  private var tags: [String] { pickle.tags.map(\.name) }

  private mutating func advance(_ step: Pickle.Step) {
    if !isOver, isCancelled() { interrupt() }
    guard !isOver else { return add(StepResult(step: step, title: step.keyword + step.text)) }
    for hook in steps.hooks.hooks(.beforeStep, tags: tags) { add(run(hook)) }
    add(isOver ? StepResult(step: step, title: step.keyword + step.text) : run(step))
    for hook in steps.hooks.hooks(.afterStep, tags: tags) { add(run(hook)) }
  }

  private mutating func end() {
    for hook in steps.hooks.hooks(.after, tags: tags) { add(run(hook)) }
    result.seed = context.launch.seed
    if listsFiles { result.files = files }
    guard let driver = context.current else { return }
    let session = driver.session
    session.finishRecording()
    result.game = type(of: session.game).name
    (result.ticks, result.seconds) = (session.tick, session.seconds)
    // As in its recording: a key that is let go in a tick that never runs is not counted.
    (result.hash, result.replay) = (session.replayHash, driver.replay)
    result.frames = recorder?.frames ?? []
    result.sceneProblems = context.loaded?.runtimeProblems ?? []
    trace?.end(driver)
    driver.onTick = nil
    driver.isCancelled = nil
  }

  /// The files that the scenario depends on; nil if its game could not be loaded.
  private var files: ScenarioResult.Files? {
    guard let driver = context.current else { return result.isFailure ? nil : .init() }
    var files = ScenarioResult.Files(goldens: driver.goldenFiles)
    if let loaded = context.loaded { files.read = loaded.sceneFiles + loaded.imageFiles }
    return files
  }

  private mutating func interrupt() {
    isOver = true
    result.isInterrupted = true
  }

  private mutating func add(_ step: StepResult) {
    var step = step
    if step.status != .passed { isOver = true }
    // A step with skipped ticks neither passed nor failed.
    if context.current?.isCut ?? false, !result.isInterrupted {
      interrupt()
      step.status = .skipped
      step.problem = nil
      step.messages.append("interrupted at tick \(step.lastTick)")
    }
    result.steps.append(step)
  }

  /// Applies tags such as `@seed:7`, `@game:marble-maze` and `@level:2`.
  private mutating func applyTags() {
    var (subject, level): (String?, String?)
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
      case "level": level = parts[1]
      default: break
      }
    }
    guard let subject else { return }
    do { try context.begin(subject, level: level) } catch { refuse("@game:\(subject)", "\(error)") }
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
    trace?.beginStep(result.steps.count)
    Self.perform(&found, in: context, body)
    trace?.endStep(context.current, isFailure: found.status != .passed)
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
    found.hash = driver?.session.replayHash
    context.moveOutput(to: &found)
  }

  // MARK: Comparison of two runs

  /// Compares the results that are new in both runs; at a difference, the second run ends.
  private mutating func compare(_ other: inout ScenarioRun?) {
    guard let second = other else { return }
    if result.isInterrupted || second.result.isInterrupted {
      interrupt()
      return other = nil
    }
    let (mine, theirs) = (result.steps, second.result.steps)
    while compared < min(mine.count, theirs.count) {
      let (a, b) = (mine[compared], theirs[compared])
      if a.status != b.status || a.hash != b.hash || a.lastTick != b.lastTick {
        result.steps[compared].status = .failed
        result.steps[compared].problem = difference(a, b, second)
        return other = nil
      }
      compared += 1
    }
  }

  private func difference(
    _ a: StepResult, _ b: StepResult, _ second: ScenarioRun
  ) -> StepProblem {
    var message =
      "the two runs differ: the step ends \(Self.end(a)), and in the second run \(Self.end(b))"
    if let one = context.current?.session, let two = second.context.current?.session {
      let differences = StateDifference.between(one.stateLines, two.stateLines)
      let named = differences.filter { $0.subject.hasPrefix("/") || $0.subject == "game" }
      let first = (named.isEmpty ? differences : named).prefix(3).map { "\n  \($0)" }.joined()
      if !differences.isEmpty {
        message += "; the first of \(differences.count) different values:\(first)"
      }
      let undeclared = one.undeclaredValues.differences(from: two.undeclaredValues)
      message += UndeclaredValues.sentence(undeclared)
    }
    var problem = StepProblem(message)
    (problem.tick, problem.hash) = (a.lastTick, a.hash)
    if let earlier = a.problem { problem.message += "\nin the first run: \(earlier.message)" }
    return problem
  }

  private static func end(_ step: StepResult) -> String {
    let hash = step.hash.map { ", hash \(hexadecimal($0))" } ?? ""
    return "\(step.status.rawValue) at tick \(step.lastTick)\(hash)"
  }
}
