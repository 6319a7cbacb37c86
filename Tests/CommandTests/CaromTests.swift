import Foundation
import Testing

@Suite("carom")
struct CaromTests {
  @Test("--help prints the usage on stdout and succeeds")
  func help() throws {
    let run = try Program.run("--help")
    #expect(run.exitCode == 0)
    #expect(run.output.contains("USAGE: carom"))
    #expect(run.errors.isEmpty)
  }

  @Test("Every command has help with an example")
  func examples() throws {
    var commands = try subcommands(of: [])
    #expect(commands.contains(["play"]) && commands.contains(["scene"]))
    var index = 0
    while index < commands.count {
      let command = commands[index]
      index += 1
      let run = try Program.run(command + ["--help"])
      let example = "EXAMPLE: carom " + command.joined(separator: " ")
      #expect(run.exitCode == 0 && run.output.contains(example), "\(command)")
      commands += try subcommands(of: command)
    }
    #expect(commands.contains(["scene", "check"]))
  }

  /// The subcommands that a command's help lists; the other lines of the list continue a
  /// description.
  private func subcommands(of command: [String]) throws -> [[String]] {
    let lines = try Program.run(command + ["--help"]).output
      .split(separator: "\n", omittingEmptySubsequences: false)
    let list = lines.drop { $0 != "SUBCOMMANDS:" }.dropFirst().prefix { !$0.isEmpty }
    return list.compactMap { line in
      guard line.hasPrefix("  "), line.dropFirst(2).first != " " else { return nil }
      return line.split(separator: " ").first.map { command + [String($0)] }
    }
  }

  @Test(
    "Unknown commands and options are rejected on stderr with exit code 2",
    arguments: [
      "no-such-command", "--no-such-option",
    ])
  func wrongUse(argument: String) throws {
    let run = try Program.run(argument)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(argument))
  }

  @Test("A link of the name carom-driver is the driver, as packages install it")
  func driver() throws {
    try TemporaryFolder.use { folder in
      let link = folder.appending(path: "carom-driver")
      try FileManager.default.createSymbolicLink(
        at: link, withDestinationURL: Program.executable)
      let run = try Program.shell("./carom-driver --port 70000", in: folder)
      #expect(run.exitCode == 2)
      #expect(run.errors.hasPrefix("carom-driver: ") && run.errors.contains("65535"))
    }
  }
}
