import ArgumentParser
import Foundation

/// The command line of the engine: `carom COMMAND`.
///
/// Exit codes: 0 success, 1 a check failed, 2 incorrect use, 130 and 143 ended by a signal.
@main
struct Carom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carom",
    abstract: "Play, run, render and test Carom's games and scenes.",
    discussion: """
      Scenes and assets are searched in --root, in the folder named by CAROM_ROOT, in the package \
      checkout that contains the working directory or the executable, and in share/carom next to the \
      executable.

      Exit codes: 0 success, 1 a check failed or a file cannot be written, 2 incorrect use. Ctrl-C \
      and SIGTERM end run, render, test, fuzz and replay with their results so far and the codes 130 \
      and 143; a second signal ends them immediately. An output file named - is the standard output.
      """,
    subcommands: [
      PlayCommand.self, RunCommand.self, RenderCommand.self, FindCommand.self, ReplayCommand.self,
      TestCommand.self, FuzzCommand.self, SceneCommand.self, GamesCommand.self, AssetsCommand.self,
      BenchCommand.self,
    ])

  /// Parses the command line, runs the command, and exits with the documented codes.
  static func main() {
    let code = run()
    if let problem = Terminal.outputProblem {
      Terminal.printError("carom: \(problem)")
      Foundation.exit(Interrupt.exitCode ?? max(code, CommandFailure.Code.checkFailed.rawValue))
    }
    Foundation.exit(Interrupt.exitCode ?? code)
  }

  /// Runs the command; returns its exit code.
  private static func run() -> Int32 {
    do {
      var command = try parseAsRoot()
      try command.run()
      return 0
    } catch let failure as CommandFailure {
      Terminal.printError("carom: \(failure.message)")
      return failure.code.rawValue
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error) != .success else {
        Terminal.print(text)
        return 0
      }
      let shown = text.hasPrefix("Error: ") ? "carom: " + text.dropFirst(7) : text
      // A failed check has already printed its message.
      if !shown.isEmpty { Terminal.printError(shown) }
      // The parser's own code for incorrect use is 64.
      let code: CommandFailure.Code = exitCode(for: error) == .failure ? .checkFailed : .wrongUse
      return code.rawValue
    }
  }
}
