import Carom
import CaromGames
import CaromPlayer
import Foundation
import TestSupport
import Testing

/// Measures the text of the player's screens and of the games in windows of all sizes.
@Suite("Boxes of text")
struct ScreenBoxTests {
  static let sizes = [
    [320, 180], [180, 320], [640, 360], [1280, 720], [720, 1280], [1024, 768], [768, 1024],
    [800, 800], [1920, 1080], [1080, 1920], [2560, 1080], [3840, 2160], [2160, 3840],
  ]

  /// More than a result has room for.
  private static let longMessage = (1...9).map { "Line \($0) of a message that nobody reads" }

  private typealias Box = (low: Vector2, high: Vector2)

  /// The texts that leave the image or a panel, or overlap.
  static func problems(
    _ items: [RenderFrame.OverlayItem], _ width: Int, _ height: Int
  ) -> [String] {
    var texts: [(text: String, box: Box)] = []
    var areas: [Box] = []
    for item in items {
      guard let box = item.bounds(width: width, height: height) else { continue }
      switch item.content {
      case .lines(let lines): texts.append((lines.text, box))
      case .symbols(let character, _, _): texts.append((String(character), box))
      case .area, .rectangle: areas.append(box)
      case .imageRow: break
      }
    }
    // Baselines are rounded to whole pixels.
    let slack: Float = 1
    func overlap(_ a: Box, _ b: Box) -> Bool {
      min(a.high.x, b.high.x) - max(a.low.x, b.low.x) > slack
        && min(a.high.y, b.high.y) - max(a.low.y, b.low.y) > slack
    }
    func holds(_ outer: Box, _ inner: Box) -> Bool {
      inner.low.x >= outer.low.x - slack && inner.low.y >= outer.low.y - slack
        && inner.high.x <= outer.high.x + slack && inner.high.y <= outer.high.y + slack
    }
    let image: Box = (Vector2(0, 0), Vector2(Float(width), Float(height)))
    var result: [String] = []
    for (index, (text, box)) in texts.enumerated() {
      if !holds(image, box) { result.append("'\(text)' leaves the image: \(box)") }
      for area in areas where overlap(area, box) && !holds(area, box) {
        result.append("'\(text)' \(box) leaves the panel \(area)")
      }
      for (other, its) in texts[..<index] where overlap(box, its) {
        result.append("'\(text)' overlaps '\(other)': \(box), \(its)")
      }
    }
    return result
  }

  /// The screens with little and with much to display.
  private func makeScreens() throws -> [(name: String, screens: Screens)] {
    var games = ([MarbleMaze.self, BrickBreaker.self] as [any Game.Type])
      .map(Screens.GameInfo.init)
    games[1].title = "A game with a very long title that nobody reads to its end"
    var best = HighScores()
    let session = try Hills.session()
    for score in [1_234_567, 99, 7, 5, 3, 1] as [Int32] {
      _ = best.add(
        game: "marble-maze", score: score, scoring: .mostPoints, ticks: 1, of: session)
    }
    var result: [(String, Screens)] = []
    func add(_ name: String, _ screens: Screens, _ screen: Screens.Screen) {
      screens.content.best = best.best(of: "marble-maze")
      screens.open(screen)
      result.append((name, screens))
    }
    for message in ["", "recorded to /home/somebody/.local/share/carom/recordings/file.jsonl"] {
      for screen in Screens.Screen.allCases {
        let screens = Screens(
          games: games, title: "Carom", subtitle: "Marbles and bricks, by rules that repeat")
        screens.progress = try Hills.progress(completed: 3)
        screens.content.notification = message
        screens.content.problem = message
        screens.content.endlessGames = games.map(\.name)
        screens.content.finale = ScreenContent.Finale(
          game: games[1].title, levelCount: 14, score: "1234567", time: "123:45")
        add("\(screen) \(message.isEmpty ? "" : "with a message")", screens, screen)
      }
      for isWon in [false, true] {
        let screens = Screens(games: games, played: games[1])
        screens.progress = try Hills.progress(completed: 3)
        (screens.content.notification, screens.content.problem) = (message, message)
        screens.content.endlessGames = games.map(\.name)
        screens.content.end = ScreenContent.GameEnd(isWon: isWon, hasNextLevel: isWon)
        add("end of a game", screens, .paused)
      }
    }
    let many = Screens(
      games: (0..<9).map { number in
        var game = games[1]
        game.name += "\(number)"
        return game
      }, title: String(repeating: "Long Title ", count: 9))
    add("many games", many, .title)
    for message in [[], ["Game over", "Time 0:41, par 1:00: bonus 500"], Self.longMessage] {
      for problem in ["", (1...9).map { "level.json:\($0):1: an error" }.joined(separator: "\n")] {
        let screens = Screens(played: games[0])
        screens.content.problem = problem
        screens.content.result = ScreenContent.GameResult(
          score: 1_234_567, place: 1, message: message,
          prompt: message.isEmpty ? "" : "Press Space to play again")
        add("result of \(message)", screens, .playing)
      }
    }
    return result
  }

