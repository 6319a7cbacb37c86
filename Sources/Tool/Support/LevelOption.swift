package import ArgumentParser

/// The option of commands that start a game in one of its levels.
package struct LevelOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The level of the game: its number from 1, its name, or its title. Default: the first one.",
      valueName: "number|name"))
  package var level: String?

  package init() {}
}
