import ArgumentParser
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromSimulation
import Foundation
import Synchronization

/// Set by an interrupt: the search is to stop with what it has.
private let isInterrupted = Atomic<Bool>(false)

/// `carom fuzz`: searches for input that breaks a game.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract:
      "Search for input that breaks a game or a level, and keep the shortest; exit 1 if found.",
    discussion: """
      Plays by seeded chance and checks after every tick that the invariants hold. What breaks one is \
      made as short as it can be and written as a recording, for `carom replay`. The same options find \
      the same, on any machine. An interrupt (Ctrl-C) ends it with what it has.

      The invariants: finite (places and velocities are numbers), escape=METRES (bodies never leave the \
      scene for good), energy=JOULES_PER_KG (they gain no more), solid (nothing is inside \
      of static boxes), lives=TICKS (one mistake costs one life), stuck=TICKS (the game goes on when it \
      is filters to). Besides, every fourth run is played twice and must come out the same.

      EXAMPLE: carom fuzz marble-maze --runs 200 --ticks 1800 -o found.replay.jsonl
      EXAMPLE: carom fuzz Scenes/brick-breaker/level1.json --invariant lives --invariant energy=2000
      """)

  @Argument(help: ArgumentHelp("The name of a game, or a scene file.", valueName: "game|scene"))
  var subject: String

  @Option(parsing: .unconditional, help: "How long each run is at most.")
  var ticks = 3_600

  @Option(parsing: .unconditional, help: "How many runs there are at most.")
  var runs = 200

  @Option(help: "What the runs' inputs and the game's chance come from.")
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "What is to hold, instead of all; may be given several times.", valueName: "name[=limit]"))
  var invariant: [String] = []

  @Option(
    help: ArgumentHelp(
      "Every so many ticks, a fresh session takes over from a snapshot.", valueName: "ticks"))
  var heavy: Int?

  @Option(help: "How many runs are worked out at once; all processors by default.")
  var threads: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The recording to write if something is found.", valueName: "file"))
  var output = "fuzz.replay.jsonl"

  @Flag(help: "Print one JSON object.")
  var json = false

  @OptionGroup var content: ContentOptions

  func validate() throws {
    for (name, value) in [
      ("ticks", ticks), ("runs", runs), ("heavy", heavy ?? 1), ("threads", threads ?? 1),
    ] {
      guard (1...1_000_000_000).contains(value) else {
        throw ValidationError(
          "--\(name): \(value) is less than 1 or too many; 1 or more is accepted")
      }
    }
    if let threads, threads > 256 {
      throw ValidationError("--threads: \(threads) is more than 256; 1 to 256 is accepted")
    }
    _ = try invariants()
  }

  func run() throws {
    let launch = Launch(seed: seed)
    let first = try content.load(subject, launch)
    let scene = first.recordedPath
    var search = Fuzz(
      ticks: ticks, runs: runs, seed: seed, invariants: try invariants(), heavy: heavy)
    search.threads = threads ?? min(16, ProcessInfo.processInfo.activeProcessorCount)
    signal(SIGINT) { _ in isInterrupted.store(true, ordering: .relaxed) }
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
        return !isInterrupted.load(ordering: .relaxed)
      }, makeSession: makeSession)
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
            "--invariant: '\(text)' has no limit that is accepted; energy=5000 is, and escape, lives, stuck"
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
        throw ValidationError("--invariant: there is no '\(name)'; \(known) are accepted")
      }
    }
  }

  private func lines(_ outcome: Fuzz.Outcome, _ time: Duration) -> String {
    let seconds = ((time / .seconds(1)) * 10).rounded() / 10
    let stopped = outcome.isInterrupted ? ", interrupted" : ""
    let ran = "\(outcome.runs) runs, \(outcome.ticks) ticks, \(seconds) s\(stopped)"
    guard let failure = outcome.failure, let found = outcome.found, let run = outcome.run else {
      return "nothing found in \(ran)"
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

/// How far a search is, for a person at a terminal.
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
