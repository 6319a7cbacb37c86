import ArgumentParser
import CaromBenchmarks
import CaromDocuments
import CaromMaths
import CaromTool
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
        Times are CPU time of the process in milliseconds per step, so that other programs have little \
        influence. With --scene or --file, prints one line of tab-separated key=value pairs; otherwise a \
        table of all scenes. The hash is the same on every machine.

        A FILE for --file has one item per line, with spaces between words:
        \(PhysicsSceneReader.forms.map { "  \($0.item) \($0.words)" }.joined(separator: "\n"))
        Body KIND: 0 static, 1 kinematic, 2 dynamic. SHAPE: 0 box (half extents h), 1 sphere (r), 2 capsule \
        along y (r, half length hh of its segment), 3 hull number HULL from 0, 4 the mesh, 5 cylinder along y \
        (r, half height hh). A body is created before step BIRTH and destroyed before step DEATH; -1 is \
        never. Joint KIND: 0 ball socket, 1 hinge about the axis within lo to hi, 2 cone twist with a cone \
        and a twist within lo to hi; anchor and axis in the world, angles in radians. Gravity is -10, a step \
        1/60 s, friction the same for every pair; there is no restitution or damping.

        --trace writes little-endian frames: before the first step, after every TRACE-EVERY (60 with --scene) \
        steps and after the last. A frame is an int32 step, an int32 count and for each body an int32 index \
        and 13 float32: position, quaternion x y z w, velocity, angular velocity.

        EXAMPLE: carom bench physics --scene S1 --poses poses.txt
        EXAMPLE: carom bench physics --file tower.txt --threads 2 --trace tower.trace
        """)

    @Option(help: "The scene. Default: all scenes.")
    var scene: String?

    @Option(help: ArgumentHelp("Run a scene from a text file instead.", valueName: "file"))
    var file: String?

    @Option(help: "The number of threads, 1 to 256; the hash does not depend on it.")
    var threads = 1

    @Option(
      help: ArgumentHelp(
        "Write the final state of all bodies: index, position, quaternion x y z w, velocity.",
        valueName: "file"))
    var poses: String?

    @Option(
      help: ArgumentHelp(
        "Write the states of all bodies during the run; requires --scene or --file.",
        valueName: "file"))
    var trace: String?

    @Flag(help: "Print the time of each stage of a step; requires --scene or --file.")
    var stages = false

    @Flag(help: "Print one JSON object for each scene.")
    var json = false

    func validate() throws {
      guard (1...256).contains(threads) else {
        throw ValidationError("--threads: \(threads) is out of range; 1 to 256 is accepted")
      }
      guard poses == nil || scene != nil else {
        throw ValidationError("--poses: requires --scene")
      }
      guard scene == nil || file == nil else {
        throw ValidationError("--file: excludes --scene")
      }
      let isOne = scene != nil || file != nil
      guard !stages || isOne else {
        throw ValidationError("--stages: requires --scene or --file")
      }
      guard trace == nil || isOne else {
        throw ValidationError("--trace: requires --scene or --file")
      }
    }

    func run() throws {
      try Files.check(
        outputs: ["--poses": poses, "--trace": trace], inputs: file.map { [$0] } ?? [])
      guard let chosen = try chosenScene() else { return try runAll() }
      let report = try measure(chosen)
      Terminal.print(json ? object(report) : line(report))
      if !json { report.stages.forEach { Terminal.print(line($0)) } }
      if let poses { try Files.write(Array(report.poseText.utf8), to: poses) }
    }

    /// The scene of --scene or --file; nil for all scenes.
    private func chosenScene() throws -> PhysicsScene? {
      if let file {
        let text = try Files.read(file, atMost: 1 << 26)
        do throws(PhysicsSceneError) { return try PhysicsSceneReader.scene(from: text) } catch {
          throw CommandFailure.checkFailed(error.message(file: file))
        }
      }
      guard let scene else { return nil }
      guard let found = PhysicsScene(named: scene) else {
        throw CommandFailure.unknown("scene", scene, known: PhysicsScene.names)
      }
      return found
    }

    private func measure(_ scene: PhysicsScene) throws -> PhysicsReport {
      guard let trace else { return try scene.run(threads: threads, measuresStages: stages) }
      let output = try Files.open(output: trace)
      defer { close(output) }
      return try scene.run(threads: threads, measuresStages: stages) { frame in
        try Files.append(frame, to: output, named: trace)
      }
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
        ("awakeEnd", "\(report.awakeCount)"), ("asleepAt", "\(report.asleepStep ?? -1)"),
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
