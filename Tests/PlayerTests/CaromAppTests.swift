import CaromGames
import CaromPlayer
import CaromSimulation
import Testing

@Suite("Command line of a game")
struct CaromAppTests {
  private func problem(_ arguments: String...) -> String? {
    do throws(UsageError) {
      _ = try CaromApp.Options(arguments: arguments)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("Accepts a game or scene and options in any order")
  func arguments() throws {
    let options = try CaromApp.Options(arguments: [
      "--seed", "7", "golf", "--level", "2", "--watch", "--size", "640x360", "--record",
      "a.replay.jsonl", "--root", "here", "--fullscreen", "--scale", "0.5", "--volume", "0.25",
      "--music", "--keys", "k.json", "--keep-playing", "--bot", "--ticks", "60", "--vsync", "--fps",
      "30",
    ])
    var expected = CaromApp.Options()
    (expected.subject, expected.level) = ("golf", "2")
    expected.seed = 7
    (expected.width, expected.height) = (640, 360)
    (expected.watch, expected.record, expected.root) = (true, "a.replay.jsonl", "here")
    (expected.isFullscreen, expected.scale, expected.volume) = (true, 0.5, 0.25)
    (expected.music, expected.keys, expected.keepsPlaying) = (true, "k.json", true)
    (expected.bot, expected.ticks) = (true, 60)
    (expected.usesVSync, expected.framesPerSecond) = (true, 30)
    #expect(options == expected)
    #expect(try CaromApp.Options(arguments: ["--mute"]).volume == 0)
    #expect(try CaromApp.Options(arguments: []) == CaromApp.Options())
  }

  @Test("The size of the window is that of the program, unless an option names another")
  func windowOptions() throws {
    let app = AppInfo(title: "A", window: .init(width: 960, height: 540, isFullscreen: true))
    #expect(CaromApp.Options.help(program: "a", games: [], app: app).contains("960x540"))
    #expect(try CaromApp.Options(arguments: []).width == nil)
    #expect(AppInfo(title: "A").window == AppInfo.WindowOptions(width: 1280, height: 720))
    let missing = PlayerSettings.load("/nonexistent/settings.json", isFullscreen: true)
    #expect(missing.settings.fullscreen && missing.message == nil)
  }

  @Test("Reports an invalid argument and what is expected")
  func refusals() {
    let unknown =
      "unknown option; accepted are --level, --seed, --arg, --start, --size, --fullscreen, --scale, "
      + "--vsync, --fps, --volume, --mute, --music, --keys, --keep-playing, --bot, --ghost, "
      + "--ticks, --record, --root, --watch, --help"
    #expect(problem("--sed", "7") == "--sed: \(unknown)")
    // The last word of a line has no value.
    #expect(problem("--full") == "--full: \(unknown)")
    #expect(problem("--seed") == "--seed: requires a value")
    #expect(
      problem("--seed", "-1")
        == "--seed: '-1' is not a seed; a whole number from 0 is accepted")
    #expect(problem("--scale", "2")?.contains("from 0.1 to 1") == true)
    for rate in ["14", "241", "x", ""] {
      #expect(problem("--fps", rate)?.contains("from 15 to 240") == true)
    }
    #expect(problem("--volume", "nan")?.contains("from 0 to 1") == true)
    #expect(problem("--ticks", "0")?.contains("from 1 is") == true)
    #expect(problem("--record", "a")?.hasPrefix("--record: requires a game or a scene") == true)
    #expect(problem("--level", "2")?.hasPrefix("--level: requires a game or a scene") == true)
    #expect(problem("golf", "--level", "2", "--start", "a")?.contains("cannot be combined") == true)
    #expect(problem("one", "two") == "two: unexpected argument; the game or scene is 'one'")
  }

  @Test(
    "Rejects invalid sizes and windows larger than the renderer supports",
    arguments: ["", "x", "1280", "0x10", "10x-1", "1280xbigx720", "x1280x720", "8193x10"])
  func sizes(_ size: String) {
    #expect(problem("--size", size)?.hasPrefix("--size: '\(size)' is not a size; ") == true)
  }

  /// A game that a bot played or that continued a saved state had no way to the others.
  @Test("The menus of every game that was started by name lead to the others")
  func menus() throws {
    let games: [any Game.Type] = [MarbleMaze.self, Pinball.self]
    for arguments in [[], ["--bot"], ["--start", "a.json"]] {
      let options = try CaromApp.Options(arguments: ["pinball"] + arguments)
      let screens = CaromApp.screens(games, AppInfo(title: "A"), options, of: Pinball.self)
      #expect(screens.games.map(\.name) == ["marble-maze", "pinball"] && screens.isInGame)
      let single = CaromApp.screens([Pinball.self], AppInfo(title: "A"), options, of: Pinball.self)
      #expect(single.games.isEmpty && single.isInGame)
    }
  }

  @Test("--help lists the options and the games")
  func help() {
    let help = CaromApp.Options.help(
      program: "bounce", games: [KeepUp.self], app: AppInfo(title: "Bounce"))
    let words = [
      "--seed", "--level", "--size", "--record", "--root", "--watch", "EXAMPLE: bounce keep-up",
    ]
    for word in words {
      #expect(help.contains(word), "\(word)")
    }
    #expect(help.contains("  keep-up: Space kicks the ball; it must not touch the floor"))
  }
}
