public import ArgumentParser
public import CaromAutomation
public import CaromPlayer
public import CaromSimulation

/// A program with every command for a list of games: play, run, render, find, replay, test, fuzz
/// and the tools for scene files.
///
/// It is the whole of a game's `main.swift`:
///
///     import CaromTool
///     import Golf
///
///     CaromTool.main(games: [Golf.self], steps: [GolfSteps.self])
///
/// `swift run golf play` opens the window, `swift run golf test Features` runs feature files with
/// the steps of the game, and `swift run golf scene schema` prints the schema with its roles. The
/// program `carom` is the same line with the games that ship with the engine.
public enum CaromTool {
  /// Runs the command in the arguments of the process, and exits.
  ///
  /// Exit codes: 0 success, 1 a check failed or a file cannot be written, 2 incorrect use, 130 and
  /// 143 ended by a signal.
  ///
  /// - Parameters:
  ///   - name: The name of the program in help texts and messages; nil for the name of the
  ///     executable.
  ///   - app: The title, icon and folders in a window; nil for the title of the first game.
  ///   - games: The games, in listing order. If there is only one, commands do not need its name.
  ///   - steps: The Gherkin steps of the games; those of the engine are always included.
  ///   - commands: Commands of the program that are listed after those of the engine.
  public static func main(
    name: String? = nil, app: AppInfo? = nil, games: [any Game.Type],
    steps: [any StepLibrary.Type] = [],
    commands: [any ParsableCommand.Type] = []
  ) -> Never {
    GameProgram.current = GameProgram(
      name: name ?? GameProgram.executableName,
      app: app ?? AppInfo(title: games.first?.title ?? GameProgram.executableName), games: games,
      steps: [EngineSteps.self] + steps,
      commands: commands)
    RootCommand.runAndExit()
  }
}
