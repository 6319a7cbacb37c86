public import CaromGherkin
import CaromSimulation

/// What came of a scenario or a step, the mildest first.
public enum StepStatus: String, Hashable, Sendable, CaseIterable {
  /// It did what it says.
  case passed
  /// It was not run, since one before it did not pass.
  case skipped
  /// Its code is still to be written.
  case pending
  /// No definition matches it.
  case undefined
  /// Several definitions match it.
  case ambiguous
  /// It failed.
  case failed

  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Why a step did not pass.
public struct StepProblem: Hashable, Sendable {
  /// What is wrong, in a sentence or some lines.
  public var message: String
  /// How many ticks had run; nil before a game began.
  public var tick: UInt64?
  /// The hash of the whole state then.
  public var hash: UInt64?
  /// What was found last, with its attributes.
  public var subject: DriverError.Subject?
  /// The code that would define the step, if it is undefined.
  public var snippet: String?

  init(_ message: String) { self.message = message }

  init(_ error: any Error, _ driver: GameDriver?) {
    guard let error = error as? DriverError else {
      self.init("\(error)")
      tick = driver?.tick
      hash = driver?.session.hash
      return
    }
    self.init(error.message)
    (tick, hash, subject) = (error.tick, error.hash, error.subject)
  }
}

/// What came of a step or a hook.
public struct StepResult: Sendable {
  /// The step; nil for a hook.
  public var step: Pickle.Step?
  /// What is shown: the keyword and the text, or the name of the hook.
  public var title: String
  /// Where the code is that it ran; nil where none did.
  public var definition: DefinitionLocation?
  /// What came of it.
  public var status = StepStatus.skipped
  /// Why it did not pass; nil if it did or was skipped.
  public var problem: StepProblem?
  /// How many ticks had run when it began.
  public var firstTick: UInt64 = 0
  /// How many ticks had run when it ended.
  public var lastTick: UInt64 = 0
  /// The hash of the whole state when it ended; nil before a game began.
  public var hash: UInt64?
  /// What it logged.
  public var messages: [String] = []
  /// What it attached.
  public var attachments: [Attachment] = []
  /// The picture before it, as a PNG, where pictures are kept.
  public var frameBefore: [UInt8]?
  /// The picture after it, as a PNG.
  public var frameAfter: [UInt8]?
  /// The whole state when it ended, where it is compared with that of a second run.
  var state: [StateLine] = []
}

/// What came of a scenario.
public struct ScenarioResult: Sendable {
  /// A picture that was kept while it ran.
  public struct Frame: Hashable, Sendable {
    /// How many ticks had run.
    public var tick: UInt64
    /// The picture, as a PNG.
    public var png: [UInt8]
  }

  /// The scenario.
  public var scenario: FeatureScenario
  /// The steps with the hooks around them, in the order in which they ran.
  public var steps: [StepResult] = []
  /// The seed that the game was launched with.
  public var seed: UInt64 = 1
  /// The game that was played; nil if none began.
  public var game: String?
  /// How many ticks it took.
  public var ticks: UInt64 = 0
  /// How long that is in the game, in seconds.
  public var seconds = 0.0
  /// The hash of the whole state at the end.
  public var hash: UInt64?
  /// The recording, as a file has it; empty if no game began.
  public var replay = ""
  /// The pictures that were kept, by tick.
  public var frames: [Frame] = []

  init(_ scenario: FeatureScenario) { self.scenario = scenario }

  /// A name for the file of the recording, of what any file system takes: that of the feature file with
  /// its folders, and the line, such as `levels__maze-feature-12.replay.jsonl`.
  public var recordingName: String {
    let path = scenario.path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    // The end of a long one: no file system takes names without bound.
    let safe = path.unicodeScalars.suffix(150).map { scalar -> String in
      if scalar == "/" { return "__" }
      let isSafe =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isSafe ? String(scalar) : "-"
    }
    return "\(safe.joined())-\(scenario.location.line).replay.jsonl"
  }

  /// What came of it: the worst of its steps; skipped where nothing ran.
  public var status: StepStatus {
    let worst = steps.max { $0.status.rank < $1.status.rank }?.status ?? .skipped
    if worst == .skipped, steps.contains(where: { $0.status == .passed }) { return .passed }
    return worst
  }

  /// The first step that is to blame, or nil if it passed.
  public var firstFailure: StepResult? {
    steps.first { $0.status != .passed && $0.status != .skipped }
  }

  /// True where it neither passed nor was empty.
  public var isFailure: Bool { status != .passed && status != .skipped }
}
