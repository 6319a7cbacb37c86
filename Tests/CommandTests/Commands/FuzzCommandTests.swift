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

  @Test(
    "Invalid invariants and numbers are rejected with exit code 2",
    arguments: [["--invariant", "speed"], ["--invariant", "energy=x"], ["--runs", "0"]])
  func wrongUse(option: [String]) throws {
    #expect(try Program.run(["fuzz", "brick-breaker"] + option).exitCode == 2)
  }
}
