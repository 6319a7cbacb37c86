import ArgumentParser
import CaromContent
import CaromSimulation

/// The options of commands that start a session.
struct LaunchOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: "The seed of the random streams. Default: 1.",
    transform: wholeNumber(in: 0...UInt64.max))
  var seed: UInt64?

  @Option(
    name: .customLong("arg"),
    help: ArgumentHelp(
      "Pass an argument to the game: true, false, a number or a string; may be repeated.",
      valueName: "name=value"))
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp("Continue from a state saved by `carom run --save`.", valueName: "file"))
  var start: String?

  @OptionGroup var level: LevelOption

  func validate() throws {
    for text in arguments where !text.dropFirst().contains("=") {
      throw ValidationError(
        "--arg: '\(text)' is not an argument; name=value is accepted, such as lives=3")
    }
    if start != nil, seed != nil || !arguments.isEmpty || level.level != nil {
      throw ValidationError(
        "--start: cannot be combined with --seed, --arg or --level; the state contains its seed, "
          + "arguments and level")
    }
  }

  /// The launch arguments of the game.
  var launchArguments: LaunchArguments {
    var list = LaunchArguments()
    for text in arguments {
      guard let end = text.firstIndex(of: "=") else { continue }
      list[String(text[..<end])] = LaunchValue(parsing: String(text[text.index(after: end)...]))
    }
    return list
  }

  /// Loads the session.
  func load(_ subject: String?, _ content: ContentOptions) throws -> SessionLoader.Loaded {
    guard let start else {
      return try content.load(
        subject, level: level.level, Launch(seed: seed ?? 1, arguments: launchArguments))
    }
    let subject = try GameProgram.current.subject(subject)
    return try orFail { try content.loader(isNeeded: false).load(subject, startingFrom: start) }
  }
}
