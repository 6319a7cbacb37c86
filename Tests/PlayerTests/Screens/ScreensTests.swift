import Carom
import CaromGames
import CaromPlayer
import Testing

@Suite("Screens")
struct ScreensTests {
  private let games = ([MarbleMaze.self, BrickBreaker.self] as [any Game.Type])
    .map(Screens.GameInfo.init)

  @Test("The title screen demonstrates the selected game, starts it, and quits with its last item")
  func title() {
    var screens = Screens(games: games)
    #expect(screens.screen == .title && screens.lines == ["Marble Maze", "Brick Breaker", "Quit"])
    #expect(screens.take(.down) == [.demo("brick-breaker")])
    #expect(screens.take(.down) == [])
    #expect(screens.take(.choose) == [.quit])
    #expect(screens.take(.up) == [], "the game shown is still the last chosen one")
    #expect(screens.take(.choose) == [.play("brick-breaker")])
    #expect(screens.screen == .playing && screens.lines.isEmpty)
  }

  @Test("A game is paused by key, menu or loss of focus, and resumes where it was")
  func pause() {
    for action: Screens.Action in [.back, .pause, .focusLost] {
      var screens = Screens()
      #expect(screens.take(action) == [.pause])
      #expect(screens.screen == .paused)
      #expect(screens.take(.focusLost) == [], "twice is once")
      #expect(screens.take(action == .focusLost ? .choose : action) == [.resume])
      #expect(screens.screen == .playing)
    }
  }

  @Test("The menu of a game restarts it, returns to the title screen, or quits")
  func menu() {
    var screens = Screens(games: games)
    _ = screens.take(.choose)
    _ = screens.take(.back)
    #expect(screens.lines == ["Resume", "Restart", "Games", "Quit"])
    #expect(screens.take(.point(1)) == [.resume, .restart])
    _ = screens.take(.back)
    #expect(screens.take(.up) == [] && screens.line == 3)
    #expect(screens.take(.up) == [])
    #expect(screens.take(.choose) == [.demo("marble-maze")])
    #expect(screens.screen == .title)
    var single = Screens()
    _ = single.take(.back)
    #expect(single.lines == ["Resume", "Restart", "Quit"])
    #expect(single.take(.point(2)) == [.quit])
  }

  @Test(
    "A menu item is pressed where it is drawn, also in narrow windows",
    arguments: [[1280, 720], [600, 900], [320, 960]])
  func pressing(size: [Int]) throws {
    var screens = Screens(games: games)
    _ = screens.take(.choose)
    _ = screens.take(.back)
    var picture = ScreenOverlay()
    picture.menu(screens, best: [])
    let height = Float(size[1])
    let unit = RenderFrame.OverlayItem.pixelsPerUnit(size[0], size[1])
    for (index, line) in screens.lines.enumerated() {
      let drawn = picture.items.last { item in
        if case .lines(let text) = item.content { text.text.contains(line) } else { false }
      }
      let y = height / 2 + (try #require(drawn).offset.y) * unit
      let found = ScreenOverlay.line(at: y / height, in: (size[0], size[1]), of: screens)
      #expect(found == index, "\(line)")
    }
  }

  @Test("Any sequence of actions leaves a valid selection")
  func anything() {
    let actions: [Screens.Action] = [
      .up, .down, .choose, .back, .pause, .focusLost, .point(-1), .point(0), .point(2), .point(99),
    ]
    for list in [games, []] {
      var screens = Screens(games: list)
      var number = 1
      for _ in 0..<20_000 {
        number = (number &* 48_271) % 0x7fff_ffff
        _ = screens.take(actions[number % actions.count])
        #expect(screens.lines.isEmpty || screens.lines.indices.contains(screens.line))
        #expect(screens.lines.isEmpty == (screens.screen == .playing))
      }
    }
  }
}
