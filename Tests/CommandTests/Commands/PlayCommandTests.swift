import CaromPlayer
import Testing

@Suite("carom play")
struct PlayCommandTests {
  @Test(
    "Without SDL2 it reports what to install, with exit code 2", .enabled(if: !Window.isAvailable))
  func withoutSDL() throws {
    let run = try Program.run("play", "marble-maze")
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("apt-get install libsdl2-dev"))
  }

  @Test("Without a display it fails with exit code 2", .enabled(if: Window.isAvailable))
  func withoutDisplay() throws {
    let run = try Program.run(
      "play", "marble-maze", environment: ["SDL_VIDEODRIVER": "no-such-driver"])
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("carom: window: "))
  }

  @Test("An unknown game is rejected", .enabled(if: Window.isAvailable))
  func unknownGame() throws {
    let run = try Program.run("play", "no-such-game")
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("marble-maze, brick-breaker"))
  }

  @Test("The list of games contains their controls")
  func games() throws {
    let run = try Program.run("games")
    #expect(run.exitCode == 0)
    for name in ["marble-maze", "brick-breaker"] { #expect(run.output.contains(name + "\n")) }
    #expect(run.output.contains("  action serve: Space, Enter, gamepad A"))
  }
}
