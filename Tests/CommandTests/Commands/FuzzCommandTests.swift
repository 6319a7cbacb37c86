import Foundation
import Testing

@Suite("carom fuzz")
struct FuzzCommandTests {
  @Test("A correct game has no violations, and the exit code is 0")
  func sound() throws {
    let run = try Program.run("fuzz", "brick-breaker", "--runs", "2", "--ticks", "200", "--json")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("{\"isFound\":false,\"runs\":2,\"ticks\":400,"))
    #expect(run.errors.isEmpty)
  }

  @Test("A violation is shrunk, and its recording replays")
  func found() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/found.replay.jsonl"
      let run = try Program.run(
        "fuzz", "brick-breaker", "--invariant", "energy=10", "--ticks", "600", "-o", file)
      #expect(run.exitCode == 1, "\(run.errors)")
      #expect(run.output.contains("found    energy: the bodies have gained "))
      #expect(run.output.contains("shrunk   to 1 events"))
      #expect(try Program.run("replay", "verify", file).exitCode == 0)
    }
  }

  @Test("A selector that does not hold is a violation, named by the selector")
  func selector() throws {
    try TemporaryFolder.use { folder in
      let file = folder.path + "/found.replay.jsonl"
      let options = ["--ticks", "300", "--json", "-o", file]
      let run = try Program.run(
        ["fuzz", "brick-breaker", "--invariant", "//game[@phase = 'ready']"] + options)
      #expect(run.exitCode == 1, "\(run.errors)")
      #expect(run.output.contains("\"invariant\":\"//game[@phase = 'ready']\","), "\(run.output)")
      #expect(run.output.contains("\"message\":\"the selector matches nothing\","))
      #expect(try Program.run("replay", "verify", file).exitCode == 0)
      let sound = try Program.run(
        ["fuzz", "brick-breaker", "--invariant", "all", "--invariant", "not(//game[@score < 0])"]
          + options + ["--runs", "2"])
      #expect(sound.exitCode == 0, "\(sound.output)")
    }
  }

  @Test("The report states what was covered, the same as text and as JSON on any threads")
  func coverage() throws {
    let options = ["fuzz", "brick-breaker", "--runs", "9", "--ticks", "240"]
    let text = try Program.run(options)
    #expect(text.exitCode == 0, "\(text.output)")
    for row in [
      "\nphases   ", "\ntouched  ball + barrier ", "\nmissed   none\n", "\ninputs   ",
      "\nplayers  bot ", "\nstates   ",
    ] {
      #expect(text.output.contains(row), "\(text.output)")
    }
    let one = try Program.run(options + ["--json", "--threads", "1"])
    let two = try Program.run(options + ["--json", "--threads", "2"])
    #expect(one.output == two.output)
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(one.output.utf8)) as? [String: Any])
    let coverage = try #require(object["coverage"] as? [String: Any])
    let phases = try #require(coverage["phases"] as? [String: Int])
    #expect(phases.values.reduce(0, +) == object["ticks"] as? Int)
    #expect(coverage["untouchedRoles"] as? [String] == [])
    #expect((coverage["contacts"] as? [String: Int])?["ball + brick"] ?? 0 > 0)
    #expect((coverage["players"] as? [String: Int])?.values.reduce(0, +) == 9)
    #expect(coverage["states"] as? Int ?? 0 > 10)
  }

  @Test(
    "Invalid invariants, selectors and numbers are rejected with exit code 2 and the reason",
    arguments: [
      (["--invariant", "speedy"], "unknown invariant 'speedy'; all, finite, "),
      (["--invariant", "energy=x"], "'energy=x' has no valid limit"),
      (["--invariant", "//game["], "--invariant: //game[: column 8: "),
      (["--invariant", "g:distance('ball') < $x"], "--invariant: g:distance('ball') < $x: "),
      (["--runs", "0"], "--runs"),
    ])
  func wrongUse(option: [String], reason: String) throws {
    let run = try Program.run(["fuzz", "brick-breaker"] + option)
    #expect(run.exitCode == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
  }
}
