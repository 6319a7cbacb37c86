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

  func validate() throws {
    for text in arguments where !text.dropFirst().contains("=") {
      throw ValidationError(
        "--arg: '\(text)' is not an argument; expected name=value, such as lives=3")
    }
    if start != nil, seed != nil || !arguments.isEmpty {
      throw ValidationError(
        "--start: cannot be combined with --seed or --arg; the state contains its seed and arguments"
      )
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
      return try content.load(subject, Launch(seed: seed ?? 1, arguments: launchArguments))
    }
    let subject = try GameProgram.current.subject(subject)
    return try orFail { try content.loader(isNeeded: false).load(subject, startingFrom: start) }
  }
}
