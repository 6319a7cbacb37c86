import CaromPlayer
import Foundation
import TestSupport
import Testing

@Suite("carom test")
struct TestCommandTests {
  private let features = "Tests/GameStepsTests/Features"

  /// Runs `carom test` on a feature.
  private func run(_ feature: String, _ options: String...) throws -> Program.Outcome {
    try TemporaryFolder.use { folder in
      let file = folder.appending(path: "a.feature")
      try Data(feature.utf8).write(to: file)
      return try Program.run(["test", file.path] + options)
    }
  }

  @Test("Scenarios are selected by tag and line, and printed one a line")
  func chosen() throws {
    let tagged = try Program.run("test", features, "--tags", "@bricks and not @slow", "--twice")
    #expect(tagged.exitCode == 0, "\(tagged.errors)")
    #expect(tagged.output.contains("passed    \(features)/brick-breaker.feature:10 The ball waits"))
    #expect(!tagged.output.contains("marble-maze"))
    let one = try Program.run("test", "\(features)/brick-breaker.feature:46", "--json")
    #expect(one.exitCode == 0)
    #expect(one.output.split(separator: "\n").count == 1)
    #expect(one.output.contains("\"line\":46,") && one.output.contains("\"status\":\"passed\""))
  }

  @Test(
    "A failure has exit code 1, its location, tick and hash, and snippets of undefined steps")
  func failing() throws {
    let outcome = try run(
      """
      Feature: F
        Scenario: A
          Given the game "brick-breaker"
          When 5 ticks pass
          Then the score is 3
        Scenario: B
          When I do 3 things
      """)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("2 scenarios: 1 undefined, 1 failed"), "\(outcome.output)")
    #expect(
      outcome.errors.contains("a.feature:5:5: Then the score is 3\n  the score is 0, expected 3"))
    #expect(outcome.errors.contains("  at tick 5, hash "))
    #expect(outcome.errors.contains("steps.when(\"I do {int} things\")"))
    let dry = try run("Feature: F\n  Scenario: A\n    When 5 ticks pass\n", "--dry-run")
    #expect(dry.exitCode == 0 && dry.output.contains("1 skipped"))
  }

  @Test("Reports and recordings are written, and the recording replays")
  func reports() throws {
    try TemporaryFolder.use { folder in
      let file = folder.appending(path: "b.feature")
      let text =
        "Feature: F\n  Scenario: A\n    Given the game \"marble-maze\"\n    When 90 ticks pass\n"
      try Data((text + "    Then the score is 1\n").utf8).write(to: file)
      let outcome = try Program.run(
        "test", file.path, "--report", folder.path + "/r.html", "--junit", folder.path + "/j.xml",
        "--messages", folder.path + "/m.ndjson", "--recordings", folder.path + "/r")
      #expect(outcome.exitCode == 1)
      for name in ["r.html", "j.xml", "m.ndjson"] {
        let size = try Data(contentsOf: folder.appending(path: name)).count
        #expect(size > 500, "\(name)")
      }
      // The name contains the folders of the feature, so that it is unique in a run.
      let recordings = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/r")
      let name = try #require(recordings.first { $0.hasSuffix("__b-feature-2.replay.jsonl") })
      let verified = try Program.run("replay", "verify", folder.path + "/r/" + name)
      #expect(verified.exitCode == 0, "\(verified.errors)")
      #expect(verified.output.contains("OK, 90 ticks"))
    }
  }

  @Test("Incorrect use has exit code 2 and reports what is expected")
  func wrongUse() throws {
    let tags = try Program.run("test", features, "--tags", "@a and")
    #expect(tags.exitCode == 2 && tags.errors.contains("--tags: column"), "\(tags.errors)")
    let path = try Program.run("test", "no/such.feature")
    #expect(path.exitCode == 2 && path.errors.contains("no such file or folder"))
    let none = try Program.run("test", features, "--tags", "@nobody")
    #expect(none.exitCode == 2 && none.errors.contains("no scenario matches these tags"))
    let threads = try Program.run("test", features, "--threads", "0")
    #expect(threads.exitCode == 2 && threads.errors.contains("1 to 256"))
    let damaged = try run("Feature: F\n  Scenario: A\n    Given x\n  no\n")
    #expect(damaged.exitCode == 1 && damaged.errors.contains("a.feature:4:3: expected: "))
  }

  /// Symptom: `--twice` took 5.6 MB and 37 ms for every step.
  ///
  /// Cause: the listing of the whole state was kept after each step of both runs.
  @Test("Eight hundred steps run twice in a second and in little memory")
  func manyStepsTwice() throws {
    try TemporaryFolder.use { folder in
      func measure(_ steps: Int) throws -> RunningProgram {
        let file = folder.appending(path: "\(steps).feature")
        let text =
          "Feature: F\n  Scenario: A\n    Given the game \"marble-maze\"\n    When I press space\n"
          + String(repeating: "    When 1 tick passes\n", count: steps)
        try Data(text.utf8).write(to: file)
        let program = try RunningProgram(["test", file.path, "--twice"], in: folder)
        let outcome = try program.finish()
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        return program
      }
      let (few, many) = (try measure(1), try measure(801))
      let seconds = many.cpuSeconds - few.cpuSeconds
      let memory = many.peakMemory - few.peakMemory
      print("measured: 800 steps twice in \(seconds) s and \(memory >> 20) MiB more than 1 step")
      #expect(seconds < 3, "a second, with room for a busy machine")
      #expect(memory < 64 << 20)
    }
  }

  /// Symptom: of several errors in a feature one was printed, files without scenarios were in no
  /// message, and the end of a file had the column 0.
  ///
  /// Cause: only the first failed step was explained, and a run without scenarios wrote no report.
  @Test("All errors of a file are printed, and a file without scenarios is in the messages")
  func parseErrors() throws {
    let two = try run("Feature: F\n  Scenario: A\n    Given x\n  no\n  nor\n    \"\"\"\n")
    #expect(two.exitCode == 1)
    for place in ["4:3: expected", "5:3: expected", "7: unexpected end"] {
      #expect(two.errors.contains("a.feature:" + place), "\(place): \(two.errors)")
    }
    try TemporaryFolder.use { folder in
      let (empty, messages) = (folder.path + "/e.feature", folder.path + "/m.ndjson")
      try Data("Feature: empty\n".utf8).write(to: URL(filePath: empty))
      let run = try Program.run("test", empty, "--messages", messages)
      #expect(run.exitCode == 2 && run.errors.contains("e.feature: the file has no scenarios"))
      let text = try String(contentsOfFile: messages, encoding: .utf8)
      #expect(text.contains("\"gherkinDocument\"") && text.contains("\"name\":\"empty\""))
      #expect(text.contains("\"testRunFinished\""))
      let markdown = folder.path + "/m.feature.md"
      try Data("# Feature: m\n".utf8).write(to: URL(filePath: markdown))
      let refused = try Program.run("test", folder.path)
      #expect(refused.exitCode == 1)
      #expect(refused.errors.contains("m.feature.md:1:1: Markdown with Gherkin"))
    }
  }

  /// Symptom: a missing golden image was written on a CI server whose `CI` is `1`, in silence.
  ///
  /// Cause: only `CI=true` counted, and a written image was a step that passed like any other.
  @Test("A missing golden image fails on CI and if it is required; otherwise it is reported as new")
  func goldens() throws {
    try TemporaryFolder.use { folder in
      let feature = folder.path + "/g.feature"
      let text = """
        Feature: F
          Scenario: A
            Given the game "brick-breaker"
            Then the picture is that of "gold/a.png"
        """
      try Data(text.utf8).write(to: URL(filePath: feature))
      let image = folder.path + "/gold/a.png"
      let left = folder.path + "/left"
      func test(_ options: String..., ci: String = "") throws -> Program.Outcome {
        try Program.run(
          ["test", feature] + options, environment: ["CI": ci, "CAROM_GOLDENS_LEFT": left])
      }
      for outcome in [try test(ci: "1"), try test("--goldens", "required")] {
        #expect(outcome.exitCode == 1 && outcome.errors.contains("does not exist"))
        #expect(!FileManager.default.fileExists(atPath: image))
      }
      let written = try test()
      #expect(written.exitCode == 0)
      #expect(written.errors.contains("new: the golden image \(image) was written"))
      let compared = try test(ci: "1")
      #expect(compared.exitCode == 0 && compared.errors.isEmpty)
      try Data(text.replacing("    Then", with: "    When 9 ticks pass\n    Then").utf8)
        .write(to: URL(filePath: feature))
      let updated = try test("--goldens", "all")
      #expect(updated.exitCode == 0 && updated.errors.contains("updated: the golden image"))
      #expect(try test("--goldens", "some").exitCode == 2)
    }
  }
}