  @Test("No text of the player's screens leaves its panel or overlaps", arguments: sizes)
  func screens(size: [Int]) throws {
    for (name, screens) in try makeScreens() {
      screens.send(.viewport(width: size[0], height: size[1]))
      let items = RenderFrame.OverlayItem.items(
        screens.session.scene.overlay, RenderCache(images: ImageFolders([])))
      let found = Self.problems(items, size[0], size[1])
      #expect(found.isEmpty, "\(name) at \(size): \(found.joined(separator: "; "))")
      for device in [
        InputEvent.button(ButtonInput(button: .x, isDown: false)), .press(.z),
        .pointer(.moved, x: 0, y: 0),
      ] {
        screens.send(device)
        let items = RenderFrame.OverlayItem.items(
          screens.session.scene.overlay, RenderCache(images: ImageFolders([])))
        #expect(Self.problems(items, size[0], size[1]).isEmpty, "\(name) after \(device)")
      }
    }
  }

  @Test("No text of a game leaves its panel or overlaps", arguments: sizes)
  func games(size: [Int]) throws {
    let root = try ContentRoot.find(option: Repository.url("").path)
    for game in ["marble-maze", "brick-breaker", "pinball"] {
      let session = try SessionLoader(games: GameList.all, root: root).load(game).session
      session.send(.viewport(width: size[0], height: size[1]))
      for ticks in [1, 30, 600] {
        session.step(ticks)
        let items = RenderFrame.OverlayItem.items(
          session.scene.overlay, RenderCache(images: ImageFolders([])))
        let found = Self.problems(items, size[0], size[1])
        #expect(found.isEmpty, "\(game) at \(size): \(found.joined(separator: "; "))")
        session.send(.press(.space))
      }
    }
  }

  /// F1: the statistics lay on the power-ups of Brick Breaker and on the rules of Pinball.
  @Test(
    "Statistics leave the labels at the edges of wide windows free",
    arguments: [[320, 180], [640, 360], [1280, 720], [1920, 1080]])
  func statistics(size: [Int]) throws {
    let root = try ContentRoot.find(option: Repository.url("").path)
    for game in ["marble-maze", "brick-breaker", "pinball"] {
      // The rules of Pinball fill the left edge of the smallest windows.
      if game == "pinball", size[1] == 180 { continue }
      let session = try SessionLoader(games: GameList.all, root: root).load(game).session
      session.send(.viewport(width: size[0], height: size[1]))
      session.step(30)
      session.scene.overlay.setText("Wide 20\nSlow 9\nSticky 4\nLaser 3", of: "powerUps")
      var frame = RenderFrame(session.scene, cache: RenderCache(images: ImageFolders([])))
      let labels = frame.overlay.filter { $0.anchor.y != 0.5 }
      let before = frame.overlay.count
      frame.add(session.scene.statistics, frameTime: 0.01)
      for item in frame.overlay[before...] {
        guard let box = item.bounds(width: size[0], height: size[1]) else { continue }
        for label in labels {
          guard let its = label.bounds(width: size[0], height: size[1]) else { continue }
          let isApart =
            its.low.x >= box.high.x || its.high.x <= box.low.x || its.low.y >= box.high.y
            || its.high.y <= box.low.y
          #expect(isApart, "\(game) at \(size): \(label.content)")
        }
      }
    }
  }
}
