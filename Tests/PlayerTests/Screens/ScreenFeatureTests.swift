import Carom
import CaromAutomation
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

extension WithWindow {
  /// The feature file that drives all screens of the player, with its loop and a hidden window.
  @Suite("Screens by feature")
  struct ScreenFeatureTests {
    init() { setenv("SDL_VIDEODRIVER", "dummy", 1) }

    @Test("Every screen of the player is driven through locators")
    func feature() throws {
      let url = Repository.url("Tests/PlayerTests/Features/screens.feature")
      let file = FeatureFile(path: url.path, bytes: [UInt8](try Data(contentsOf: url)))
      let root = try ContentRoot.find(option: Repository.url("").path)
      let runner = try FeatureRunner(
        StepDefinitions([EngineSteps.self, ScreenSteps.self]),
        loader: SessionLoader(games: GameList.all, root: root))
      let results = runner.run(file.scenarios)
      #expect(results.count == 8)
      for result in results {
        #expect(
          result.status == .passed,
          "\(result.firstFailure?.title ?? ""): \(result.firstFailure?.problem?.message ?? "")")
      }
    }
  }
}

/// A player whose window is hidden and whose time is stepped.
private final class HiddenPlayer {
  let loop: PlayerLoop
  private let time: ManualTime
  private(set) var hasQuit = false

  init(_ first: PlayedGame, _ screens: Screens) throws {
    let window = try Window(title: "test", width: 64, height: 36)
    while window.nextEvent() != nil {}
    time = ManualTime()
    loop = PlayerLoop(
      playedGame: first, window: window, renderer: Renderer(), screens: screens, time: time)
  }

  func show(_ frames: Int) throws {
    for _ in 0..<frames {
      if try !loop.frame() { hasQuit = true }
      time.nanoseconds += 16_666_667
    }
  }
}

/// Steps for the player behind its screens.
private enum ScreenSteps: StepLibrary {
  private static func load(_ name: String, isDemo: Bool) throws -> PlayedGame {
    let root = try ContentRoot.find(option: Repository.url("").path)
    let loaded = try SessionLoader(games: GameList.all, root: root).load(name)
    let game = PlayedGame(loaded.session, cache: RenderCache(images: ImageFolders([])))
    if isDemo { game.bot = type(of: loaded.session.game).makeBot() }
    return game
  }

  private static func begin(_ player: HiddenPlayer, _ world: StepContext) throws {
    world["player"] = player
    try world.begin(GameDriver(player.loop.screens.session))
    try player.show(1)
  }

  private static func player(_ world: StepContext) throws -> HiddenPlayer {
    try world.value("player")
  }

  static func register(in steps: inout StepDefinitions) {
    beginning(&steps)
    checking(&steps)
    steps.when("{int} frame(s) is/are shown") { world, arguments in
      try player(world).show(try arguments[0, as: Int.self])
    }
    steps.when("Escape opens the menu") { world, _ in
      let player = try player(world)
      player.loop.window.push(.key(.escape, isDown: true, isRepeated: false))
      try player.show(2)
    }
    for (name, key) in [("J", WindowEvent.Key(rawValue: 13)), ("Backspace", .init(rawValue: 42))] {
      steps.when("\(name) is pressed in the window") { world, _ in
        let player = try player(world)
        player.loop.window.push(.key(key, isDown: true, isRepeated: false))
        try player.show(2)
      }
    }
    steps.when("the game ends with the score {int}") { world, arguments in
      let player = try player(world)
      player.loop.window.push(.key(.space, isDown: true, isRepeated: false))
      try player.show(2)
      guard let game = player.loop.session.game as? MarbleMaze else {
        throw StepError("Marble Maze is not on screen")
      }
      game.state.score = Int32(try arguments[0, as: Int.self])
      (game.state.lifeTicks, game.state.livesLeft) = (2, 1)
      try player.show(6)
    }
  }

  private static func beginning(_ steps: inout StepDefinitions) {
    steps.given("the player with its title screen") { world, _ in
      let games: [any Game.Type] = [MarbleMaze.self, BrickBreaker.self]
      let player = try HiddenPlayer(
        try load("marble-maze", isDemo: true),
        Screens(games: games.map(Screens.GameInfo.init), title: "Carom"))
      player.loop.loadGame = { try load($0, isDemo: $2) }
      try begin(player, world)
    }
    steps.given("the player with a game of ten levels, two of them completed") { world, _ in
      let storage = try Hills.storage(completed: 2)
      func played(_ index: Int) throws -> PlayedGame {
        PlayedGame(
          try Hills.session(at: index, storage: storage),
          cache: RenderCache(images: ImageFolders([])))
      }
      let player = try HiddenPlayer(
        try played(2), Screens(played: Screens.GameInfo(Hills.self)))
      player.loop.loadGame = { _, level, _ in
        try played(level.flatMap { Hills.levelIndex($0) } ?? 0)
      }
      try begin(player, world)
    }
  }

  private static func checking(_ steps: inout StepDefinitions) {
    steps.then("the game on screen is {string}, played by a {word}") { world, arguments in
      let loop = try player(world).loop
      let name = type(of: loop.session.game).name
      try world.expect(try name == arguments[0, as: String.self], "the game is \(name)")
      let who = loop.playedGame.bot == nil ? "person" : "bot"
      try world.expect(try who == arguments[1, as: String.self], "a \(who) plays")
    }
    steps.then("the phase of the game on screen is {string}") { world, arguments in
      let phase = try player(world).loop.session.game.state.phaseName
      try world.expect(try phase == arguments[0, as: String.self], "the phase is \(phase)")
    }
    steps.then("the level on screen is {string}") { world, arguments in
      let level = try player(world).loop.session.level?.name ?? "none"
      try world.expect(try level == arguments[0, as: String.self], "the level is \(level)")
    }
    steps.then("the game is paused") { world, _ in
      try world.expect(try player(world).loop.session.isPaused, "the game runs")
    }
    steps.then("the game is not paused") { world, _ in
      try world.expect(try !player(world).loop.session.isPaused, "the game is paused")
    }
    steps.then("the player has quit") { world, _ in
      try world.expect(try player(world).hasQuit, "the player runs")
    }
    steps.then("the settings are {float}, music, {float}") { world, arguments in
      try expectSettings(world, arguments, hasMusic: true)
    }
    steps.then("the settings are {float}, no music, {float}") { world, arguments in
      try expectSettings(world, arguments, hasMusic: false)
    }
  }

  private static func expectSettings(
    _ world: StepContext, _ arguments: StepArguments, hasMusic: Bool
  ) throws {
    let settings = try player(world).loop.screens.settings
    let (volume, tilt) = (
      try arguments[0, as: Float.self], try arguments[1, as: Float.self]
    )
    try world.expect(
      abs(settings.volume - volume) < 1e-5 && settings.music == hasMusic
        && settings.tiltSensitivity == tilt, "they are \(settings)")
  }
}
