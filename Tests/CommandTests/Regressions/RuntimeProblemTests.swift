import Foundation
import Testing

/// Symptom: a scene that called a function which the game does not have was told by `run`, `render`
/// and `scene check` only; `test`, `fuzz` and `replay` said nothing.
///
/// Cause: only the first three asked the scene after its last tick.
@Suite("Problems that a scene reports during its ticks")
struct RuntimeProblemTests {
  private static let scene = """
    { "format": "carom.scene/1", "nodes": [
      { "name": "bomb", "actions": [ { "run": { "function": "explode" } } ] }
    ] }
    """

  /// The number of lines that tell the problem, each as a warning.
  private func count(_ errors: String) -> Int {
    errors.split(separator: "\n").count {
      $0.contains("warning: ") && $0.contains("no function is called \"explode\"")
    }
  }

  @Test("Every command that runs ticks tells a problem once, and goes on")
  func told() throws {
    try TemporaryFolder.use { folder in
      try Data(Self.scene.utf8).write(to: folder.appending(path: "level.json"))
      let feature = """
        Feature: F
          Scenario: A
            Given the scene "level.json"
            When 30 ticks pass
          Scenario: B
            Given the scene "level.json"
            When 20 ticks pass

        """
      try Data(feature.utf8).write(to: folder.appending(path: "a.feature"))
      for command in [
        ["run", "level.json", "--ticks", "30", "--record", "a.replay.jsonl"],
        ["test", "a.feature", "--json"], ["fuzz", "level.json", "--ticks", "30", "--runs", "2"],
        ["replay", "verify", "a.replay.jsonl"],
        ["replay", "hashes", "a.replay.jsonl", "--every", "9"],
        ["replay", "to-feature", "a.replay.jsonl"],
        ["replay", "trim", "a.replay.jsonl", "--to", "20", "-o", "b.replay.jsonl"],
        ["replay", "bisect", "a.replay.jsonl", "b.replay.jsonl"],
      ] {
        let run = try Program.run(command, in: folder)
        #expect(run.exitCode == 0, "\(command): \(run.errors)")
        #expect(count(run.errors) == 1, "\(command): \(run.errors)")
      }
    }
  }
}
