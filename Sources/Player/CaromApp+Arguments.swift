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
      case "--fullscreen": isFullscreen = true
      case "--vsync": usesVSync = true
      case "--fps": framesPerSecond = try Self.rate(try Self.value(of: argument, &rest))
      case "--music": music = true
      case "--mute": volume = 0
      case "--bot": bot = true
      case "--ticks":
        let value = try Self.value(of: argument, &rest)
        guard let ticks = UInt64(value), ticks > 0, ticks < 1 << 40 else {
          throw UsageError(
            "--ticks: '\(value)' is no number of ticks; whole numbers of 1 and more are accepted")
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
          "\(argument): is unknown; accepted are --seed, --arg, --start, --size, --fullscreen, "
            + "--scale, --vsync, --fps, --volume, --mute, --music, --keys, --keep-playing, --bot, "
            + "--ticks, --record, --root, --watch, --help")
      default:
        if let subject {
          throw UsageError("\(argument): is one too many; '\(subject)' is played already")
        }
        subject = argument
      }
    }
    if let problem { throw UsageError(problem) }
  }

  /// What is wrong with the options together, as a sentence; nil if nothing is.
  package var problem: String? {
    if subject != nil { return nil }
    let option =
      record != nil
      ? "--record" : start != nil ? "--start" : bot ? "--bot" : ticks != nil ? "--ticks" : nil
    return option.map { "\($0): needs a game or a scene; the title has none of its own" }
  }

  /// Reads how much of the window is drawn.
  package static func scale(_ text: String) throws(UsageError) -> Double {
    guard let value = Double(text), (0.1...1).contains(value) else {
      throw UsageError("--scale: '\(text)' is no scale; a number from 0.1 to 1 is accepted")
    }
    return value
  }

  /// Reads how many pictures a second are shown at most.
  package static func rate(_ text: String) throws(UsageError) -> Int {
    guard let value = Int(text), PlayerLoop.frameRates.contains(value) else {
      throw UsageError(
        "--fps: '\(text)' is no number of pictures a second; a whole number from "
          + "\(PlayerLoop.frameRates.lowerBound) to \(PlayerLoop.frameRates.upperBound) is accepted"
      )
    }
    return value
  }

  /// Reads how loud it is.
  package static func volume(_ text: String) throws(UsageError) -> Float {
    guard let value = Float(text), (0...1).contains(value) else {
      throw UsageError("--volume: '\(text)' is no volume; a number from 0 to 1 is accepted")
    }
    return value
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
      [--fullscreen] [--scale S] [--vsync] [--fps N] [--volume V] [--mute] [--music] [--keys FILE]
      [--keep-playing] [--bot] [--ticks N] [--record FILE] [--root FOLDER] [--watch]

      game|scene       The name of a game, or a scene file; a title to choose from if left out.
      --seed N         What all chance comes from; 1 if left out.
      --arg NAME=VALUE Tell the game something: true, false, a number or a text.
      --start FILE     Go on from a state that was saved; seed and arguments are its own.
      --size WxH       The size of the window in pixels; 1280x720 if left out.
      --fullscreen     Fill the screen; F11 changes it.
      --scale S        Draw this share of the window's pixels each way, 0.1 to 1; as many as there is
                       time for if left out.
      --vsync          Show pictures in step with the screen, where a graphics card can.
      --fps N          Show N pictures a second at most, 15 to 240; 60 if left out.
      --volume V       How loud it is, 0 to 1; 1 if left out.
      --mute           No sound at all.
      --music          Music besides the sounds; F6 changes it.
      --keys FILE      What keys do; keys.json in \(UserData().settings) if left out.
      --keep-playing   Do not pause when the window loses the keyboard.
      --bot            Let the game's bot play.
      --ticks N        End after N ticks; a second has 60.
      --record FILE    Record the session into a file; F2 records into the user's folder.
      --root FOLDER    The folder that holds Scenes and Assets.
      --watch          Take changes of the scene's files; mistakes show on the picture.

    KEYS: Esc menu, P pause, R restart, F1 numbers and shapes, F2 record, F3 sound, F4 level the motion
      sensor, F5 reload, F6 music, F11 fullscreen, F12 screenshot.

    EXAMPLE: \(program)
    EXAMPLE: \(program) \(games.first?.name ?? "level.json") --seed 7 --fullscreen --music

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
