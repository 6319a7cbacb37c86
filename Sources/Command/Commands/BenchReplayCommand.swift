import ArgumentParser
import CaromBenchmarks
import CaromContent
import CaromDocuments
import CaromGames
import CaromMaths
import CaromSimulation
import CaromTool
import Foundation

extension BenchCommand {
  /// `carom bench replay`: measures the cost of recording a game and of verifying the recording.
  struct Replay: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "replay",
      abstract: "Measure the cost of recording a game and of verifying the recording.",
      discussion: """
        The bots play alternately with and without recording to a file. Times are CPU time of the \
        process, the minimum of the rounds. Size and verification time are extrapolated to one hour of \
        play.

        EXAMPLE: carom bench replay --subject marble-maze --ticks 60000
        """)

    @Option(help: "A game. Default: all.")
    var subject: String?

    @Option(parsing: .unconditional, help: "The number of ticks of a run, 1 to 10000000.")
    var ticks = 20_000

    @Option(parsing: .unconditional, help: "The number of rounds, 1 to 1000.")
    var rounds = 5

    @Flag(help: "Print one JSON object for each game.")
    var json = false

    @OptionGroup var content: ContentOptions

    func validate() throws {
      guard (1...10_000_000).contains(ticks) else {
        throw ValidationError("--ticks: \(ticks) is out of range; 1 to 10000000 is accepted")
      }
      guard (1...1_000).contains(rounds) else {
        throw ValidationError("--rounds: \(rounds) is out of range; 1 to 1000 is accepted")
      }
    }

    func run() throws {
      let known = GameList.withLevels.map { $0.name }
      if let subject, !known.contains(subject) {
        throw CommandFailure.unknown("subject", subject, known: known)
      }
      if !json {
        Terminal.print(
          "game           ticks/s  recorded   ratio     kB/hour        verify s/hour  hash")
      }
      for name in subject.map({ [$0] }) ?? known {
        let report = try measure(name)
        Terminal.print(json ? object(report) : row(report))
      }
    }

    private struct Report {
      var game: String
      /// Seconds without and with recording.
      var plain: Double
      var recorded: Double
      /// Seconds for reading and verifying the recording.
      var verified: Double
      var bytes: Int
      var hash: UInt64
    }

    private func measure(_ name: String) throws -> Report {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "carom-bench-\(ProcessInfo.processInfo.processIdentifier)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: name + ".replay.jsonl").path(percentEncoded: false)
      var report = Report(
        game: name, plain: .infinity, recorded: .infinity, verified: .infinity, bytes: 0, hash: 0)
      for round in 0..<rounds {
        // The state of the machine differs between the first and the second run: alternate the
        // order.
        for isRecorded in round % 2 == 0 ? [false, true] : [true, false] {
          let (seconds, hash) = try play(name, into: isRecorded ? path : nil)
          if isRecorded {
            report.recorded = min(report.recorded, seconds)
          } else {
            report.plain = min(report.plain, seconds)
          }
          report.hash = hash
        }
        let (seconds, bytes) = try verify(path)
        report.verified = min(report.verified, seconds)
        report.bytes = bytes
      }
      return report
    }

    /// Runs the bot; returns the elapsed seconds and the final hash.
    private func play(_ name: String, into path: String?) throws -> (Double, UInt64) {
      let loaded = try content.load(name, Launch(seed: 1))
      let session = loaded.session
      guard var bot = type(of: session.game).makeBot() else {
        throw CommandFailure.wrongUse("--subject: the game '\(name)' has no bot")
      }
      let file = try orFail { try path.map { try RecordingFile(path: $0) } }
      let start = ProcessorTime.now
      file?.record(session, scene: loaded.recordedPath)
      session.step(ticks, with: &bot)
      session.finishRecording()
      let seconds = ProcessorTime.now - start
      if let problem = file?.problem { throw CommandFailure.checkFailed(problem) }
      return (seconds, session.hash)
    }

    /// Verifies a recording; returns the elapsed seconds and its size.
    private func verify(_ path: String) throws -> (Double, Int) {
      let start = ProcessorTime.now
      var run = try content.run(ofFile: path).run
      if let divergence = run.play().divergence {
        throw CommandFailure.checkFailed("\(path): \(divergence)")
      }
      return (ProcessorTime.now - start, try Files.read(path).count)
    }

    /// Extrapolates a measurement to one hour of play.
    private func anHour(_ value: Double, _ report: Report) -> Double {
      value * 216_000 / Double(ticks)
    }

    private func row(_ report: Report) -> String {
      func column(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.utf8.count)) + text
      }
      let speeds = [report.plain, report.recorded].map { "\(Int(Double(ticks) / $0))" }
      return report.game + column(speeds[0], 22 - report.game.utf8.count) + column(speeds[1], 10)
        + column(String(format: "%.1f %%", report.plain / report.recorded * 100), 8)
        + column("\(Int(anHour(Double(report.bytes), report) / 1_000))", 12)
        + column(String(format: "%.2f", anHour(report.verified, report)), 21)
        + "  " + hexadecimal(report.hash)
    }

    private func object(_ report: Report) -> String {
      var json = JSONWriter()
      json.object {
        $0.member("game") { $0.value(report.game) }
        $0.member("ticks") { $0.value(ticks) }
        $0.member("ticksPerSecond") { $0.value((Double(ticks) / report.plain).rounded()) }
        $0.member("recordedPerSecond") { $0.value((Double(ticks) / report.recorded).rounded()) }
        $0.member("share") { $0.value(report.plain / report.recorded) }
        $0.member("bytesAnHour") { $0.value(anHour(Double(report.bytes), report).rounded()) }
        $0.member("secondsToVerifyAnHour") { $0.value(anHour(report.verified, report)) }
        $0.member("hash") { $0.value(hexadecimal(report.hash)) }
      }
      return json.text
    }
  }
}
