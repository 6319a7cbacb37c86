import CaromPlayer
import Testing

@Suite("Program of a game")
struct CaromAppTests {
  private func problem(_ arguments: String...) -> String? {
    do throws(UsageError) {
      _ = try CaromApp.Options(arguments: arguments)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("Takes a game or scene and its options in any order")
  func arguments() throws {
    let options = try CaromApp.Options(arguments: [
      "--seed", "7", "level.json", "--watch", "--size", "640x360", "--record", "a.replay.jsonl",
      "--root", "here", "--fullscreen", "--scale", "0.5", "--volume", "0.25", "--music", "--keys",
      "k.json", "--keep-playing", "--bot", "--ticks", "60", "--vsync", "--fps", "30",
    ])
    var expected = CaromApp.Options()
    expected.subject = "level.json"
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

  @Test("Says what is wrong with an argument, and what is accepted")
  func refusals() {
    let unknown =
      "is unknown; accepted are --seed, --arg, --start, --size, --fullscreen, --scale, --vsync, "
      + "--fps, --volume, --mute, --music, --keys, --keep-playing, --bot, --ticks, --record, --root, "
      + "--watch, --help"
    #expect(problem("--sed", "7") == "--sed: \(unknown)")
    // The last word of a line is no value that is missing.
    #expect(problem("--full") == "--full: \(unknown)")
    #expect(problem("--seed") == "--seed: needs a value")
    #expect(
      problem("--seed", "-1")
        == "--seed: '-1' is no seed; whole numbers of 0 and more are accepted")
    #expect(problem("--scale", "2")?.contains("from 0.1 to 1") == true)
    for rate in ["14", "241", "x", ""] {
      #expect(problem("--fps", rate)?.contains("from 15 to 240") == true)
    }
    #expect(problem("--volume", "nan")?.contains("from 0 to 1") == true)
    #expect(problem("--ticks", "0")?.contains("1 and more") == true)
    #expect(problem("--record", "a")?.hasPrefix("--record: needs a game or a scene") == true)
    #expect(problem("one", "two") == "two: is one too many; 'one' is played already")
  }

  @Test(
    "Refuses what is no size, and windows wider than pictures are drawn",
    arguments: ["", "x", "1280", "0x10", "10x-1", "1280xbigx720", "x1280x720", "8193x10"])
  func sizes(_ size: String) {
    #expect(problem("--size", size)?.hasPrefix("--size: '\(size)' is no size; ") == true)
  }

  @Test("Help names the options and the games")
  func help() {
    let help = CaromApp.Options.help(program: "bounce", games: [KeepUp.self])
    for word in ["--seed", "--size", "--record", "--root", "--watch", "EXAMPLE: bounce keep-up"] {
      #expect(help.contains(word), "\(word)")
    }
    #expect(help.contains("  keep-up: Space kicks the ball; it must not touch the floor"))
  }
}
