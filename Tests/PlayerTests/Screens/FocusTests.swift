import Carom
import CaromGames
import CaromPlayer
import Testing

/// What the screens say about the item that has the focus.
@Suite("Focus on screens")
struct FocusTests {
  private let games = ([MarbleMaze.self, BrickBreaker.self] as [any Game.Type])
    .map(Screens.GameInfo.init)

  private func summary(_ screens: Screens) -> String? {
    screens.session.scene.overlay[label: "summary"]?.text
  }

  /// The box on the title screen described the last game while Settings or Quit had the focus.
  @Test("The title screen describes the item that has the focus")
  func title() {
    let screens = Screens(games: games)
    #expect(summary(screens) == MarbleMaze.summary)
    screens.send(.press(.down))
    #expect(summary(screens) == BrickBreaker.summary)
    screens.send(.press(.down))
    #expect(screens.session.scene.overlay.focus == "settings")
    #expect(summary(screens) == "Sound, music, tilt, full screen, ghost and keys.")
    screens.send(.press(.down))
    #expect(summary(screens) == nil && screens.session.scene.overlay[panel: "scores"] == nil)
    screens.send(.press(.up))
    screens.send(.press(.enter))
    screens.perform(.back)
    #expect(screens.session.scene.overlay.focus == "settings")
    #expect(summary(screens)?.hasPrefix("Sound") == true)
    screens.send(.press(.up))
    #expect(summary(screens) == BrickBreaker.summary)
  }

  /// The last row of a list stayed highlighted below the button that had the focus.
  @Test("The row of a list is highlighted while the list has the focus")
  func list() throws {
    let screens = Screens(played: Screens.GameInfo(Hills.self))
    screens.progress = try Hills.progress(completed: 2)
    screens.open(.levels)
    func alpha() -> Float? {
      screens.session.scene.overlay[control: "levelList"]?.accentColor.alpha
    }
    #expect(alpha() == 1)
    for _ in 0..<12 { screens.send(.press(.down)) }
    #expect(screens.session.scene.overlay.focus == "back" && alpha() == 0)
    screens.send(.press(.up))
    #expect(screens.session.scene.overlay.focus == "levelList" && alpha() == 1)
  }

  /// Nothing at the row said that the next key would be bound.
  @Test("The row of keys that waits says so")
  func awaited() throws {
    let screens = Screens(played: games[0])
    let (start, calibrate) = (MarbleMaze.actions[4], MarbleMaze.actions[5])
    screens.content.keys = [start, calibrate].map {
      ScreenContent.KeyRow(meaning: .action($0), keys: "J")
    }
    screens.open(.keys)
    func rows() throws -> [String] {
      let control = try #require(screens.session.scene.overlay[control: "keyList"])
      guard case .list(let list) = control.kind else { return [] }
      return list.items.map(\.text)
    }
    #expect(try rows() == ["Start: J", "Calibrate: J"])
    screens.content.awaitedKey = .action(calibrate)
    screens.refresh()
    #expect(try rows() == ["Start: J", "Calibrate: press a key …"])
  }
}
