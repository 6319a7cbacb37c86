import ArgumentParser
import CaromBenchmarks
import CaromContent
import CaromDocuments
import CaromGames
import CaromMaths
import CaromRendering
import CaromSceneGraph
import CaromSimulation
import CaromTool
import Foundation

extension BenchCommand {
  /// `carom bench render`: measures rendering of the games and of a scene with 40,000 triangles.
  struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "render",
      abstract: "Measure rendering of the games and of a scene with 40,000 triangles.",
      discussion: """
        Times are in milliseconds per frame: the minimum of the medians of all rounds, as CPU time of the \
        process and as wall time, including the extraction of the frame from the scene. The games are \
        played by their bots. The further columns are the stages of a frame on one thread. The hash is \
        that of the last image; it is the same on every machine and for any number of threads. The last \
        line is the speedup of several threads over one, by the minimum wall times.

        EXAMPLE: carom bench render --subject marble-maze --size 1280x720 --threads 2
        """)

    @Option(help: "A game, or balls: 64 balls of 640 triangles. Default: all.")
    var subject: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The size of the frames. Default: 640x360, 1280x720 and 1920x1080.", valueName: "WxH"),
      transform: ImageSize.init(parsing:))
    var size: ImageSize?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The size of a window to which frames are scaled, as in the player.", valueName: "WxH"),
      transform: ImageSize.init(parsing:))
    var window: ImageSize?

    @Option(help: "The number of threads, 1 to 256. Default: 1 and 2.")
    var threads: Int?

    @Option(help: "The number of frames in a round, 1 to 10000.")
    var frames = 120

    @Option(help: "The number of rounds, 1 to 1000.")
    var rounds = 5

    @Option(
      parsing: .unconditional, help: "The number of ticks that a game runs before the first frame.")
    var at = 240

    @Flag(help: "Print one JSON object for each measurement.")
    var json = false

    @OptionGroup var content: ContentOptions

    private static let balls = "balls"

    func validate() throws {
      if let threads, !(1...256).contains(threads) {
        throw ValidationError("--threads: \(threads) is out of range; 1 to 256 is accepted")
      }
      guard (1...10_000).contains(frames) else {
        throw ValidationError("--frames: \(frames) is out of range; 1 to 10000 is accepted")
      }
      guard (1...1_000).contains(rounds) else {
        throw ValidationError("--rounds: \(rounds) is out of range; 1 to 1000 is accepted")
      }
      guard at >= 0 else {
        throw ValidationError("--at: \(at) is out of range; 0 or more is accepted")
      }
    }

    func run() throws {
      let known = GameList.withLevels.map { $0.name } + [Self.balls]
      if let subject, !known.contains(subject) {
        throw CommandFailure.unknown("subject", subject, known: known)
      }
      let sizes =
        size.map { [$0] }
        ?? [(640, 360), (1_280, 720), (1_920, 1_080)].map(ImageSize.init(width:height:))
      if !json { Terminal.print(Self.head) }
      for name in subject.map({ [$0] }) ?? known {
        let subject = try make(name)
        for size in sizes {
          var single: RenderReport?
          for threads in threads.map({ [$0] }) ?? [1, 2] {
            let report = subject.run(
              width: size.width, height: size.height,
              window: window.map { ($0.width, $0.height) }, threads: threads, rounds: rounds)
            Terminal.print(json ? object(report) : row(report))
            if threads == 1 { single = report }
            if let single, threads > 1, !json {
              let gain = String(format: "%.2f", single.undisturbedTime / report.undisturbedTime)
              Terminal.print("  \(threads) threads: \(gain) times as fast as one")
            }
          }
        }
      }
    }

    private func make(_ name: String) throws -> RenderSubject {
      if name == Self.balls { return .balls(frames: frames, rounds: rounds) }
      let loaded = try content.load(name, Launch(seed: 1))
      var bot = type(of: loaded.session.game).makeBot()
      _ = loaded.session.play(at, with: &bot)
      return try orFail {
        let cache = try loaded.makeCache()
        return RenderSubject(
          name, frames: frames, rounds: rounds,
          advance: { _ = loaded.session.play(1, with: &bot) },
          extract: { RenderFrame(loaded.session.scene, cache: cache) })
      }
    }

    private static var head: String {
      column("subject", 15, isLeft: true) + column("size", 10) + column("thr", 5)
        + column("CPU ms", 9) + column("wall ms", 9)
        + RenderReport.stageNames.map { column($0, 9) }.joined() + "  hash"
    }

    private func row(_ report: RenderReport) -> String {
      func number(_ value: Double) -> String { Self.column(String(format: "%.2f", value), 9) }
      return Self.column(report.subject, 15, isLeft: true)
        + Self.column("\(report.width)x\(report.height)", 10)
        + Self.column("\(report.threads)", 5) + number(report.time) + number(report.wallTime)
        + report.stages.map { number($0.time) }.joined() + "  " + hexadecimal(report.hash)
    }

    private static func column(_ text: String, _ width: Int, isLeft: Bool = false) -> String {
      let padding = String(repeating: " ", count: max(1, width - text.utf8.count))
      return isLeft ? text + padding : padding + text
    }

    private func object(_ report: RenderReport) -> String {
      func number(_ value: Double) -> String { String(format: "%.4f", value) }
      var json = JSONWriter()
      json.object { writer in
        writer.member("subject") { $0.value(report.subject) }
        writer.member("width") { $0.raw("\(report.width)") }
        writer.member("height") { $0.raw("\(report.height)") }
        writer.member("threads") { $0.raw("\(report.threads)") }
        writer.member("frames") { $0.raw("\(report.frames)") }
        writer.member("rounds") { $0.raw("\(report.rounds)") }
        writer.member("cpu") { $0.raw(number(report.time)) }
        writer.member("wall") { $0.raw(number(report.wallTime)) }
        writer.member("undisturbedWall") { $0.raw(number(report.undisturbedTime)) }
        for stage in report.stages {
          writer.member(stage.name) { $0.raw(number(stage.time)) }
        }
        writer.member("hash") { $0.value(hexadecimal(report.hash)) }
      }
      return json.text
    }
  }
}
