import CaromRendering
package import CaromSimulation

extension CaromApp.Options {
  /// What a command line asks for.
  ///
  /// - Throws: what is wrong with the first argument that is, and what is accepted.
  package init(arguments: [String]) throws(UsageError) {
    self.init()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--watch": watch = true
      case "--seed":
        let value = try Self.value(of: argument, &rest)
        guard let seed = UInt64(value) else {
          throw UsageError(
            "--seed: '\(value)' is no seed; whole numbers of 0 and more are accepted")
        }
        self.seed = seed
      case "--size": (width, height) = try Self.size(try Self.value(of: argument, &rest))
      case "--arg":
        let value = try Self.value(of: argument, &rest)
        guard let end = value.dropFirst().firstIndex(of: "=") else {
          throw UsageError("--arg: '\(value)' is no argument; such as lives=3 is accepted")
        }
        self.arguments[String(value[..<end])] = LaunchValue(
          parsing: String(value[value.index(after: end)...]))
      case "--start": start = try Self.value(of: argument, &rest)
      case "--record": record = try Self.value(of: argument, &rest)
      case "--root": root = try Self.value(of: argument, &rest)
      case _ where argument.hasPrefix("-"):
        throw UsageError(
          "\(argument): is unknown; accepted are --seed, --arg, --start, --size, --record, --root, "
            + "--watch, --help")
      default:
        if let subject {
          throw UsageError("\(argument): is one too many; '\(subject)' is played already")
        }
        subject = argument
      }
    }
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(option): needs a value") }
    return value
  }

  private static func size(_ text: String) throws(UsageError) -> (width: Int, height: Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...Renderer.maximumSide).contains(width), (1...Renderer.maximumSide).contains(height)
    else {
      throw UsageError(
        "--size: '\(text)' is no size; a width and a height such as 1280x720 are accepted, each from "
          + "1 to \(Renderer.maximumSide)")
    }
    return (width, height)
  }

  /// What `--help` says.
  package static func help(program: String, games: [any Game.Type]) -> String {
    """
    USAGE: \(program) [game|scene] [--seed N] [--arg NAME=VALUE] [--start FILE] [--size WxH]
      [--record FILE] [--root FOLDER] [--watch]

      game|scene       The name of a game, or a scene file; \(games.first?.name ?? "none") if left out.
      --seed N         What all chance comes from; 1 if left out.
      --arg NAME=VALUE Tell the game something: true, false, a number or a text.
      --start FILE     Go on from a state that was saved; seed and arguments are its own.
      --size WxH       The size of the window in pixels; 1280x720 if left out.
      --record FILE    Record the session into a file.
      --root FOLDER    The folder that holds Scenes and Assets.
      --watch          Take changes of the scene's files; mistakes show on the picture.

    EXAMPLE: \(program) \(games.first?.name ?? "level.json") --seed 7

    GAMES:
    \(games.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))
    """
  }
}

/// A command line that says something that is not accepted.
package struct UsageError: Error, CustomStringConvertible {
  /// What is wrong and what is accepted.
  package let description: String

  init(_ description: String) { self.description = description }
}
