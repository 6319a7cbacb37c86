import Foundation
import Testing

/// Symptom: `test f.feature --junit f.feature`, `run s.json --save s.json` and others replaced
/// their own input without a word; recordings of two failed scenarios had one name; `replay trim`
/// made a recording that verified from one that did not; a recording of a scene beside it was found
/// only from its own folder; `rehash` gave up at the first damaged file.
///
/// Cause: outputs were compared with outputs only; names replaced letters outside of ASCII by
/// hyphens; a trimmed recording was written without a comparison; scenes were searched from the
/// working directory.
@Suite("Input files")
struct InputFileTests {
  private let scene = """
    { "format": "carom.scene/1", "nodes": [
      { "name": "ball", "geometry": { "sphere": {} }, "physics": { "type": "dynamic" } },
      { "name": "eye", "position": [0, 0, 9], "camera": {} } ] }
    """

  private func write(_ text: String, _ folder: URL, _ name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  private func text(_ folder: URL, _ name: String) throws -> String {
    try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test(
    "A command does not replace what it reads",
    arguments: [
      "test f.feature --junit f.feature", "test . --messages f.feature",
      "test f.feature --report link", "run s.json --ticks 1 --save s.json",
      "run s.json --ticks 1 --record s.json", "run s.json --ticks 1 --frame ./s.json",
      "render s.json -o s.json", "fuzz s.json --runs 1 -o s.json --invariant false()",
    ])
  func inputs(line: String) throws {
    try TemporaryFolder.use { folder in
      let feature = "Feature: F\n  Scenario: S\n    Given the scene \"s.json\"\n"
      try write(feature, folder, "f.feature")
      try write(scene, folder, "s.json")
      try #require(symlink("f.feature", folder.path + "/link") == 0)
      let end = try Program.run(line.split(separator: " ").map(String.init), in: folder)
      #expect(end.exitCode == 2, "\(end.output) \(end.errors)")
      #expect(end.errors.contains("is read by this command"), "\(end.errors)")
      #expect(try text(folder, "f.feature") == feature)
      #expect(try text(folder, "s.json") == scene)
    }
  }

  @Test("Failed scenarios of files whose names differ in any letter keep one recording each")
  func recordings() throws {
    try TemporaryFolder.use { folder in
      let names = ["试/f.feature", "验/f.feature", "a b.feature", "a-b.feature", "a_b.feature"]
      for name in names {
        try write(
          """
          Feature: F
            Scenario: S
              Given the game "brick-breaker"
              Then 1 ball exists nowhere
          """, folder, name)
      }
      let end = try Program.run(
        ["test"] + names + ["--recordings", "r"], in: folder,
        environment: [
          "CAROM_ROOT": Program.checkout.path
        ])
      #expect(end.exitCode == 1)
      let made = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/r")
      #expect(made.count == names.count, "\(made)")
      #expect(made.contains("a-b-feature-2.replay.jsonl"))
    }
  }

  @Test("A recording that does not verify is not trimmed to one that does")
  func trim() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.jsonl"
      #expect(
        try Program.run("run", "brick-breaker", "--bot", "--ticks", "400", "--record", file)
          .exitCode == 0)
      var lines = try text(folder, "a.jsonl").split(separator: "\n").map(String.init)
      let early = try #require(
        lines.firstIndex { $0.hasPrefix("{\"t\":") && !$0.contains("\"check\"") })
      lines.remove(at: early)
      try write(lines.joined(separator: "\n") + "\n", folder, "b.jsonl")
      let end = try Program.run(
        "replay", "trim", folder.path + "/b.jsonl", "--to", "90", "-o", folder.path + "/t.jsonl")
      #expect(end.exitCode == 1, "\(end.output)")
      #expect(end.errors.contains("only a recording that verifies is trimmed"), "\(end.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/t.jsonl"))
      let good = try Program.run(
        "replay", "trim", file, "--to", "90", "-o", folder.path + "/t.jsonl")
      #expect(good.exitCode == 0)
      #expect(try Program.run("replay", "verify", folder.path + "/t.jsonl").exitCode == 0)
    }
  }

  @Test("A recording of a scene beside it verifies from every folder")
  func besideRecording() throws {
    try TemporaryFolder.use { folder in
      try write(scene, folder, "here/s.json")
      // Another scene of this name, where the command runs.
      try write(scene.replacingOccurrences(of: "[0, 0, 9]", with: "[0, 0, 8]"), folder, "s.json")
      let here = folder.appending(path: "here")
      let made = try Program.run("run", "s.json", "--ticks", "20", "--record", "a.jsonl", in: here)
      #expect(made.exitCode == 0)
      let end = try Program.run("replay", "verify", "here/a.jsonl", in: folder)
      #expect(end.exitCode == 0, "\(end.errors)")
    }
  }

  @Test("A damaged recording does not keep the others from being rehashed")
  func rehash() throws {
    try TemporaryFolder.use { folder in
      try write(scene, folder, "s.json")
      for name in ["a", "b"] {
        _ = try Program.run("run", "s.json", "--ticks", "5", "--record", name, in: folder)
      }
      let whole = try text(folder, "b")
      let hashless = whole.replacingOccurrences(
        of: #""check":"[0-9a-f]+""#, with: #""check":"0000000000000000""#,
        options: .regularExpression)
      try write(hashless, folder, "b")
      try write("", folder, "empty")
      let end = try Program.run("replay", "rehash", "a", "empty", "b", in: folder)
      #expect(end.exitCode == 1 && end.errors.contains("empty"), "\(end.errors)")
      #expect(try text(folder, "b") == whole)
    }
  }

  @Test("A scene whose name contains a colon is a file like another")
  func colon() throws {
    try TemporaryFolder.use { folder in
      try write(scene, folder, "level:1.json")
      let end = try Program.run("scene", "check", "level:1.json", in: folder)
      #expect(end.exitCode == 0, "\(end.errors)")
    }
  }
}
