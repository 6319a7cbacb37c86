import CaromRendering
package import CaromSimulation

extension CaromApp.Options {
  /// Parses the command line.
  ///
  /// - Throws: An error for the first invalid argument, with the expected value.
  package init(arguments: [String]) throws(UsageError) {
    self.init()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--watch": watch = true
      case "--fullscreen": isFullscreen = true
      case "--vsync": usesVSync = true
      case "--fps": framesPerSecond = try Self.rate(try Self.value(of: argument, &rest))
      case "--music": music = true
      case "--mute": volume = 0
      case "--bot": bot = true
      case "--ghost": ghost = try Self.value(of: argument, &rest)
      case "--ticks":
        let value = try Self.value(of: argument, &rest)
        guard let ticks = UInt64(value), ticks > 0, ticks < 1 << 40 else {
          throw UsageError(
            "--ticks: '\(value)' is not a number of ticks; a whole number from 1 is accepted")
        }
        self.ticks = ticks
      case "--keep-playing": keepsPlaying = true
      case "--keys": keys = try Self.value(of: argument, &rest)
      case "--scale": scale = try Self.scale(try Self.value(of: argument, &rest))
      case "--volume": volume = try Self.volume(try Self.value(of: argument, &rest))
      case "--seed":
        let value = try Self.value(of: argument, &rest)
        guard let seed = UInt64(value) else {
          throw UsageError(
            "--seed: '\(value)' is not a seed; a whole number from 0 is accepted")
        }
        self.seed = seed
      case "--level": level = try Self.value(of: argument, &rest)
      case "--size":
        let size = try Self.size(try Self.value(of: argument, &rest))
        (width, height) = (size.width, size.height)
      case "--arg":
        let value = try Self.value(of: argument, &rest)
        guard let end = value.dropFirst().firstIndex(of: "=") else {
          throw UsageError(
            "--arg: '\(value)' is not an argument; name=value is accepted, such as lives=3")
        }
        self.arguments[String(value[..<end])] = LaunchValue(
          parsing: String(value[value.index(after: end)...]))
      case "--start": start = try Self.value(of: argument, &rest)
      case "--record": record = try Self.value(of: argument, &rest)
      case "--root": root = try Self.value(of: argument, &rest)
      case _ where argument.hasPrefix("-"):
        throw UsageError(
          "\(argument): unknown option; accepted are --level, --seed, --arg, --start, --size, "
            + "--fullscreen, --scale, --vsync, --fps, --volume, --mute, --music, --keys, --keep-playing, "
            + "--bot, --ghost, --ticks, --record, --root, --watch, --help")
      default:
        if let subject {
          throw UsageError("\(argument): unexpected argument; the game or scene is '\(subject)'")
        }
        subject = argument
      }
    }
    if let problem { throw UsageError(problem) }
  }

  /// The conflict between the options, as a sentence; nil if there is none.
  package var problem: String? {
    if subject != nil {
      return start != nil && level != nil
        ? "--start: cannot be combined with --level; the state contains its level" : nil
    }
    let option =
      level != nil
      ? "--level"
      : record != nil
        ? "--record" : start != nil ? "--start" : bot ? "--bot" : ticks != nil ? "--ticks" : nil
    return option.map { "\($0): requires a game or a scene" }
  }

  /// Parses the render scale.
  package static func scale(_ text: String) throws(UsageError) -> Double {
    guard let value = Double(text), (0.1...1).contains(value) else {
      throw UsageError("--scale: '\(text)' is not a scale; a number from 0.1 to 1 is accepted")
    }
    return value
  }

  /// Parses the maximum frame rate.
  package static func rate(_ text: String) throws(UsageError) -> Int {
    guard let value = Int(text), PlayerLoop.frameRates.contains(value) else {
      throw UsageError(
        "--fps: '\(text)' is not a frame rate; a whole number from "
          + "\(PlayerLoop.frameRates.lowerBound) to \(PlayerLoop.frameRates.upperBound) is accepted"
      )
    }
    return value
  }

  /// Parses the volume.
  package static func volume(_ text: String) throws(UsageError) -> Float {
    guard let value = Float(text), (0...1).contains(value) else {
      throw UsageError("--volume: '\(text)' is not a volume; a number from 0 to 1 is accepted")
    }
    return value
  }

  private static func value(
    of option: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(option): requires a value") }
    return value
  }

  /// The name and the summary of a game, and its actions with their keys.
  private static func description(of game: any Game.Type) -> String {
    let actions = game.actions.map { "      " + $0.summary }
    return (["  \(game.name): \(game.summary)"] + actions).joined(separator: "\n")
  }

  private static func size(_ text: String) throws(UsageError) -> (width: Int, height: Int) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...Renderer.maximumSide).contains(width), (1...Renderer.maximumSide).contains(height)
    else {
      throw UsageError(
        "--size: '\(text)' is not a size; a width and a height such as 1280x720, each from 1 to "
          + "\(Renderer.maximumSide), are accepted")
    }
    return (width, height)
  }

  /// The text of `--help`.
  package static func help(
    program: String, games: [any Game.Type], app: AppInfo
  ) -> String {
    """
    USAGE: \(program) [game|scene] [--level N|NAME] [--seed N] [--arg NAME=VALUE] [--start FILE]
      [--size WxH] [--fullscreen] [--scale S] [--vsync] [--fps N] [--volume V] [--mute] [--music] [--keys FILE]
      [--keep-playing] [--bot] [--ghost best|bot|FILE] [--ticks N] [--record FILE] [--root FOLDER] [--watch]

      game|scene       The name of a game, or a scene file. Default: the title screen.
      --level N|NAME   The level of the game: its number from 1, its name, or its title such as
                       "Star Gate". Default: the first one.
      --seed N         The seed of the random streams. Default: 1.
      --arg NAME=VALUE Pass an argument to the game: true, false, a number or a string.
      --start FILE     Continue from a saved state, with its seed and arguments.
      --size WxH       The size of the window in pixels. Default: \(app.window.width)x\(app.window.height).
      --fullscreen     Start in fullscreen mode; F11 toggles it.
      --scale S        Render at this fraction of the window's width and height, 0.1 to 1.
                       Default: adapted to the speed of the machine.
      --vsync          Synchronize with the display, where the graphics driver supports it.
      --fps N          The maximum frame rate, 15 to 240. Default: 60.
      --volume V       The volume, 0 to 1. Default: that of the settings screen.
      --mute           Disable sound.
      --music          Play music; F6 toggles it.
      --keys FILE      The key bindings. Default: keys.json in \(UserData(named: app.folder).settings).
      --keep-playing   Do not pause when the window loses focus.
      --bot            Let the game's bot play.
      --ghost RUN      Race against a run that is shown translucent: best for your own best run of
                       each level, bot for that of the game's bot, or the file of a recording.
      --ticks N        Quit after N ticks, 60 per second.
      --record FILE    Record the session to a file; F2 records to the user's data folder.
      --root FOLDER    The folder that contains Scenes and Assets.
      --watch          Reload the scene's files when they change; errors are shown on screen.

      KEYS: Esc menu, P pause, R restart, F1 statistics, F2 record, F3 mute, F4 calibrate the motion
        sensor, F5 reload, F6 music, F7 free camera and tools of makers, F11 fullscreen,
        F12 screenshot.

    EXAMPLE: \(program)
    EXAMPLE: \(program) \(games.first?.name ?? "level.json") --seed 7 --fullscreen --music

    GAMES:
    \(games.map(Self.description(of:)).joined(separator: "\n"))
    """
  }
}

/// An error in the use of the command line.
package struct UsageError: Error, CustomStringConvertible {
  /// The problem and the expected input.
  package let description: String

  init(_ description: String) { self.description = description }
}
