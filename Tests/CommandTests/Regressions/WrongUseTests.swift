import Foundation
import Testing

/// Symptom: `--ticks 1.5` printed a help text that did not say what is wrong, `replay verify`
/// called a recording without hashes or of another scene good, and one of 1 GB took minutes and
/// gigabytes.
///
/// Cause: the parser's own conversion of numbers, checks that counted differences only, and a limit
/// of 1 GiB for every file.
@Suite("Incorrect use")
struct WrongUseTests {
  @Test(
    "Numbers of ticks that are negative, fractions or text are named with what is accepted",
    arguments: [
      ["run", "brick-breaker", "--ticks"], ["render", "brick-breaker", "-o", "x.png", "--at"],
      ["render", "brick-breaker", "-o", "x%d.png", "--every"],
      ["find", "brick-breaker", "//node", "--at"], ["fuzz", "brick-breaker", "--ticks"],
      ["play", "brick-breaker", "--ticks"], ["replay", "state", "x", "--tick"],
      ["replay", "hashes", "x", "--from"], ["replay", "hashes", "x", "--every"],
      ["replay", "trim", "x", "-o", "y", "--to"], ["run", "brick-breaker", "--seed"],
    ])
  func numbers(arguments: [String]) throws {
    for (value, wrong) in [
      ("-1", "'-1' is negative"), ("-2.5", "'-2.5' is negative"),
      ("1.5", "'1.5' is not a whole number"), ("abc", "'abc' is not a number"),
      ("1e3", "'1e3' is not a whole number"), ("", "the number is missing"),
      ("99999999999999999999", "is out of range"),
    ] {
      let run = try Program.run(arguments + [value])
      #expect(run.exitCode == 2 && run.output.isEmpty)
      #expect(run.errors.contains(wrong), "\(arguments) \(value): \(run.errors)")
      #expect(run.errors.contains("; a whole number from "), "\(run.errors)")
    }
  }

  /// Records a short game and passes the file and its lines to a closure.
  private func recorded(_ body: (String, [String]) throws -> Void) throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.replay.jsonl"
      _ = try Program.run("run", "brick-breaker", "--bot", "--ticks", "90", "--record", file)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try body(file, text.split(separator: "\n").map(String.init))
    }
  }

  private func write(_ lines: [String], _ file: String) throws {
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
  }

  @Test("A recording without hashes is not verified, and one of another scene neither")
  func unproven() throws {
    try recorded { file, lines in
      try write(lines.filter { !$0.contains("\"check\"") }, file)
      let empty = try Program.run("replay", "verify", file)
      #expect(empty.exitCode == 1 && empty.output.isEmpty)
      #expect(empty.errors.contains("the recording has no hashes, so nothing was compared"))
      var other = lines
      other[0].replace(/"sceneHash":"[0-9a-f]{16}"/, with: "\"sceneHash\":\"0123456789abcdef\"")
      try write(other, file)
      let changed = try Program.run("replay", "verify", file)
      #expect(changed.exitCode == 1 && changed.output.isEmpty)
      #expect(changed.errors.contains("has changed since it was recorded"))
      let json = try Program.run("replay", "verify", file, "--json")
      #expect(json.exitCode == 1 && json.output.contains("\"isSame\":false"))
    }
  }

  @Test("A missing recording among good ones is incorrect use, and a folder in place of a file too")
  func missing() throws {
    try recorded { file, _ in
      let run = try Program.run("replay", "verify", "no-such-file", file)
      #expect(run.exitCode == 2 && run.output.contains("OK"))
      let folder = try Program.run("replay", "verify", "/")
      #expect(folder.exitCode == 2)
    }
  }

  @Test("A recording that is too large is refused at once, and another kind of file in one line")
  func large() throws {
    try TemporaryFolder.use { folder in
      let file = folder.appending(path: "large.replay.jsonl")
      try Data("{\"head\":1".utf8).write(to: file)
      try #require(truncate(file.path, 1 << 30) == 0)
      let program = try RunningProgram(["replay", "verify", file.path], in: folder)
      let run = try program.finish()
      #expect(run.exitCode == 1)
      #expect(run.errors.contains("has 1073741824 bytes; at most 134217728 are accepted"))
      #expect(program.peakMemory < 200 << 20, "\(program.peakMemory >> 20) MiB")
      let scene = try Program.run("replay", "verify", "Scenes/marble-maze/level1.json")
      #expect(scene.exitCode == 1)
      #expect(scene.errors.split(separator: "\n").count == 1, "\(scene.errors)")
    }
  }

  @Test(
    "A folder, a device or a missing file in place of a file is incorrect use in every command",
    arguments: [
      "scene tree .", "scene diff . .", "scene check /dev/null", "run .json",
      "run brick-breaker --start .", "run brick-breaker --start loop", "play --keys nosuch",
      "replay info loop", "replay info .", "replay verify loop", "bench physics --file .",
      "find brick-breaker $x", "bench replay --rounds -1",
    ])
  func paths(line: String) throws {
    try TemporaryFolder.use { folder in
      try #require(symlink("loop", folder.path + "/loop") == 0)
      let end = try Program.run(
        line.split(separator: " ").map(String.init), in: folder,
        environment: ["CAROM_ROOT": Program.checkout.path])
      #expect(end.exitCode == 2, "\(end.errors)")
      #expect(!end.errors.isEmpty && !end.errors.contains("NSCocoaErrorDomain"), "\(end.errors)")
      #expect(!end.errors.contains(folder.path), "\(end.errors)")
    }
  }

  @Test("A damaged recording is described as what it is")
  func damaged() throws {
    try recorded { file, lines in
      for (text, message) in [
        ("{\"head\":1", "the first line has no end"), ("", "the recording is empty"),
        (lines[0] + "\n{\"t\":-1,\"note\":\"x\"}\n", "a whole number from 0 is accepted"),
        (lines[0] + "\n{\"note\":\"x\"}\n", "the tick \"t\" is missing"),
      ] {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let end = try Program.run("replay", "info", file)
        #expect(end.exitCode == 1 && end.errors.contains(message), "\(end.errors)")
      }
    }
  }

  /// Symptom: a name with a line break began a line of its own in lists and messages, which a CI
  /// could take for a command.
  ///
  /// Cause: line breaks were not escaped, because texts of several lines have them.
  @Test("A name cannot begin a line of output")
  func forgedLines() throws {
    try TemporaryFolder.use { folder in
      let scene = """
        { "format": "carom.scene/1", "nodes": [
          { "name": "x\\n::error::forged", "geometry": { "box": {} } },
          { "name": "y\\u2028::error::forged", "camera": {} } ] }
        """
      try scene.write(
        to: folder.appending(path: "s.json"), atomically: false, encoding: .utf8)
      for line in [
        "scene tree s.json", "find s.json //node --attributes", "find s.json //nothing",
        "render s.json -o x.png --show ids --size 16x16",
      ] {
        let end = try Program.run(line.split(separator: " ").map(String.init), in: folder)
        let lines = (end.output + end.errors).split(whereSeparator: \.isNewline)
        #expect(!lines.contains { $0.hasPrefix("::") }, "\(end.output) \(end.errors)")
      }
    }
  }
}
