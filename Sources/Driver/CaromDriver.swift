public import CaromSimulation
import CaromTool

/// A program that serves games to WebDriver clients, as `carom-driver` does.
///
/// It is the whole of a program's `main.swift`:
///
///     import CaromDriver
///     import Golf
///
///     CaromDriver.main(games: [Golf.self])
///
/// A program of `CaromTool` gets the same as a command: `commands: [DriverCommand.self]`.
public enum CaromDriver {
  /// Serves games as the arguments of the process say, and exits.
  ///
  /// Exit codes: 0 success, 1 the port cannot be bound, 2 incorrect use, 130 and 143 ended by a
  /// signal.
  ///
  /// - Parameters:
  ///   - name: The name of the program in help texts and messages; nil for the name of the
  ///     executable.
  ///   - games: The games that clients can name.
  public static func main(name: String? = nil, games: [any Game.Type]) -> Never {
    GameProgram.serve(games, name: name)
    DriverProgram.runAndExit()
  }
}
