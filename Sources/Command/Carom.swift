import ArgumentParser
import Foundation

/// The command line of the engine: `carom COMMAND`.
///
/// Exit codes: 0 done, 1 a check failed, 2 wrong use.
@main
struct Carom: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "carom",
    abstract: "Play, run, check and draw Carom's games and scenes.",
    discussion: """
      Scenes and assets are looked for in --root, in the folder that CAROM_ROOT names, in the \
      package checkout around the working folder or the executable, and in share/carom beside the \
      executable.

      Exit codes: 0 done, 1 a check failed, 2 wrong use.
      """,
    subcommands: [
      PlayCommand.self, RunCommand.self, RenderCommand.self, FindCommand.self, ReplayCommand.self,
      TestCommand.self, FuzzCommand.self, SceneCommand.self, GamesCommand.self, AssetsCommand.self,
      BenchCommand.self,
    ])

  /// Parses the command line, runs it, and ends with this program's own exit codes.
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
      // A check that failed has said why.
      if !shown.isEmpty { Terminal.printError(shown) }
      // The parser's own code for wrong use is 64.
      let code: CommandFailure.Code = exitCode(for: error) == .failure ? .checkFailed : .wrongUse
      Foundation.exit(code.rawValue)
    }
  }
}
