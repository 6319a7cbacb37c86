import ArgumentParser
import CaromContent
import CaromDocuments
import CaromSimulation

/// `carom replay`: plays, inspects and edits recordings.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Verify, inspect, compare and edit recordings.",
    discussion: """
      `carom run GAME --record FILE` and `carom play GAME --record FILE` create recordings. Ctrl-C and \
      SIGTERM end these commands with their results so far.

      EXAMPLE: carom replay verify bug.replay.jsonl
      """,
    subcommands: [
      Verify.self, Info.self, Diff.self, BisectReplays.self, State.self, Hashes.self, Trim.self,
      Rehash.self, TraceRecording.self, ToSwift.self, ToFeature.self,
    ])

  /// `carom replay verify`: plays recordings and compares their state hashes.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Play recordings and compare their state hashes; exit with 1 on a difference.",
      discussion: """
        Prints the first hash that differs, the last equal one, and the parts of the state that differ. \
        A truncated recording is played as far as it goes. A recording without hashes, or of another \
        version of its scene, cannot be verified and counts as a difference.

        EXAMPLE: carom replay verify bug.replay.jsonl
        """)

    @Argument(help: ArgumentHelp("The recordings.", valueName: "file"))
    var files: [String]

    @Flag(help: "Print one JSON object for each file.")
    var json = false

    @OptionGroup var content: ContentOptions

    func run() throws {
      Interrupt.handle()
      try Recordings.each(files) { path in
        let recording = try content.run(ofFile: path)
        var run = recording.run
        let outcome = run.play { Interrupt.isSet }
        json ? Terminal.print(object(path, run, outcome)) : printOutcome(path, run, outcome)
        Warnings.tellProblems(of: recording.scene)
        return isSame(run, outcome)
      }
    }

    /// Whether the session was compared with the recording, in the recorded scene, and is the same.
    private func isSame(_ run: ReplayRun, _ outcome: ReplayRun.Outcome) -> Bool {
      outcome.divergence == nil && !run.hasSceneChanged && outcome.checks > 0
    }

    private func printOutcome(_ path: String, _ run: ReplayRun, _ outcome: ReplayRun.Outcome) {
      if Interrupt.isSet {
        Interrupt.report(
          "\(path): after \(outcome.ticks) ticks, \(outcome.checks) hashes equal so far")
      }
      if let divergence = outcome.divergence { Terminal.printError("\(path): \(divergence)") }
      if run.hasSceneChanged {
        Terminal.printError("\(path): \(run.replay.head.scene) has changed since it was recorded")
      } else if outcome.divergence == nil, outcome.checks == 0, !Interrupt.isSet {
        Terminal.printError(
          "\(path): the recording has no hashes, so nothing was compared; `carom replay rehash` adds "
            + "those of this program")
      }
      guard isSame(run, outcome), !Interrupt.isSet else { return }
      let cut = run.replay.isTruncated ? "; it is truncated there" : ""
      Terminal.print(
        "\(path): OK, \(outcome.ticks) ticks, \(outcome.checks) hashes equal\(cut)")
    }

    private func object(_ path: String, _ run: ReplayRun, _ outcome: ReplayRun.Outcome) -> String {
      var json = JSONWriter()
      json.object {
        $0.member("file") { $0.value(path) }
        $0.member("isSame") { $0.value(isSame(run, outcome)) }
        $0.member("ticks") { $0.value(outcome.ticks) }
        $0.member("checks") { $0.value(outcome.checks) }
        $0.member("isTruncated") { $0.value(run.replay.isTruncated) }
        $0.member("hasSceneChanged") { $0.value(run.hasSceneChanged) }
        $0.member("isInterrupted") { $0.value(Interrupt.isSet) }
        if let divergence = outcome.divergence {
          $0.member("tick") { $0.value(divergence.tick) }
          if let last = divergence.lastMatchingTick {
            $0.member("lastMatchingTick") { $0.value(last) }
          }
          $0.member("parts") { $0.array { for part in divergence.parts { $0.value(part) } } }
        }
      }
      return json.text
    }
  }

  /// `carom replay info`: prints the contents of a recording.
  struct Info: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "info",
      abstract: "Print the contents of a recording without playing it.",
      discussion: "EXAMPLE: carom replay info bug.replay.jsonl")

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var file: String

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
      let replay = try Recordings.read(file)
      Terminal.print(json ? object(replay) : lines(replay))
    }

    private func notes(_ replay: Replay) -> [(tick: UInt64, text: String)] {
      replay.entries.compactMap { entry in
        if case .note(let text) = entry.content { (entry.tick, text) } else { nil }
      }
    }

    private func lines(_ replay: Replay) -> String {
      let head = replay.head
      let ticks = replay.lastTick - head.tick
      let seconds = Double(ticks) * head.tickLength
      let arguments = head.launch.arguments.entries.map(\.name).joined(separator: ", ")
      var lines = [
        "game       \(head.game), seed \(head.launch.seed)",
        "scene      \(head.scene)",
        "engine     \(head.engine)",
        "start      \(head.launch.start)" + (head.tick > 0 ? ", from tick \(head.tick)" : ""),
        "arguments  \(arguments.isEmpty ? "none" : arguments)",
        "ticks      \(ticks), \((seconds * 10).rounded() / 10) s",
        "events     \(replay.events.count)",
        "hashes     \(replay.checks.count)",
        "end        \(replay.isTruncated ? "missing: the recording is truncated" : "complete")",
      ]
      lines += notes(replay).map { "note       \($0.tick): \($0.text)" }
      return lines.map(\.onOneLine).joined(separator: "\n")
    }

    private func object(_ replay: Replay) -> String {
      var json = JSONWriter()
      json.object {
        $0.member("game") { $0.value(replay.head.game) }
        $0.member("scene") { $0.value(replay.head.scene) }
        $0.member("engine") { $0.value(replay.head.engine) }
        $0.member("seed") { $0.value(String(replay.head.launch.seed)) }
        $0.member("start") { $0.value(replay.head.launch.start.description) }
        $0.member("firstTick") { $0.value(replay.head.tick) }
        $0.member("lastTick") { $0.value(replay.lastTick) }
        $0.member("events") { $0.value(replay.events.count) }
        $0.member("checks") { $0.value(replay.checks.count) }
        $0.member("isTruncated") { $0.value(replay.isTruncated) }
        $0.member("notes") { json in
          json.array {
            for note in notes(replay) {
              $0.object {
                $0.member("tick") { $0.value(note.tick) }
                $0.member("text") { $0.value(note.text) }
              }
            }
          }
        }
      }
      return json.text
    }
  }

  /// `carom replay trim`: shortens a recording.
  struct Trim: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trim",
      abstract: "Shorten a recording that verifies; it is played to compute its final hash.",
      discussion: "EXAMPLE: carom replay trim bug.replay.jsonl --to 1200 -o short.replay.jsonl")

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var file: String

    @Option(
      parsing: .unconditional, help: "The last tick of the result.",
      transform: wholeNumber(in: 0...UInt64.max))
    var to: UInt64

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write.", valueName: "file"))
    var output: String

    @OptionGroup var content: ContentOptions

    func run() throws {
      Interrupt.handle()
      try Files.check(outputs: ["--output": output], inputs: [file])
      let recording = try content.run(ofFile: file)
      defer { Warnings.tellProblems(of: recording.scene) }
      var run = recording.run
      guard to >= run.replay.head.tick, to <= run.replay.lastTick else {
        throw CommandFailure.wrongUse(
          "--to: \(to) is not in the recording; \(run.replay.head.tick) to "
            + "\(run.replay.lastTick) is accepted")
      }
      let (short, ticks, divergence) = run.verified(through: to)
      if let divergence {
        throw CommandFailure.checkFailed(
          "\(file): \(divergence); only a recording that verifies is trimmed, because a part of it "
            + "gets a new final hash")
      }
      try Files.write(Array(short.utf8), to: output)
      if Interrupt.isSet {
        Interrupt.report("after \(ticks) of \(to - run.replay.head.tick) ticks")
      }
      Terminal.print("\(output): \(ticks) ticks")
    }
  }

  /// `carom replay rehash`: recomputes the hashes of recordings.
  struct Rehash: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rehash",
      abstract: "Recompute the hashes of recordings after an intended change.",
      discussion: "EXAMPLE: carom replay rehash Tests/Replays/level1.replay.jsonl")

    @Argument(help: ArgumentHelp("The recordings.", valueName: "file"))
    var files: [String]

    @OptionGroup var content: ContentOptions

    func run() throws {
      for path in files { _ = try Files.output(path) }
      Interrupt.handle()
      try Recordings.each(files, rehash)
    }

    private func rehash(_ path: String) throws -> Bool {
      let recording = try content.run(ofFile: path)
      defer { Warnings.tellProblems(of: recording.scene) }
      var run = recording.run
      let before = run.replay
      let text = run.recorded(through: nil)
      // A part of a recording does not replace the whole one.
      guard !Interrupt.isSet else {
        Interrupt.report("before \(path) was rehashed")
        return true
      }
      let isSame = text == before.text
      if !isSame { try Files.write(Array(text.utf8), to: path) }
      Terminal.print("\(path): \(isSame ? "unchanged" : "rehashed")")
      return true
    }
  }
}

extension ReplayRun {
  /// Records the replay again up to a tick or an interrupt, and compares its hashes up to the
  /// first one at or after the tick.
  fileprivate mutating func verified(
    through tick: UInt64
  ) -> (text: String, ticks: UInt64, divergence: Divergence?) {
    var text = ""
    session.record(scene: replay.head.scene) { text += $0 }
    let played = play(through: tick) { Interrupt.isSet }
    session.finishRecording()
    if let divergence = played.divergence { return (text, played.ticks, divergence) }
    let rest = replay.checks.map(\.tick).first { $0 >= tick }
    guard let rest, rest > tick else { return (text, played.ticks, nil) }
    return (text, played.ticks, play(through: rest) { Interrupt.isSet }.divergence)
  }

  /// Records the replay again up to a tick or an interrupt, with current hashes.
  fileprivate mutating func recorded(through tick: UInt64?) -> String {
    var text = ""
    session.record(scene: replay.head.scene) { text += $0 }
    replayWithoutChecks(through: tick) { Interrupt.isSet }
    session.finishRecording()
    return text
  }
}
