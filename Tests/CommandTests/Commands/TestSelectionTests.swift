import Foundation
import Testing

/// `carom test` in continuous integration and while somebody writes: shards, lists of failures,
/// annotations and watching.
@Suite("carom test: selections and watching")
struct TestSelectionTests {
  private static let text = """
    Feature: F
      Scenario: A
        Given the game "brick-breaker"
        Then the score is 1
      Scenario: B
        Given the game "brick-breaker"
        Then the score is 0
      Scenario: C
        Given the game "brick-breaker"
        Then the score is 2
    """

  /// Writes the feature to a folder and passes both paths to a closure.
  private func use(_ body: (_ folder: URL, _ feature: String) throws -> Void) throws {
    try TemporaryFolder.use { folder in
      let feature = folder.appending(path: "a.feature")
      try Data(Self.text.utf8).write(to: feature)
      try body(folder, feature.path)
    }
  }

  @Test("Shards have all scenarios, each once, and one of them may be empty")
  func shards() throws {
    try use { _, feature in
      var lines: [Substring] = []
      for number in 1...4 {
        let run = try Program.run("test", feature, "--shard", "\(number)/4")
        #expect(run.exitCode == (number == 1 || number == 3 ? 1 : 0), "\(run.errors)")
        #expect(run.output.contains("shard \(number)/4: \(number < 4 ? 1 : 0) of 3 scenarios"))
        lines += run.output.split(separator: "\n").filter { $0.contains("a.feature") }
      }
      #expect(lines.map { $0.suffix(30).contains("ticks") } == [true, true, true])
      #expect(Set(lines.map { $0.prefix { $0 != "(" } }).count == 3)
      let wrong = try Program.run("test", feature, "--shard", "5/4")
      #expect(wrong.exitCode == 2 && wrong.errors.contains("1/4 to 4/4"), "\(wrong.errors)")
    }
  }

  @Test("The failed scenarios are listed and run again until none fails")
  func rerun() throws {
    try use { folder, feature in
      let list = folder.path + "/failed.txt"
      func text() throws -> String { try String(contentsOfFile: list, encoding: .utf8) }
      #expect(try Program.run("test", feature, "--failed", list).exitCode == 1)
      #expect(try text() == "\(feature):2:8\n")
      try Data(Self.text.replacing("score is 1", with: "score is 0").utf8)
        .write(to: URL(filePath: feature))
      let again = try Program.run("test", "--rerun-failed", list, "--failed", list)
      #expect(again.exitCode == 1 && again.output.contains("2 scenarios: 1 passed, 1 failed"))
      #expect(try text() == "\(feature):8\n")
      try Data().write(to: URL(filePath: list))
      let none = try Program.run("test", "--rerun-failed", list)
      #expect(none.exitCode == 0 && none.output.contains("no scenario failed"), "\(none.errors)")
      try Data("something else\n".utf8).write(to: URL(filePath: list))
      let wrongUses = [
        ["--rerun-failed", list], ["--rerun-failed", folder.path + "/none"],
        ["--rerun-failed", list, feature], [],
      ]
      for wrong in wrongUses {
        let outcome = try Program.run(["test"] + wrong)
        #expect(outcome.exitCode == 2, "\(outcome.errors)")
      }
    }
  }

  @Test("On GitHub, failures are annotations at paths of the checkout")
  func annotations() throws {
    try use { folder, feature in
      let variables = ["GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": folder.path + "/"]
      let run = try Program.run(["test", feature], environment: variables)
      let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("::error ") }
      let expected =
        "::error file=a.feature,line=4,col=5,title=A%3A Then the score is 1::"
        + "the score is 0, expected 1%0Aat tick 0"
      #expect(lines.first.map(String.init) == expected)
      #expect(lines.count == 2)
      for options in [["--no-github"], ["--json"]] {
        let without = try Program.run(["test", feature] + options, environment: variables)
        #expect(!without.output.contains("::error") && without.exitCode == 1)
      }
      #expect(try Program.run("test", feature, "--github").output.contains("::error file=/"))
      #expect(try Program.run("test", feature, "--github", "--json").exitCode == 2)
    }
  }

  @Test("Watching prints a line a run, runs what a change affects, and ends at Ctrl-C with 130")
  func watch() throws {
    try use { folder, feature in
      let report = folder.path + "/r.xml"
      let program = try RunningProgram(
        ["test", feature, "--watch", "--junit", report], in: folder)
      program.wait { program.text.contains("Ctrl-C ends") }
      #expect(program.text.contains("all: 3 scenarios: 1 passed, 2 failed"), "\(program.text)")
      try Data(Self.text.replacing("score is 1", with: "score is 0").utf8)
        .write(to: URL(filePath: feature))
      let clock = ContinuousClock()
      let time = clock.measure { program.wait { program.text.contains("2 passed, 1 failed") } }
      print("measured: \(time) from a changed feature to the result of its three scenarios")
      #expect(time < .seconds(20), "half a second, with room for a busy machine")
      try Data("Feature: F\n".utf8).write(to: URL(filePath: feature))
      program.wait { program.text.contains("a.feature: no scenarios") }
      program.send(SIGINT)
      let outcome = try program.finish()
      #expect(outcome.exitCode == 130)
      #expect(outcome.output.split(separator: "\n").count == 4, "\(outcome.output)")
      #expect(outcome.errors.contains("a.feature:4:5: Then the score is 1"))
      #expect(FileManager.default.fileExists(atPath: report))
      for option in ["--dry-run", "--json", "--fail-fast", "--shard=1/2"] {
        let wrong = try Program.run("test", feature, "--watch", option)
        #expect(wrong.exitCode == 2 && wrong.errors.contains("--watch: cannot be combined"))
      }
    }
  }
}
