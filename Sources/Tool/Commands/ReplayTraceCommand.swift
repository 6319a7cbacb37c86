import ArgumentParser
import CaromAutomation
import CaromSimulation
import Foundation

extension ReplayCommand {
  /// `carom replay trace`: plays a recording and writes a page with every tick.
  struct TraceRecording: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trace",
      abstract: "Play a recording and write an HTML page with every tick.",
      discussion: """
        The page needs no other file. It shows what changed in each tick, frames, input, contacts and \
        sounds, and opens at the first hash that differs, if there is one; the exit code is then 1.

        EXAMPLE: carom replay trace bug.replay.jsonl -o bug.html
        """)

    @Argument(help: ArgumentHelp("The recording.", valueName: "file"))
    var file: String

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The file to write. Default: the name of the recording with the ending .trace.html, in the "
          + "working folder.", valueName: "file"))
    var output: String?

    @OptionGroup var content: ContentOptions

    func run() throws {
      Interrupt.handle()
      let name = URL(fileURLWithPath: file).lastPathComponent
      let output = output ?? Trace.fileName(ofRecording: name)
      try Files.check(outputs: ["--output": output], inputs: [file])
      let recording = try content.run(ofFile: file)
      var run = recording.run
      let text = String(decoding: try Files.read(file, atMost: Replay.maximumBytes), as: UTF8.self)
      let trace = Trace.playing(
        &run, of: recording.scene, path: file, replay: (name, text)
      ) { Interrupt.isSet }
      try Files.write(Array(trace.page.utf8), to: output)
      Warnings.tellProblems(of: recording.scene)
      if Interrupt.isSet { Interrupt.report("\(file): after \(trace.tickCount) ticks") }
      let cut = run.replay.isTruncated ? "; the recording is truncated there" : ""
      Terminal.print("\(output): \(trace.tickCount) ticks\(cut)")
      if let tick = trace.failureTick {
        Terminal.printError("\(file): the state differs at tick \(tick)")
        throw ExitCode.failure
      }
    }
  }
}
