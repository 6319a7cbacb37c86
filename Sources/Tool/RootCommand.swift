package import ArgumentParser
import CaromSimulation
import Foundation

/// The command line of a program: `PROGRAM COMMAND`.
struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    let program = GameProgram.current
    return CommandConfiguration(
      commandName: program.name,
      abstract: "Play, run, render and test games and scenes.",
      discussion: """
        Scenes and assets are searched in --root, in the folder named by CAROM_ROOT, in the package \
        checkout that contains the working directory or the executable, and in share/carom next to the \
        executable.

        Exit codes: 0 success, 1 a check failed or a file cannot be written, 2 incorrect use. Ctrl-C \
        and SIGTERM end run, render, test, fuzz, solve, generate and replay with their results so \
        far and the codes 130 and 143; a second signal ends them immediately. An output file named \
        - is the standard output.
        """,
      version: "Carom \(Engine.version)",
      subcommands: [
        PlayCommand.self, RunCommand.self, RenderCommand.self, FindCommand.self,
        ReplayCommand.self, TestCommand.self, FuzzCommand.self, SolveCommand.self,
        GenerateCommand.self, SceneCommand.self, GamesCommand.self, AgentCommand.self,
      ] + program.commands)
  }
}

extension ParsableCommand {
  /// Parses the arguments, runs the command, and exits with the documented codes.
  package static func runAndExit() -> Never {
    let code = runCommand()
    if let problem = Terminal.outputProblem {
      printError(problem)
      Foundation.exit(Interrupt.exitCode ?? max(code, CommandFailure.Code.checkFailed.rawValue))
    }
    Foundation.exit(Interrupt.exitCode ?? code)
  }

  /// Runs the command; returns its exit code.
  private static func runCommand() -> Int32 {
    do {
      // Swift reads them from /proc; without it, every command would print the help and succeed.
      guard !CommandLine.arguments.isEmpty else {
        throw CommandFailure.wrongUse(
          "the arguments: /proc is not mounted, so they cannot be read; a mounted /proc is accepted"
        )
      }
      try CommandNames.check(Array(CommandLine.arguments.dropFirst()), of: self)
      var command = try parseAsRoot()
      try command.run()
      return 0
    } catch let failure as CommandFailure {
      printError(failure.message)
      if let hint = OwnProgram.hint() { Terminal.printError(hint) }
      return failure.code.rawValue
    } catch {
      let text = GameProgram.current.adapted(fullMessage(for: error))
      guard exitCode(for: error) != .success else {
        Terminal.print(text)
        return 0
      }
      // A failed check has already printed its message.
      if text.hasPrefix("Error: ") {
        printError(ParserMessage.shortened(String(text.dropFirst(7))))
      } else if !text.isEmpty {
        Terminal.printError(text)
      }
      // The parser's own code for incorrect use is 64.
      let code: CommandFailure.Code = exitCode(for: error) == .failure ? .checkFailed : .wrongUse
      return code.rawValue
    }
  }

  private static func printError(_ message: String) {
    Terminal.printError("\(GameProgram.current.name): \(message)")
  }
}
