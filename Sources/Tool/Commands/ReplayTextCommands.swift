import ArgumentParser
import CaromAutomation
import CaromDocuments
import CaromSimulation

extension ReplayCommand {
  /// `carom replay diff`: compares two recordings as files.
  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Compare two recordings without playing them; exit with 1 if they differ.",
      discussion: """
        Prints the differences in the heads, in the events by tick, the first different hash with the \
        parts of the state, and the ends.

        EXAMPLE: carom replay diff before.replay.jsonl after.replay.jsonl
        """)

    @Argument(help: ArgumentHelp("The first recording.", valueName: "file"))
    var first: String

    @Argument(help: ArgumentHelp("The second recording.", valueName: "file"))
    var second: String

    @Flag(help: "Print one JSON object for each difference.")
    var json = false

    func run() throws {
      let diff = ReplayDiff(try Recordings.read(first), try Recordings.read(second))
      if diff.isEmpty { return }
      if json {
        for difference in diff.differences { Terminal.print(object(difference)) }
      } else {
        Terminal.print(diff.description)
      }
      throw ExitCode.failure
    }

    private func object(_ difference: ReplayDiff.Difference) -> String {
      var json = JSONWriter()
      json.object {
        if let tick = difference.tick { $0.member("t") { $0.value(tick) } }
        $0.member("what") { $0.value(difference.what) }
        $0.member("first") { $0.value(difference.first) }
        $0.member("second") { $0.value(difference.second) }
      }
      return json.text
    }
  }

  /// `carom replay to-swift`: converts a recording to a Swift test.
  struct ToSwift: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "to-swift",
      abstract: "Convert a recording to a Swift test that expects its final state.",
      discussion: """
        The recording is played to add its end: phase, score and lives. Input that is held or moved \
        over many ticks becomes one action.

        EXAMPLE: carom replay to-swift bug.replay.jsonl
        """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var file: String

    @OptionGroup var content: ContentOptions

    func run() throws {
      let (replay, end) = try content.played(file)
      do throws(ReplayTestError) {
        Terminal.print(String(try ReplayTestWriter.swift(of: replay, end: end).dropLast()))
      } catch { throw CommandFailure.checkFailed("\(file): \(error)") }
    }
  }

  /// `carom replay to-feature`: converts a recording to a feature.
  struct ToFeature: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "to-feature",
      abstract: "Convert a recording to a feature for `carom test`.",
      discussion: """
        The recording is played to add its end: phase, score, lives, labels and sounds. Input \
        that is held or moved over many ticks becomes one step.

        EXAMPLE: carom replay to-feature bug.replay.jsonl
        """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var file: String

    @OptionGroup var content: ContentOptions

    func run() throws {
      let (replay, end) = try content.played(file)
      do throws(ReplayTestError) {
        Terminal.print(String(try ReplayTestWriter.feature(of: replay, end: end).dropLast()))
      } catch { throw CommandFailure.checkFailed("\(file): \(error)") }
    }
  }
}

extension ContentOptions {
  /// Plays a recording; returns no end if the session differs from the recording or is interrupted.
  fileprivate func played(_ file: String) throws -> (Replay, ReplayEnd?) {
    Interrupt.handle()
    let recording = try run(ofFile: file)
    defer { Warnings.tellProblems(of: recording.scene) }
    var run = recording.run
    let session = run.session
    var sounds: [DriverLog.Sound] = []
    let outcome = run.play {
      sounds += DriverLog.sounds(of: session)
      return Interrupt.isSet
    }
    sounds += DriverLog.sounds(of: session)
    if let divergence = outcome.divergence {
      Terminal.printError("\(file): \(divergence); the test expects the recorded hash")
    }
    let isWhole = outcome.divergence == nil && run.session.tick == run.replay.lastTick
    return (run.replay, isWhole ? ReplayEnd(session, sounds: sounds) : nil)
  }
}
