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
}
