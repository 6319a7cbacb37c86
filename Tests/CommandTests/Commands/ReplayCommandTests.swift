import Foundation
import Testing

@Suite("carom replay")
struct ReplayCommandTests {
  /// Records a game played by its bot and passes the path of the recording to a closure.
  private func recorded(
    _ game: String = "brick-breaker", ticks: Int = 400, _ body: (String) throws -> Void
  ) throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.replay.jsonl"
      let run = try Program.run(
        "run", game, "--bot", "--seed", "5", "--ticks", "\(ticks)", "--record", file)
      #expect(run.exitCode == 0, "\(run.errors)")
      try body(file)
    }
  }

  @Test(
    "A bot's game replays without the bot, to the same hash",
    arguments: ["brick-breaker", "marble-maze"])
  func verified(game: String) throws {
    try recorded(game) { file in
      let verify = try Program.run("replay", "verify", file)
      #expect(verify.exitCode == 0, "\(verify.errors)")
      #expect(verify.output == "\(file): OK, 400 ticks, 8 hashes equal\n")
      let json = try Program.run("replay", "verify", file, "--json").output
      #expect(json.contains("\"isSame\":true,\"ticks\":400,\"checks\":8,\"isTruncated\":false"))
    }
  }

  @Test("A difference is reported with tick and part of the state, and the exit code is 1")
  func differs() throws {
    try recorded { file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let press = try #require(
        lines.firstIndex { $0.contains("\"axis\"") || $0.contains("\"key\"") })
      lines.remove(at: press)
      try lines.joined(separator: "\n").write(
        to: URL(fileURLWithPath: file), atomically: true, encoding: .utf8)
      let verify = try Program.run("replay", "verify", file)
      #expect(verify.exitCode == 1)
      #expect(verify.errors.hasPrefix("\(file): after tick "))
      #expect(verify.errors.contains("the state differs in "))
      let again = try Program.run("replay", "rehash", file)
      #expect(again.output == "\(file): rehashed\n")
      #expect(try Program.run("replay", "verify", file).exitCode == 0)
      #expect(try Program.run("replay", "rehash", file).output == "\(file): unchanged\n")
    }
  }

  @Test("A recording is shortened and remains valid")
  func trimmed() throws {
    try recorded { file in
      let short = file + ".short"
      let trim = try Program.run("replay", "trim", file, "--to", "90", "-o", short)
      #expect(trim.output == "\(short): 90 ticks\n", "\(trim.errors)")
      #expect(try Program.run("replay", "verify", short).exitCode == 0)
      let info = try Program.run("replay", "info", short).output
      #expect(info.contains("game       brick-breaker, seed 5\n"))
      #expect(info.contains("ticks      90, 1.5 s\n"))
      #expect(info.hasSuffix("end        complete\n"))
      let late = try Program.run("replay", "trim", file, "--to", "401", "-o", short)
      #expect(late.exitCode == 2)
      #expect(late.errors.contains("--to: 401 is not in the recording; 0 to 400 is accepted"))
    }
  }

  @Test("A truncated recording is valid as far as it goes")
  func cut() throws {
    try recorded { file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try String(text.dropLast(30)).write(
        to: URL(fileURLWithPath: file), atomically: true, encoding: .utf8)
      let verify = try Program.run("replay", "verify", file)
      #expect(verify.exitCode == 0)
      #expect(verify.output.hasSuffix("it is truncated there\n"))
    }
  }

  @Test("A missing file or an invalid recording is rejected with its location")
  func refused() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/no.replay.jsonl"
      let missing = try Program.run("replay", "verify", file)
      #expect(missing.exitCode == 2 && missing.errors.contains("there is no such file"))
      try "{\"head\":1}\n".write(to: URL(fileURLWithPath: file), atomically: true, encoding: .utf8)
      let verify = try Program.run("replay", "verify", file)
      #expect(verify.exitCode == 1)
      #expect(verify.errors.contains("\(file):1:1: the head has no \"format\""))
      let folderRun = try Program.run("run", "marble-maze", "--ticks", "1", "--record", folder.path)
      #expect(folderRun.exitCode != 0)
    }
  }

  /// A script that runs this program with an injected fault, like a build with a bug.
  private func otherBuild(_ folder: String, flipBit tick: Int) throws -> String {
    let path = folder + "/carom-other"
    let script = "#!/bin/sh\nexec \"\(Program.executable.path)\" \"$@\" --flip-bit \(tick)\n"
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  @Test(
    "The first different tick, node and property of another build are reported with both values")
  func bisected() throws {
    try recorded(ticks: 300) { file in
      let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
      let other = try otherBuild(folder, flipBit: 217)
      let bisect = try Program.run("replay", "bisect", file, "--against", other)
      #expect(bisect.exitCode == 1, "\(bisect.errors)")
      #expect(
        bisect.output.hasPrefix("the first difference is after tick 217; the same up to tick 216\n")
      )
      #expect(bisect.output.contains("\n  /ball"))
      let json = try Program.run("replay", "bisect", file, "--against", other, "--json").output
      #expect(json.contains("\"isSame\":false,\"tick\":217,\"lastMatchingTick\":216"))
      let same = try Program.run("replay", "bisect", file, file)
      #expect(same.exitCode == 0)
      #expect(same.output.hasPrefix("no difference up to tick 300"))
    }
  }

  @Test("Recordings of different lengths are compared over their common ticks")
  func shorter() throws {
    try recorded(ticks: 100) { file in
      let short = file + ".short"
      _ = try Program.run("replay", "trim", file, "--to", "90", "-o", short)
      let same = try Program.run("replay", "bisect", file, short)
      #expect(same.exitCode == 0)
      #expect(
        same.output.hasPrefix("no difference up to tick 90; \(file) ends at tick 100;"),
        "\(same.output)")
      let json = try Program.run("replay", "bisect", short, file, "--json").output
      #expect(json == "{\"isSame\":true,\"from\":0,\"to\":90}\n")
    }
  }

  @Test("Hashes are printed every so many ticks and at the last tick")
  func hashes() throws {
    try recorded(ticks: 100) { file in
      let lines = try Program.run("replay", "hashes", file, "--from", "10", "--every", "40").output
      let ticks = lines.split(separator: "\n").map { $0.prefix { $0 != "," } }
      #expect(ticks == ["{\"t\":10", "{\"t\":50", "{\"t\":90", "{\"t\":100"])
    }
  }

  @Test("A scene is stored relative to the folder of scenes; a missing one is reported")
  func scenes() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.replay.jsonl"
      let run = try Program.run(
        "run", "Scenes/marble-maze/level1.json", "--ticks", "5", "--record", file)
      #expect(run.exitCode == 0, "\(run.errors)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.contains("\"scene\":\"marble-maze/level1.json\""))
      let root = Program.checkout.path(percentEncoded: false)
      let elsewhere = try Program.run("replay", "verify", file, "--root", root, in: folder)
      #expect(elsewhere.exitCode == 0, "\(elsewhere.errors)")
      try text.replacing("marble-maze/level1.json", with: "marble-maze/gone.json")
        .write(toFile: file, atomically: true, encoding: .utf8)
      let gone = try Program.run("replay", "verify", file)
      #expect(gone.exitCode == 1)
      #expect(
        gone.errors.contains(
          "\(file): its scene cannot be loaded: marble-maze/gone.json: there is no such file"),
        "\(gone.errors)")
    }
  }

  @Test("Two recordings are compared as files")
  func compared() throws {
    try recorded(ticks: 100) { file in
      #expect(try Program.run("replay", "diff", file, file).output.isEmpty)
      let short = file + ".short"
      _ = try Program.run("replay", "trim", file, "--to", "90", "-o", short)
      let diff = try Program.run("replay", "diff", file, short)
      #expect(diff.exitCode == 1)
      #expect(diff.output.contains("tick 90: end: tick 100 | tick 90\n"))
    }
  }

  @Test("The feature passes, and the Swift test contains the same events")
  func asTests() throws {
    try recorded(ticks: 200) { file in
      let feature = file + ".feature"
      let text = try Program.run("replay", "to-feature", file).output
      try text.write(toFile: feature, atomically: true, encoding: .utf8)
      let test = try Program.run("test", feature)
      #expect(test.exitCode == 0, "\(test.output)\(test.errors)\(text)")
      let swift = try Program.run("replay", "to-swift", file).output
      #expect(swift.contains("  driver.press(.space") || swift.contains(".press(.space)"))
      #expect(swift.contains("  #expect(end.phase == \"playing\" && end.score == "))
      #expect(text.contains("    Then the phase is playing\n    And the score is "))
      #expect(swift.contains("  #expect(driver.session.replayHash == 0x"))
    }
  }

  @Test("A saved state can be continued; one that does not match is rejected with the reason")
  func started() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/a.state.jsonl"
      let saved = try Program.run(
        "run", "brick-breaker", "--bot", "--ticks", "200", "--seed", "4", "--save", file)
      #expect(saved.exitCode == 0, "\(saved.errors)")
      let on = try Program.run("run", "brick-breaker", "--start", file, "--ticks", "50").output
      #expect(on.contains("seed 4\n") && on.contains("ticks    250\n"))
      let again = try Program.run("run", "brick-breaker", "--start", file, "--ticks", "50").output
      #expect(again.suffix(17) == on.suffix(17))
      let other = try Program.run("run", "marble-maze", "--start", file)
      #expect(other.exitCode == 1)
      #expect(
        other.errors.contains("the game is brick-breaker, that of the session is marble-maze"))
      let pipe = folder.path + "/pipe"
      try #require(mkfifo(pipe, 0o600) == 0)
      let endless = try Program.run("run", "brick-breaker", "--start", pipe)
      #expect(endless.exitCode == 2 && endless.errors.contains("pipe: is not a regular file"))
      let both = try Program.run("run", "brick-breaker", "--start", file, "--seed", "5")
      #expect(both.exitCode == 2)
    }
  }
}
