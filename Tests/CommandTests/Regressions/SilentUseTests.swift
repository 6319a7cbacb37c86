import Foundation
import Testing

/// Symptom: `test f.feature:4:9999` ran the scenario at line 4, `--frame x.jpg` wrote a PNG,
/// `--record /typo/x` made a folder, and a comparison that is always true was not named.
///
/// Cause: a line was used if it named a scenario, and otherwise forgotten; names of images were not
/// looked at; every output made its folder; selectors gave hints only if they found nothing.
@Suite("Regression: use that was accepted silently")
struct SilentUseTests {
  private func write(_ text: String, _ name: String, in folder: URL) throws {
    try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
  }

  private static let feature = """
    Feature: lines
      Scenario: one
        Given the game "brick-breaker"
      Scenario Outline: many
        Given the game <game>
        Examples:
          | game            |
          | "brick-breaker" |

    """

  @Test(
    "A line without a scenario is incorrect use, also beside one with a scenario",
    arguments: ["f.feature:9999", "f.feature:3:9999", "f.feature:9999:3", "f.feature:1"])
  func lines(path: String) throws {
    try TemporaryFolder.use { folder in
      try write(Self.feature, "f.feature", in: folder)
      let run = try Program.run(["test", path], in: folder)
      #expect(run.exitCode == 2 && run.output.isEmpty, "\(run.output)")
      let line = path.contains("9999") ? 9_999 : 1
      #expect(
        run.errors.contains("f.feature:\(line): no scenario is at this line"), "\(run.errors)")
      #expect(run.errors.contains("such as 2, 4"), "\(run.errors)")
    }
  }

  @Test(
    "The lines of scenarios, of their steps and of examples are accepted",
    arguments: [2, 3, 4, 5, 8])
  func known(line: Int) throws {
    try TemporaryFolder.use { folder in
      try write(Self.feature, "f.feature", in: folder)
      let run = try Program.run(["test", "f.feature:\(line)"], in: folder)
      #expect(run.exitCode == 0 && run.output.contains("1 scenario: 1 passed"), "\(run.errors)")
    }
  }

  @Test(
    "An image in another format than PNG is refused before anything runs",
    arguments: [
      ["run", "brick-breaker", "--ticks", "1", "--frame", "x.jpg"],
      ["render", "brick-breaker", "-o", "x.JPEG"],
      ["render", "brick-breaker", "--every", "1", "--until", "2", "-o", "x%d.webp"],
    ])
  func formats(arguments: [String]) throws {
    try TemporaryFolder.use { folder in
      let run = try Program.run(
        arguments, in: folder, environment: ["CAROM_ROOT": Program.checkout.path])
      #expect(run.exitCode == 2 && run.output.isEmpty)
      #expect(run.errors.contains("a name that ends in .png is accepted"), "\(run.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test("A recording is not made in a folder that does not exist")
  func folders() throws {
    try TemporaryFolder.use { folder in
      let run = try Program.run(
        ["run", "brick-breaker", "--ticks", "1", "--record", "typo/x.jsonl"], in: folder,
        environment: ["CAROM_ROOT": Program.checkout.path])
      #expect(run.exitCode == 2 && run.output.isEmpty)
      #expect(run.errors.contains("typo/x.jsonl: there is no folder typo; "), "\(run.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test("A package is not named after a keyword, a module or a type of Swift")
  func packages() throws {
    try TemporaryFolder.use { folder in
      for (name, reason) in [
        ("main", "is the name of a module"), ("swift", "is the name of a module"),
        ("int", "is a type of Swift"), ("package", "is a keyword of Swift"),
      ] {
        let run = try Program.run(
          ["new", name], in: folder, environment: ["CAROM_ROOT": Program.checkout.path])
        #expect(run.exitCode == 2 && run.errors.contains("NAME: '\(name)' \(reason); "))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }

  @Test("The message about the only file of replay verify begins as that of other commands")
  func prefix() throws {
    try TemporaryFolder.use { folder in
      try write("{}\n", "x.jsonl", in: folder)
      for name in ["x.jsonl", "missing"] {
        let verify = try Program.run(["replay", "verify", name], in: folder)
        let info = try Program.run(["replay", "info", name], in: folder)
        #expect(verify.errors == info.errors && verify.errors.hasPrefix("carom: \(name)"))
        #expect(verify.exitCode == info.exitCode)
      }
    }
  }

  @Test("A comparison that is always true is named by find, features and fuzz")
  func comparisons() throws {
    try TemporaryFolder.use { folder in
      let environment = ["CAROM_ROOT": Program.checkout.path]
      let selector = "//node[@isHidden=true()]"
      let hint = "warning: @isHidden=true() compares whether there is such an attribute"
      let find = try Program.run(
        ["find", "brick-breaker", selector], in: folder, environment: environment)
      #expect(find.exitCode == 0 && find.errors.contains("\(selector): \(hint)"), "\(find.errors)")
      try write(
        """
        Feature: f
          Scenario: s
            Given the game "brick-breaker"
            Then "//node[@isHidden=false()]" is not there

        """, "f.feature", in: folder)
      let test = try Program.run(["test", "f.feature"], in: folder, environment: environment)
      #expect(test.exitCode == 0, "\(test.output)")
      #expect(
        test.errors.contains("warning: @isHidden=false() compares whether there is such"),
        "\(test.errors)")
      let fuzz = try Program.run(
        [
          "fuzz", "brick-breaker", "--runs", "1", "--ticks", "10", "--invariant",
          "not(//node[@isHidden=false()])",
        ], in: folder, environment: environment)
      #expect(fuzz.errors.contains("warning: @isHidden=false() compares"), "\(fuzz.errors)")
    }
  }
}
