import ArgumentParser
import CaromContent
import CaromSimulation

/// The options of commands that say how a session begins.
struct LaunchOptions: ParsableArguments {
  @Option(help: "What all chance comes from; 1 by default.")
  var seed: UInt64?

  @Option(
    name: .customLong("arg"),
    help: ArgumentHelp(
      "Tell the game something: true, false, a number or a text; may be given several times.",
      valueName: "name=value"))
  var arguments: [String] = []

  @Option(help: ArgumentHelp("Go on from a state that `carom run --save` kept.", valueName: "file"))
  var start: String?

  func validate() throws {
    for text in arguments where !text.dropFirst().contains("=") {
      throw ValidationError("--arg: '\(text)' is no argument; such as lives=3 is accepted")
    }
    if start != nil, seed != nil || !arguments.isEmpty {
      throw ValidationError(
        "--start: the state has its own seed and arguments; it is accepted without --seed and --arg"
      )
    }
  }

  /// What the game is told.
  var launchArguments: LaunchArguments {
    var list = LaunchArguments()
    for text in arguments {
      guard let end = text.firstIndex(of: "=") else { continue }
      list[String(text[..<end])] = LaunchValue(parsing: String(text[text.index(after: end)...]))
    }
    return list
  }

  /// The session that begins so.
  func load(_ subject: String, _ content: ContentOptions) throws -> SessionLoader.Loaded {
    guard let start else {
      return try content.load(subject, Launch(seed: seed ?? 1, arguments: launchArguments))
    }
    return try orFail { try content.loader(isNeeded: false).load(subject, startingFrom: start) }
  }
}
