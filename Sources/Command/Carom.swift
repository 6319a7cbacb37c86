import ArgumentParser
import Foundation

/// The command line of the engine: `carom COMMAND`.
///
/// Exit codes: 0 success, 1 a check failed, 2 incorrect use.
@main
struct Carom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carom",
    abstract: "Play, run, render and test Carom's games and scenes.",
    discussion: """
            Scenes and assets are searched in --root, in the folder named by CAROM_ROOT, in the package \
      checkout that contains the working directory or the executable, and in share/carom next to the \
      executable.

      Exit codes: 0 success, 1 a check failed, 2 incorrect use.
      """,
    subcommands: [
      PlayCommand.self, RunCommand.self, RenderCommand.self, FindCommand.self, ReplayCommand.self,
      TestCommand.self, FuzzCommand.self, SceneCommand.self, GamesCommand.self, AssetsCommand.self,
      BenchCommand.self,
    ])

  /// Parses the command line, runs the command, and exits with the documented codes.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as CommandFailure {
      Terminal.printError("carom: \(failure.message)")
      Foundation.exit(failure.code.rawValue)
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error) != .success else {
        Terminal.print(text)
        return
      }
      let shown = text.hasPrefix("Error: ") ? "carom: " + text.dropFirst(7) : text
      // A failed check has already printed its message.
      if !shown.isEmpty { Terminal.printError(shown) }
      // The parser's own code for incorrect use is 64.
      let code: CommandFailure.Code = exitCode(for: error) == .failure ? .checkFailed : .wrongUse
      Foundation.exit(code.rawValue)
    }
  }
}
