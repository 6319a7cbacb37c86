import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromSimulation
import Foundation

/// `carom fuzz`: searches for input that violates an invariant of a game.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract:
      "Search for input that violates an invariant and shrink it; exit with 1 if found.",
    discussion: """
            Plays random input and checks the invariants after every tick. Input that violates one is shrunk \
      to a minimal reproduction and written as a recording for `carom replay`. The same options find \
      the same input on any machine. Ctrl-C and SIGTERM end the search with its results so far.

      Invariants: finite (positions and velocities are finite), escape=METERS (bodies do not leave the \
      scene), energy=JOULES_PER_KG (bodies gain no more energy), solid (no body is inside a static box), \
      lives=TICKS (a mistake costs one life), stuck=TICKS (the game continues when the player \
      confirms). In addition, every fourth run is repeated and must reach the same state.

      EXAMPLE: carom fuzz marble-maze --runs 200 --ticks 1800 -o found.replay.jsonl
      EXAMPLE: carom fuzz Scenes/brick-breaker/level1.json --invariant lives --invariant energy=2000
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of a game, or a scene file. Default: the only game.", valueName: "game|scene"))
  var subject: String?

  @Option(
    parsing: .unconditional, help: "The maximum number of ticks of a run. Default: 3600.",
    transform: wholeNumber(in: 1...tickCounts.upperBound))
  var ticks = 3_600

  @Option(
    parsing: .unconditional, help: "The maximum number of runs. Default: 200.",
    transform: wholeNumber(in: 1...1_000_000_000))
  var runs = 200

  @Option(
    parsing: .unconditional, help: "The seed of the generated input and of the game. Default: 1.",
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "An invariant to check instead of all; may be repeated.", valueName: "name[=limit]"))
  var invariant: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Continue from a snapshot in a fresh session every so many ticks.", valueName: "ticks"),
    transform: wholeNumber(in: 1...tickCounts.upperBound))
  var heavy: Int?

  @Option(
    parsing: .unconditional,
    help: "The number of concurrent runs. Default: the number of processors.",
    transform: wholeNumber(in: 1...256))
  var threads: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The recording to write if a violation is found.", valueName: "file"))
  var output = "fuzz.replay.jsonl"

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var content: ContentOptions

  func validate() throws {
    _ = try invariants()
  }

  func run() throws {
    Interrupt.handle()
    try Files.check(outputs: ["--output": output])
    let launch = Launch(seed: seed)
    let first = try content.load(subject, launch)
    let scene = first.recordedPath
    var search = Fuzz(
      ticks: ticks, runs: runs, seed: seed, invariants: try invariants(), heavy: heavy)
    search.threads = threads ?? min(16, ProcessInfo.processInfo.activeProcessorCount)
    let (place, subject) = (content.root, subject)
    @Sendable func makeSession() throws -> Session {
      var option = ContentOptions()
      option.root = place
      return try option.load(subject, launch).session
    }
    let total = runs
    let clock = ContinuousClock()
    let start = clock.now
    let bar = ProgressLine()
    let outcome = try search.run(
      progress: { progress in
        bar.show(progress, of: total, at: clock.now - start)
        return !Interrupt.isSet
      }, isCancelled: { Interrupt.isSet }, makeSession: makeSession)
    bar.end()
    if let failure = outcome.failure {
      let text = Fuzz.recording(of: failure, in: try makeSession(), scene: scene)
      try Files.write(Array(text.utf8), to: output)
    }
    Terminal.print(json ? object(outcome) : lines(outcome, clock.now - start))
    if outcome.failure != nil { throw ExitCode.failure }
  }

  private func invariants() throws -> [Invariant] {
    if invariant.isEmpty { return Invariant.all }
    return try invariant.map { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      let name = parts.first ?? ""
      let limit = parts.count > 1 ? Float(parts[1]) : nil
      if parts.count > 1 {
        guard let limit, limit > 0, limit < 1e9,
          ["escape", "energy", "lives", "stuck"].contains(name)
        else {
          throw ValidationError(
            "--invariant: '\(text)' has no valid limit; expected escape, energy, lives or stuck with a number, such as energy=5000"
          )
        }
      }
      switch name {
      case "finite": return .finite
      case "solid": return .solid
      case "escape": return limit.map { .escape(margin: $0) } ?? .escape()
      case "energy": return limit.map { .energy(limit: $0) } ?? .energy()
      case "lives": return limit.map { .lives(apart: UInt64($0)) } ?? .lives()
      case "stuck": return limit.map { .stuck(after: UInt64($0)) } ?? .stuck()
      default:
        let known = Invariant.all.map(\.name).joined(separator: ", ")
        throw ValidationError("--invariant: unknown invariant '\(name)'; expected \(known)")
      }
    }
  }

  private func lines(_ outcome: Fuzz.Outcome, _ time: Duration) -> String {
    let seconds = ((time / .seconds(1)) * 10).rounded() / 10
    let stopped = outcome.isInterrupted ? ", interrupted" : ""
    let ran = "\(outcome.runs) runs, \(outcome.ticks) ticks, \(seconds) s\(stopped)"
    guard let failure = outcome.failure, let found = outcome.found, let run = outcome.run else {
      return "no violation found in \(ran)"
    }
    return """
      found    \(failure.invariant): \(failure.message)
      run      \(run), after tick \(found.tick) and \(found.events.count) events
      shrunk   to \(failure.events.count) events and \(failure.tick) ticks
      file     \(output)
      after    \(ran)
      """
  }

  private func object(_ outcome: Fuzz.Outcome) -> String {
    var json = JSONWriter()
    json.object {
      $0.member("isFound") { $0.value(outcome.failure != nil) }
      $0.member("runs") { $0.value(outcome.runs) }
      $0.member("ticks") { $0.value(outcome.ticks) }
      $0.member("isInterrupted") { $0.value(outcome.isInterrupted) }
      if let failure = outcome.failure {
        $0.member("invariant") { $0.value(failure.invariant) }
        $0.member("message") { $0.value(failure.message) }
        $0.member("tick") { $0.value(failure.tick) }
        $0.member("events") { $0.value(failure.events.count) }
        $0.member("file") { $0.value(output) }
      }
    }
    return json.text
  }
}

/// The progress of a search on a terminal.
private final class ProgressLine {
  private var shownAt = Duration.zero

  func show(_ progress: Fuzz.Progress, of total: Int, at time: Duration) {
    guard Terminal.isInteractive, time - shownAt > .milliseconds(100) else { return }
    shownAt = time
    switch progress {
    case .searching(let runs): Terminal.showProgress("\(runs) of \(total) runs")
    case .shrinking(let events, let ticks):
      Terminal.showProgress("shrinking: \(events) events, \(ticks) ticks")
    }
  }

  func end() {
    if shownAt > .zero { Terminal.showProgress("") }
  }
}
