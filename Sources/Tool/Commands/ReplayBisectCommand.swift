import ArgumentParser
import CaromAutomation
import CaromDocuments
import CaromMaths
import CaromSimulation

extension ReplayCommand {
  /// `carom replay bisect`: finds the first difference between two sessions.
  struct BisectReplays: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "bisect",
      abstract: "Find the first tick at which two sessions differ; exit with 1 if they do.",
      discussion: """
        Plays two recordings, or one with this program and with another build, and prints the first tick \
        at which the states differ: the node, the property and the random stream, each with both \
        values.

        EXAMPLE: carom replay bisect good.replay.jsonl bad.replay.jsonl
        EXAMPLE: carom replay bisect bug.replay.jsonl --against ../old/.build/release/carom
        """)

    @Argument(help: ArgumentHelp("One or two recordings.", valueName: "file"))
    var files: [String]

    @Option(
      help: ArgumentHelp(
        "The `carom` program of another build that plays the recording.", valueName: "program"))
    var against: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The time that --against may take for one answer, in seconds. Default: 600.",
        valueName: "seconds"),
      transform: wholeNumber(in: 1...1_000_000))
    var timeout = 600

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var content: ContentOptions

    func validate() throws {
      guard files.count == (against == nil ? 2 : 1) else {
        throw ValidationError(
          "\(files.count) recordings; two, or one with --against, are accepted")
      }
    }

    func run() throws {
      Interrupt.handle()
      do { try compare() } catch let cancelled as ReplayPrinter.Cancelled {
        Interrupt.report("at tick \(cancelled.tick), before a difference was found")
      }
    }

    private func compare() throws {
      let recording = try content.run(ofFile: files[0])
      defer { Warnings.tellProblems(of: recording.scene) }
      var first = ReplayPrinter(recording.run) { Interrupt.isSet }
      let finding: Bisect.Finding?
      // The range of ticks that both cover, and the rest of the longer one.
      var (begin, end) = (first.firstTick, first.lastTick)
      var rest = ""
      if let against {
        var other = ExternalCarom(
          program: against, file: files[0], root: content.root, timeout: .seconds(timeout),
          firstTick: first.firstTick, lastTick: first.lastTick)
        finding = try Bisect().run(&first, &other)
      } else {
        let recording = try content.run(ofFile: files[1])
        defer { Warnings.tellProblems(of: recording.scene) }
        var second = ReplayPrinter(recording.run) { Interrupt.isSet }
        begin = max(begin, second.firstTick)
        end = min(end, second.lastTick)
        for (file, printer) in zip(files, [first, second]) {
          if printer.firstTick < begin { rest += "; \(file) starts at tick \(printer.firstTick)" }
          if printer.lastTick > end { rest += "; \(file) ends at tick \(printer.lastTick)" }
        }
        guard begin <= end else {
          throw CommandFailure.checkFailed("the recordings have no tick in common\(rest)")
        }
        finding = try Bisect().run(&first, &second)
      }
      guard let finding else {
        Terminal.print(
          json
            ? "{\"isSame\":true,\"from\":\(begin),\"to\":\(end)}"
            : "no difference up to tick \(end)" + rest + hint)
        return
      }
      Terminal.print(json ? object(finding) : finding.description)
      throw ExitCode.failure
    }

    private var hint: String {
      guard against == nil else { return "" }
      return "; the recorded data may still differ: see `carom replay diff` and `verify`"
    }

    private func object(_ finding: Bisect.Finding) -> String {
      var json = JSONWriter()
      json.object {
        $0.member("isSame") { $0.value(false) }
        $0.member("tick") { $0.value(finding.tick) }
        if let last = finding.lastMatchingTick { $0.member("lastMatchingTick") { $0.value(last) } }
        $0.member("differences") { json in
          json.array {
            for difference in finding.differences {
              $0.object {
                $0.member("path") { $0.value(difference.subject) }
                $0.member("property") { $0.value(difference.property) }
                if let first = difference.first { $0.member("first") { $0.value(first) } }
                if let second = difference.second { $0.member("second") { $0.value(second) } }
              }
            }
          }
        }
      }
      return json.text
    }
  }

  /// `carom replay state`: prints the state of a recorded session at a tick.
  struct State: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "state",
      abstract: "Play a recording to a tick and print the whole state, one value per line.",
      discussion: "EXAMPLE: carom replay state bug.replay.jsonl --tick 1204")

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var file: String

    @Option(
      parsing: .unconditional, help: "The tick. Default: the end of the recording.",
      transform: wholeNumber(in: 0...UInt64.max))
    var tick: UInt64?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var fault: FaultOptions
    @OptionGroup var content: ContentOptions

    func run() throws {
      Interrupt.handle()
      do { try printState() } catch let cancelled as ReplayPrinter.Cancelled {
        Interrupt.report("at tick \(cancelled.tick)")
      }
    }

    private func printState() throws {
      let recording = try content.run(ofFile: file)
      defer { Warnings.tellProblems(of: recording.scene) }
      var printer = ReplayPrinter(recording.run, fault: fault.fault) {
        Interrupt.isSet
      }
      let tick = tick ?? printer.lastTick
      guard (printer.firstTick...printer.lastTick).contains(tick) else {
        throw CommandFailure.wrongUse(
          "--tick: \(tick) is not in the recording; \(printer.firstTick) to \(printer.lastTick) is "
            + "accepted")
      }
      for line in try printer.lines(at: tick) {
        Terminal.print(json ? object(line) : "\(line.subject) \(line.property): \(line.value)")
      }
    }

    private func object(_ line: StateLine) -> String {
      var json = JSONWriter()
      json.object {
        $0.member("path") { $0.value(line.subject) }
        $0.member("property") { $0.value(line.property) }
        $0.member("value") { $0.value(line.value) }
      }
      return json.text
    }
  }

  /// `carom replay hashes`: prints the state hashes of a recorded session.
  struct Hashes: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "hashes",
      abstract:
        "Play a recording and print the state hash every so many ticks, as JSON lines.",
      discussion: "EXAMPLE: carom replay hashes bug.replay.jsonl --from 600 --to 1200 --every 60")

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var file: String

    @Option(
      parsing: .unconditional, help: "The first tick. Default: the start of the recording.",
      transform: wholeNumber(in: 0...UInt64.max))
    var from: UInt64?

    @Option(
      parsing: .unconditional,
      help: "The last tick, which is always printed. Default: the end of the recording.",
      transform: wholeNumber(in: 0...UInt64.max))
    var to: UInt64?

    @Option(
      parsing: .unconditional,
      help: "The number of ticks between two hashes, 1 or more. Default: 60.",
      transform: wholeNumber(in: 1...UInt64.max))
    var every: UInt64 = 60

    @OptionGroup var fault: FaultOptions
    @OptionGroup var content: ContentOptions

    func run() throws {
      Interrupt.handle()
      do { try printHashes() } catch let cancelled as ReplayPrinter.Cancelled {
        Interrupt.report("at tick \(cancelled.tick)")
      }
    }

    private func printHashes() throws {
      let recording = try content.run(ofFile: file)
      defer { Warnings.tellProblems(of: recording.scene) }
      var printer = ReplayPrinter(recording.run, fault: fault.fault) {
        Interrupt.isSet
      }
      let (first, last) = (from ?? printer.firstTick, to ?? printer.lastTick)
      guard printer.firstTick <= first, first <= last, last <= printer.lastTick else {
        throw CommandFailure.wrongUse(
          "--from, --to: \(first) to \(last) is not in the recording; \(printer.firstTick) to "
            + "\(printer.lastTick) is accepted")
      }
      var tick = first
      while true {
        // One at a time: a recording may claim to be extremely long.
        for hash in try printer.hashes(at: [tick]) {
          Terminal.print("{\"t\":\(tick),\"hash\":\"\(hexadecimal(hash))\"}")
        }
        if tick == last { return }
        tick = last - tick > every ? tick + every : last
      }
    }
  }
}

/// A fault injected into a session, for testing that it is found.
struct FaultOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "After this tick, flip one bit of the position of the first dynamic body.",
      visibility: .private))
  var flipBit: UInt64?

  var fault: ReplayPrinter.Fault? {
    flipBit.map { ReplayPrinter.Fault.flippingABit(after: $0) }
  }
}
