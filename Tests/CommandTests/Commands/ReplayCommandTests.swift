import Foundation
import Testing

@Suite("carom replay")
struct ReplayCommandTests {
  /// Records a game that its bot plays, and hands over the path of the recording.
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
    "A bot's game is played again without the bot, to the same hash",
    arguments: ["brick-breaker", "marble-maze"])
  func verified(game: String) throws {
    try recorded(game) { file in
      let verify = try Program.run("replay", "verify", file)
      #expect(verify.exitCode == 0, "\(verify.errors)")
      #expect(verify.output == "\(file): good, 400 ticks, 8 hashes the same\n")
      let json = try Program.run("replay", "verify", file, "--json").output
      #expect(json.contains("\"isSame\":true,\"ticks\":400,\"checks\":8,\"isTruncated\":false"))
    }
  }

  @Test("What came out otherwise is told with tick and part, and the exit code is 1")
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

  @Test("The beginning is kept, and says what it is")
  func trimmed() throws {
    try recorded { file in
      let short = file + ".short"
      let trim = try Program.run("replay", "trim", file, "--to", "90", "-o", short)
      #expect(trim.output == "\(short): 90 ticks\n", "\(trim.errors)")
      #expect(try Program.run("replay", "verify", short).exitCode == 0)
      let info = try Program.run("replay", "info", short).output
      #expect(info.contains("game       brick-breaker, seed 5\n"))
      #expect(info.contains("ticks      90, 1.5 s\n"))
      #expect(info.hasSuffix("end        whole\n"))
      let late = try Program.run("replay", "trim", file, "--to", "401", "-o", short)
      #expect(late.exitCode == 2)
      #expect(late.errors.contains("--to: 401 is not in the recording; 0 to 400 is accepted"))
    }
  }

  @Test("A recording that was cut off is good as far as it goes")
  func cut() throws {
    try recorded { file in
      let text = try String(contentsOfFile: file, encoding: .utf8)
      try String(text.dropLast(30)).write(
        to: URL(fileURLWithPath: file), atomically: true, encoding: .utf8)
      let verify = try Program.run("replay", "verify", file)
      #expect(verify.exitCode == 0)
      #expect(verify.output.hasSuffix("it is cut off there\n"))
    }
  }

  @Test("A file that is none, or no recording, is refused with its place")
  func refused() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/no.replay.jsonl"
      #expect(try Program.run("replay", "verify", file).exitCode == 1)
      try "{\"head\":1}\n".write(to: URL(fileURLWithPath: file), atomically: true, encoding: .utf8)
      let verify = try Program.run("replay", "verify", file)
      #expect(verify.exitCode == 1)
      #expect(verify.errors.contains("\(file):1:1: the head lacks \"format\""))
      let folderRun = try Program.run("run", "marble-maze", "--ticks", "1", "--record", folder.path)
      #expect(folderRun.exitCode != 0)
    }
  }
}
