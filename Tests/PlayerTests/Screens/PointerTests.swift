import Carom
import CaromGames
import CaromPlayer
import Testing

/// The mouse and fingers on the player's screens.
@Suite("Pointers on screens")
struct PointerTests {
  private let games = ([MarbleMaze.self, BrickBreaker.self, Pinball.self] as [any Game.Type])
    .map(Screens.GameInfo.init)

  /// The middle of a control, or of one of its rows, in fractions of the view.
  private func position(
    of name: String, row: Int? = nil, _ screens: Screens
  ) throws -> (x: Float, y: Float) {
    let (overlay, aspect) = (screens.session.scene.overlay, screens.session.input.aspect)
    let control = try #require(overlay[control: name])
    let (box, image) = (overlay.box(of: control, aspect: aspect), Overlay.imageSize(aspect: aspect))
    let y =
      row.map { box.low.y + (Float($0 - control.visibleRows.lowerBound) + 0.5) * control.rowHeight }
      ?? box.center.y
    return (box.center.x / image.x, y / image.y)
  }

  private func send(
    _ phase: PointerPhase, to name: String, row: Int? = nil, _ screens: Screens
  ) throws -> [Screens.Effect] {
    let place = try position(of: name, row: row, screens)
    screens.send(.pointer(phase, x: place.x, y: place.y))
    return screens.takeEffects()
  }

  /// The first movement of the mouse changed the demo, and no later one: from then on the same game
  /// was played behind every entry, and the box had no scores.
  @Test("The title screen demonstrates the game under the pointer, as with keys")
  func hover() throws {
    let screens = Screens(games: games)
    screens.content.best = [HighScores.Entry()]
    for name in ["pinball", "brick-breaker", "marble-maze", "pinball"] {
      #expect(try send(.moved, to: name, screens) == [.demo(name)])
      #expect(screens.chosen?.name == name && screens.session.scene.overlay.focus == name)
      #expect(screens.session.scene.overlay[label: "rank1"] != nil)
    }
    #expect(try send(.moved, to: "settings", screens) == [] && screens.chosen?.name == "pinball")
  }

  /// A button acted when the mouse was pressed on it, so a press could not be taken back.
  @Test("A button is pressed by a release on it, and not by one elsewhere or after leaving it")
  func buttons() throws {
    let screens = Screens()
    screens.perform(.pause)
    screens.open(.settings)
    _ = screens.takeEffects()
    #expect(try send(.pressed, to: "ghost", screens) == [])
    #expect(screens.session.scene.overlay.focus == "ghost")
    #expect(try send(.released, to: "back", screens) == [] && screens.screen == .settings)
    #expect(screens.settings.ghost == .none)
    _ = try send(.pressed, to: "ghost", screens)
    _ = try send(.moved, to: "back", screens)
    #expect(try send(.released, to: "ghost", screens) == [] && screens.settings.ghost == .none)
    _ = try send(.pressed, to: "ghost", screens)
    #expect(try send(.moved, to: "ghost", screens) == [])
    #expect(try send(.released, to: "ghost", screens).count == 1)
    #expect(screens.settings.ghost == .best)
    _ = try send(.pressed, to: "music", screens)
    #expect(!screens.settings.music)
    _ = try send(.released, to: "music", screens)
    #expect(screens.settings.music)
  }

  @Test("A slider follows the pointer from its press on")
  func slider() throws {
    let screens = Screens()
    screens.perform(.pause)
    screens.open(.settings)
    let before = screens.settings.volume
    _ = try send(.pressed, to: "volume", screens)
    #expect(screens.settings.volume != before)
  }

  /// Dragging a list of keys waited for a key of the row under the press.
  @Test("A row is chosen by a release on it, and not by a drag")
  func rows() throws {
    let screens = Screens(played: games[0])
    screens.content.keys = MarbleMaze.actions.map {
      ScreenContent.KeyRow(meaning: .action($0), keys: "J")
    }
    screens.open(.keys)
    #expect(try send(.pressed, to: "keyList", row: 1, screens) == [])
    #expect(try send(.moved, to: "keyList", row: 3, screens) == [])
    #expect(try send(.released, to: "keyList", row: 3, screens) == [])
    _ = try send(.pressed, to: "keyList", row: 2, screens)
    #expect(
      try send(.released, to: "keyList", row: 2, screens)
        == [.bindKey(action: MarbleMaze.actions[2].name)])
  }

  /// A click on a locked level, and Enter, had no effect and said nothing.
  @Test("A locked level that is chosen says what unlocks it, by keys and by the pointer")
  func locked() throws {
    let screens = Screens(played: Screens.GameInfo(Hills.self))
    screens.progress = try Hills.progress(completed: 2)
    screens.open(.levels)
    _ = screens.takeEffects()
    let told = Screens.Effect.message("Level 4 is locked: complete level 3, Hill 3, to unlock it")
    screens.send(.press(.down))
    screens.send(.press(.enter))
    #expect(screens.takeEffects() == [told] && screens.screen == .levels)
    _ = try send(.pressed, to: "levelList", row: 3, screens)
    #expect(try send(.released, to: "levelList", row: 3, screens) == [told])
    _ = try send(.pressed, to: "levelList", row: 1, screens)
    #expect(
      try send(.released, to: "levelList", row: 1, screens) == [.play("hills", level: "hill2")])
  }
}
