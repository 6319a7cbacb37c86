import Carom
import CaromPlayer
import Testing

/// The rows of the list of levels.
@Suite("List of levels")
struct LevelListTests {
  private func rows(_ screens: Screens) throws -> [ListItem] {
    screens.refresh()
    let control = try #require(screens.session.scene.overlay[control: "levelList"])
    guard case .list(let list) = control.kind else { return [] }
    return list.items
  }

  private func screens(completed: Int) throws -> Screens {
    let screens = Screens(played: Screens.GameInfo(Hills.self))
    screens.progress = try Hills.progress(completed: completed)
    screens.open(.levels)
    return screens
  }

  /// The list had only the titles.
  @Test("A row has the number, the best results, par, and marks of the level")
  func text() throws {
    let screens = try screens(completed: 2)
    #expect(
      try rows(screens).prefix(4).map(\.text) == [
        "1. Hill 1 ✓ · best 3", "2. Hill 2 ✓ · best 3", "3. Hill 3", "4. Hill 4 (locked)",
      ])
    var par = ParValues()
    par.duration = 75
    screens.content.pars = [ParValues](repeating: par, count: 10)
    screens.content.pars[1].score = 4
    screens.content.currentLevel = 1
    #expect(
      try rows(screens).prefix(4).map(\.text) == [
        "1. Hill 1 ✓ · best 3 · 0:00 (par 1:15)",
        "▶ 2. Hill 2 ✓ · 3 (par 4) · 0:00 (par 1:15)", "3. Hill 3 · par 1:15",
        "4. Hill 4 (locked)",
      ])
    screens.content.levelScoring = .shortestTime
    screens.content.pars = []
    #expect(try rows(screens)[0].text == "1. Hill 1 ✓ · best 0:00")
  }

  /// After `--level 2` the list said that the level was locked.
  @Test("The level that is played is not locked, also if it was started by an option")
  func current() throws {
    let screens = try screens(completed: 0)
    #expect(try rows(screens)[4] == ListItem("5. Hill 5 (locked)", isEnabled: false))
    screens.content.currentLevel = 4
    #expect(try rows(screens)[4] == ListItem("▶ 5. Hill 5"))
    #expect(try rows(screens)[3] == ListItem("4. Hill 4 (locked)", isEnabled: false))
  }
}
