public import CaromDocuments
public import CaromGherkin
import CaromSimulation

/// The status of a scenario or a step, in ascending order of severity.
public enum StepStatus: String, Hashable, Sendable, CaseIterable {
  /// The step passed.
  case passed
  /// The step did not run because an earlier one did not pass.
  case skipped
  /// The step is not implemented yet.
  case pending
  /// No definition matches the step.
  case undefined
  /// Several definitions match the step.
  case ambiguous
  /// The step failed.
  case failed

  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The reason why a step did not pass.
public struct StepProblem: Hashable, Sendable {
  /// The message, in one or several lines.
  public var message: String
  /// The number of ticks that had run; nil before a game started.
  public var tick: UInt64?
  /// The hash of the whole state at that tick.
  public var hash: UInt64?
  /// The element found last, with its attributes.
  public var subject: DriverError.Subject?
  /// The code of a missing definition, if the step is undefined.
  public var snippet: String?

  init(_ message: String) { self.message = message }

  init(_ error: any Error, _ driver: GameDriver?) {
    guard let error = error as? DriverError else {
      self.init("\(error)")
      tick = driver?.tick
      hash = driver?.session.replayHash
      return
    }
    self.init(error.message)
    (tick, hash, subject) = (error.tick, error.hash, error.subject)
  }
}

/// The result of a step or a hook.
public struct StepResult: Sendable {
  /// The step; nil for a hook.
  public var step: Pickle.Step?
  /// The displayed title: keyword and text, or the name of the hook.
  public var title: String
  /// The location of the code that ran; nil if none did.
  public var definition: DefinitionLocation?
  /// The status.
  public var status = StepStatus.skipped
  /// The problem; nil if the step passed or was skipped.
  public var problem: StepProblem?
  /// The number of ticks that had run before the step.
  public var firstTick: UInt64 = 0
  /// The number of ticks that had run after the step.
  public var lastTick: UInt64 = 0
  /// The hash of the whole state after the step; nil before a game started.
  public var hash: UInt64?
  /// The messages logged by the step.
  public var messages: [String] = []
  /// The messages that are shown even if the step passes.
  public var notices: [String] = []
  /// The files attached by the step.
  public var attachments: [Attachment] = []
  /// The frame before the step as a PNG, if frames are recorded.
  public var frameBefore: [UInt8]?
  /// The frame after the step as a PNG, if frames are recorded.
  public var frameAfter: [UInt8]?
}

/// The result of a scenario.
public struct ScenarioResult: Sendable {
  /// A frame recorded while the scenario ran.
  public struct Frame: Hashable, Sendable {
    /// The number of ticks that had run.
    public var tick: UInt64
    /// The image as a PNG.
    public var png: [UInt8]
  }

  /// The scenario.
  public var scenario: FeatureScenario
  /// The steps and hooks, in execution order.
  public var steps: [StepResult] = []
  /// The seed of the game.
  public var seed: UInt64 = 1
  /// The name of the game; nil if none started.
  public var game: String?
  /// The number of ticks.
  public var ticks: UInt64 = 0
  /// The game time, in seconds.
  public var seconds = 0.0
  /// The wall time that the scenario took, in seconds; nil if it was not measured.
  public var wallSeconds: Double?
  /// Whether the scenario was canceled before its end; a scenario that did not start has no steps.
  public var isInterrupted = false
  /// The hash of the whole state at the end.
  public var hash: UInt64?
  /// The text of the recording; empty if no game started.
  public var replay = ""
  /// What the scene reported during the ticks, such as functions that the game does not have, at
  /// the positions of its nodes.
  public var sceneProblems: [Problem] = []
  /// The recorded frames, by tick.
  public var frames: [Frame] = []

  /// The files that the scenario depends on, if ``FeatureRunner/Options/listsFiles`` is set; nil if
  /// they are not known because no game could be loaded.
  package var files: Files?

  /// The files, other than the feature file, that a scenario depends on.
  package struct Files: Hashable, Sendable {
    /// The paths of scene files, images and fonts.
    package var read: [String] = []
    /// The paths of golden images, which the scenario may also have written.
    package var goldens: [String] = []
  }

  init(_ scenario: FeatureScenario) { self.scenario = scenario }

  /// A file name for the recording that is valid on any file system: the path of the feature file
  /// and the line, such as `levels__maze-feature-12.replay.jsonl`.
  ///
  /// A path with other characters than letters, digits, hyphens and slashes, or a very long one,
  /// also gets its hash, so that no two paths have the same name.
  public var recordingName: String {
    let path = scenario.path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    // Only the end of a long path: file systems limit the length of names.
    let safe = path.unicodeScalars.suffix(150).map { scalar -> String in
      if scalar == "/" { return "__" }
      let isSafe =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      return isSafe ? String(scalar) : "-"
    }
    let stem = path.hasSuffix(".feature") ? path.dropLast(8) : path[...]
    let isPlain =
      path.hasSuffix(".feature") && path.unicodeScalars.count <= 150
      && stem.unicodeScalars.allSatisfy { scalar in
        scalar == "/" || scalar == "-" || ("0"..."9").contains(scalar)
          || (scalar.isASCII && scalar.properties.isAlphabetic)
      }
    if !isPlain {
      let hash = String(KeyTable.hash(of: path), radix: 16)
      return "\(safe.joined())-\(hash)-\(scenario.location.line).replay.jsonl"
    }
    return "\(safe.joined())-\(scenario.location.line).replay.jsonl"
  }

  /// The status: that of the worst step; skipped if nothing ran.
  public var status: StepStatus {
    let worst = steps.max { $0.status.rank < $1.status.rank }?.status ?? .skipped
    if isInterrupted { return worst.rank > StepStatus.skipped.rank ? worst : .skipped }
    if worst == .skipped, steps.contains(where: { $0.status == .passed }) { return .passed }
    return worst
  }

  /// The steps that neither passed nor were skipped; for a file that cannot be parsed, its errors.
  public var failures: [StepResult] {
    steps.filter { $0.status != .passed && $0.status != .skipped }
  }

  /// The first step that neither passed nor was skipped.
  public var firstFailure: StepResult? {
    steps.first { $0.status != .passed && $0.status != .skipped }
  }

  /// Whether the scenario neither passed nor was skipped.
  public var isFailure: Bool { status != .passed && status != .skipped }
}
