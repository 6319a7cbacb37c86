import ArgumentParser
import CaromBenchmarks
import CaromDocuments
import CaromMaths
import Foundation

/// `carom bench`: benchmarks of the engine.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Run benchmarks.",
    discussion: "EXAMPLE: carom bench physics",
    subcommands: [Physics.self, Render.self, Replay.self])

  /// `carom bench physics`: runs the physics benchmark scenes.
  struct Physics: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "physics",
      abstract: "Run the benchmark scenes for comparing physics engines.",
      discussion: """
                Times are CPU time of the process in milliseconds a step, so that other programs have little \
        influence. With --scene, prints one line of tab-separated key=value pairs; otherwise a table of \
        all scenes. The hash is the same on every machine.

        EXAMPLE: carom bench physics --scene S1 --poses poses.txt
        """)

    @Option(help: "The scene. Default: all scenes.")
    var scene: String?

    @Option(help: "The number of threads, 1 to 256; the hash does not depend on it.")
    var threads = 1

    @Option(
      help: ArgumentHelp(
        "Write the final state of all bodies: index, position, quaternion x y z w, velocity.",
        valueName: "file"))
    var poses: String?

    @Flag(help: "Print the time of each stage of a step; requires --scene.")
    var stages = false

    @Flag(help: "Print one JSON object for each scene.")
    var json = false

    func validate() throws {
      guard (1...256).contains(threads) else {
        throw ValidationError("--threads: expected 1 to 256, not \(threads)")
      }
      guard poses == nil || scene != nil else {
        throw ValidationError("--poses: requires --scene")
      }
      guard !stages || scene != nil else {
        throw ValidationError("--stages: requires --scene")
      }
    }

    func run() throws {
      guard let scene else { return try runAll() }
      guard let found = PhysicsScene(named: scene) else {
        throw CommandFailure.unknown("scene", scene, known: PhysicsScene.names)
      }
      let report = try found.run(threads: threads, measuresStages: stages)
      Terminal.print(json ? object(report) : line(report))
      if !json { report.stages.forEach { Terminal.print(line($0)) } }
      if let poses { try Files.write(Array(report.poseText.utf8), to: poses) }
    }

    private func line(_ stage: PhysicsReport.Stage) -> String {
      String(format: "cpu=%.4f\twall=%.4f\t", stage.time, stage.wallTime) + stage.name
    }

    private func runAll() throws {
      if !json {
        Terminal.print(
          "scene  bodies   mean ms  median ms    max ms  ns a ray  hash              description")
      }
      for scene in PhysicsScene.names.compactMap(PhysicsScene.init(named:)) {
        let report = try scene.run(threads: threads)
        Terminal.print(json ? object(report) : row(report) + "  " + scene.summary)
      }
    }

    private func row(_ report: PhysicsReport) -> String {
      func column(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.utf8.count)) + text
      }
      func number(_ value: Double, _ width: Int) -> String {
        column(String(format: "%.3f", value), width)
      }
      return report.scene + column("\(report.bodyCount)", 13 - report.scene.utf8.count)
        + number(report.meanTime, 10)
        + number(report.medianTime, 11) + number(report.maxTime, 10)
        + column(report.rays.map { String(format: "%.1f", $0.nanoseconds) } ?? "", 10)
        + "  " + hexadecimal(report.hash)
    }

    private func line(_ report: PhysicsReport) -> String {
      var words = ["carom", report.scene]
      for (key, value) in values(report) { words.append("\(key)=\(value)") }
      return words.joined(separator: "\t")
    }

    /// The measurements of a report, with the keys used by the benchmarks of other engines.
    private func values(_ report: PhysicsReport) -> [(key: String, value: String)] {
      func milliseconds(_ value: Double) -> String { String(format: "%.4f", value) }
      var values: [(key: String, value: String)] = [
        ("thr", "\(report.threads)"), ("steps", "\(report.stepTimes.count)"),
        ("bodies", "\(report.bodyCount)"), ("cpuMean", milliseconds(report.meanTime)),
        ("cpuMed", milliseconds(report.medianTime)), ("cpuMax", milliseconds(report.maxTime)),
        ("cpuLast60", milliseconds(report.lastMeanTime)),
        ("wallMean", milliseconds(report.meanWallTime)),
        ("wallMed", milliseconds(report.medianWallTime)),
        ("create", milliseconds(report.creationTime)), ("contacts", "\(report.contactCount)"),
      ]
      if let rays = report.rays {
        values += [
          ("nsPerRay", String(format: "%.1f", rays.nanoseconds)), ("hits", "\(rays.hits)"),
          ("fracSum", String(format: "%.4f", rays.fractionSum)),
        ]
      }
      return values + [("hash", hexadecimal(report.hash))]
    }

    private func object(_ report: PhysicsReport) -> String {
      var json = JSONWriter()
      json.object { writer in
        writer.member("scene") { $0.value(report.scene) }
        for (key, value) in values(report) {
          writer.member(key) { key == "hash" ? $0.value(value) : $0.raw(value) }
        }
        guard !report.stages.isEmpty else { return }
        writer.member("stages") { writer in
          writer.object { writer in
            for stage in report.stages {
              writer.member(stage.name) { $0.raw(String(format: "%.4f", stage.wallTime)) }
            }
          }
        }
      }
      return json.text
    }
  }
}
