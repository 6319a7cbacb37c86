import Testing

@Suite("carom")
struct CaromTests {
  @Test("Explains itself on stdout and succeeds when asked for help")
  func help() throws {
    let run = try Program.run("--help")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("USAGE: carom"))
    #expect(run.errors.isEmpty)
  }

  @Test(
    "Every command has help with an example",
    arguments: [
      ["play"], ["run"], ["render"], ["find"], ["games"], ["assets"], ["scene"],
      ["scene", "check"],
      ["scene", "tree"], ["scene", "schema"], ["bench"], ["bench", "physics"],
    ])
  func examples(command: [String]) throws {
    let run = try Program.run(command + ["--help"])
    #expect(run.exitCode == 0)
    #expect(run.output.contains("EXAMPLE: carom " + command.joined(separator: " ")))
  }

  @Test(
    "Refuses unknown commands and options on stderr with exit code 2",
    arguments: [
      "no-such-command", "--no-such-option",
    ])
  func wrongUse(argument: String) throws {
    let run = try Program.run(argument)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(argument))
  }
}
