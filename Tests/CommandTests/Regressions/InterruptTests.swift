import Foundation
import Testing

/// Symptom: Ctrl-C and SIGTERM ended `test`, `run`, `render` and `replay` without a report, and
/// `fuzz` only after eight whole runs; `--against` waited for ever.
///
/// Cause: only `fuzz` handled the one signal, between batches, and no process had a time limit.
@Suite("Interrupts")
struct InterruptTests {
  /// Starts a program, sends it a signal once a condition is true, and returns its end.
  private func interrupt(
    _ arguments: [String], by signal: Int32, in folder: URL,
    when isReady: (RunningProgram) -> Bool = { _ in true }
  ) throws -> Program.Outcome {
    let program = try RunningProgram(arguments, in: folder)
    program.waitUntilItHandlesSignals()
    program.wait { isReady(program) }
    program.send(signal)
    return try program.finish()
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test("An interrupted run prints its report and completes its recording", arguments: [2, 15])
  func run(signal: Int32) throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.replay.jsonl"
      let end = try interrupt(
        ["run", "brick-breaker", "--ticks", "1000000000", "--json", "--record", file], by: signal,
        in: folder
      ) { _ in (try? text(file).contains("\"t\":60,")) ?? false }
      #expect(end.exitCode == 128 + signal)
      #expect(end.errors.contains("interrupted after "))
      #expect(end.errors.contains(" of 1000000000 ticks"))
      #expect(end.output.contains("\"isInterrupted\":true"))
      #expect(try text(file).split(separator: "\n").last?.contains("\"end\":1") ?? false)
    }
  }

  @Test("An interrupted test run writes its reports, marked as interrupted", arguments: [2, 15])
  func test(signal: Int32) throws {
    try TemporaryFolder.use { folder in
      let feature = folder.path + "/a.feature"
      let long = String(repeating: "    When 216000 ticks pass\n", count: 1_000)
      try """
      Feature: F
        Scenario: Short
          Given the game "brick-breaker"
        Scenario: Long
          Given the game "brick-breaker"
      \(long)
        Scenario: Late
          Given the game "brick-breaker"
      """.write(toFile: feature, atomically: true, encoding: .utf8)
      let reports = ["r.html", "j.xml", "m.ndjson"].map { folder.path + "/" + $0 }
      let end = try interrupt(
        [
          "test", feature, "--threads", "1", "--report", reports[0], "--junit", reports[1],
          "--messages", reports[2],
        ], by: signal, in: folder
      ) { $0.text.contains("Short") }
      #expect(end.exitCode == 128 + signal)
      #expect(end.output.contains("interrupted after 1 of 3 scenarios"), "\(end.output)")
      #expect(end.output.contains("3 scenarios: 1 passed, 2 skipped"))
      let junit = try text(reports[1])
      #expect(junit.components(separatedBy: "<skipped message=\"interrupted\"/>").count == 3)
      #expect(try text(reports[0]).contains("interrupted after 1 of 3 scenarios"))
      #expect(try text(reports[2]).contains("\"message\":\"interrupted\",\"success\":false"))
    }
  }

  @Test("An interrupted search ends within its runs and says what it did")
  func fuzz() throws {
    try TemporaryFolder.use { folder in
      let end = try interrupt(
        [
          "fuzz", "brick-breaker", "--ticks", "1000000000", "--threads", "1", "--json", "-o",
          folder.path + "/f",
        ], by: SIGINT, in: folder)
      #expect(end.exitCode == 130)
      #expect(end.output.contains("\"isInterrupted\":true"), "\(end.errors)")
    }
  }

  /// Symptom: the first of 90,000 images was written after minutes.
  ///
  /// Cause: for each file, all input files were looked at again before anything ran.
  @Test("An interrupted series keeps its images")
  func render() throws {
    try TemporaryFolder.use { folder in
      let end = try interrupt(
        [
          "render", "brick-breaker", "--every", "1", "--until", "90000", "--size", "32x18", "-o",
          folder.path + "/%d.png",
        ], by: SIGTERM, in: folder
      ) { _ in exists(folder.path + "/3.png") }
      #expect(end.exitCode == 143)
      #expect(end.errors.contains("interrupted after ") && end.errors.contains(" of 90001 images"))
      #expect(try Picture.size(of: folder.path + "/2.png") == [32, 18])
    }
  }

  /// A recording that claims to be a billion ticks long.
  private func longRecording(_ folder: URL) throws -> String {
    let file = folder.path + "/long.replay.jsonl"
    let run = try Program.run("run", "brick-breaker", "--ticks", "60", "--record", file)
    #expect(run.exitCode == 0)
    var lines = try text(file).split(separator: "\n").dropLast().map(String.init)
    for number in 1...1_000 { lines.append("{\"t\":\(number)000000,\"note\":\"n\"}") }
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  @Test(
    "Interrupted commands for recordings say how far they came",
    arguments: [["verify"], ["trim", "--to", "900000000", "-o"], ["state"], ["bisect"]])
  func replay(command: [String]) throws {
    try TemporaryFolder.use { folder in
      let file = try longRecording(folder)
      var arguments = ["replay", command[0], file] + command.dropFirst()
      if command[0] == "trim" { arguments.append(folder.path + "/short") }
      if command[0] == "bisect" { arguments.append(file) }
      let end = try interrupt(arguments, by: SIGINT, in: folder)
      #expect(end.exitCode == 130)
      #expect(end.errors.contains("interrupted "), "\(end.errors)")
      if command[0] == "trim" {
        #expect(try Program.run("replay", "verify", folder.path + "/short").exitCode == 0)
      }
    }
  }

  @Test("Another build that gives no answer is ended after the time limit")
  func timeout() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.replay.jsonl"
      _ = try Program.run("run", "brick-breaker", "--ticks", "60", "--record", file)
      let other = folder.path + "/other"
      try "#!/bin/sh\nsleep 1000\n".write(toFile: other, atomically: true, encoding: .utf8)
      try #require(chmod(other, 0o755) == 0)
      let start = ContinuousClock.now
      let bisect = try Program.run("replay", "bisect", file, "--against", other, "--timeout", "1")
      #expect(bisect.exitCode == 1)
      #expect(bisect.errors.contains("gave no answer within 1"), "\(bisect.errors)")
      #expect(ContinuousClock.now - start < .seconds(60))
    }
  }

  /// Symptom: two signals within milliseconds, as from a terminal and a launcher that both pass on
  /// one Ctrl-C, ended `fuzz` without its results in half of the runs.
  ///
  /// Cause: the second signal ended the process, however soon it came.
  @Test("Two signals at once are one interrupt")
  func twoSignals() throws {
    try TemporaryFolder.use { folder in
      for _ in 0..<5 {
        let program = try RunningProgram(
          ["run", "brick-breaker", "--ticks", "1000000000", "--json"], in: folder)
        program.waitUntilItHandlesSignals()
        program.send(SIGINT)
        usleep(500)
        program.send(SIGINT)
        let end = try program.finish()
        #expect(end.exitCode == 130)
        #expect(end.output.contains("\"isInterrupted\":true"), "\(end.output)")
      }
    }
  }
}
