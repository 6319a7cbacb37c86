import Carom
import CaromGames
import CaromPlayer
import Testing

@Suite("Screens at the end of a game")
struct EndScreenTests {
  private let games = ([MarbleMaze.self, BrickBreaker.self] as [any Game.Type])
    .map(Screens.GameInfo.init)

  private func press(_ keys: KeyCode..., on screens: Screens) -> [Screens.Effect] {
    for key in keys { screens.send(.press(key)) }
    return screens.takeEffects()
  }

  private func names(_ screens: Screens) -> [String] {
    screens.session.scene.overlay.controls.map(\.text)
  }

  private func text(_ label: String, _ screens: Screens) -> String? {
    screens.session.scene.overlay[label: label]?.text
  }

  /// The menu of a game that was over was headed "Paused" and offered to resume it.
  @Test("The menu of a game that is over offers to play again, other levels, settings and games")
  func gameOver() throws {
    let screens = Screens(games: games, played: Screens.GameInfo(Hills.self))
    screens.progress = try Hills.progress(completed: 2)
    screens.content.end = ScreenContent.GameEnd()
    screens.perform(.back)
    #expect(screens.takeEffects() == [.pause])
    #expect(text("heading", screens) == "Game over")
    #expect(names(screens) == ["Play again", "Levels", "Settings", "Games", "Back", "Quit"])
    #expect(press(.escape, on: screens) == [.resume] && screens.screen == .playing)
    screens.perform(.back)
    #expect(press(.enter, on: screens) == [.pause, .resume, .restart])
  }

  @Test("The menu of a completed level leads to the next one")
  func completed() throws {
    let screens = Screens(played: Screens.GameInfo(Hills.self))
    screens.content.end = ScreenContent.GameEnd(isWon: true, hasNextLevel: true)
    screens.perform(.back)
    #expect(text("heading", screens) == "Level completed")
    #expect(names(screens) == ["Next level", "Play again", "Settings", "Back", "Quit"])
    #expect(press(.enter, on: screens) == [.pause, .resume, .proceed])
    screens.content.end = ScreenContent.GameEnd(isWon: true)
    screens.perform(.back)
    #expect(names(screens).first == "Play again")
  }

  /// *Back* led to the game, whose "Press Space to play again" began its first level.
  @Test("After the last level, the menu leads back to its screen, and a new game forgets it")
  func backToFinale() throws {
    let screens = Screens(games: games, played: Screens.GameInfo(Hills.self))
    screens.progress = try Hills.progress(completed: 10)
    screens.content.end = ScreenContent.GameEnd(isWon: true)
    screens.finish(ScreenContent.Finale(game: "Hills"))
    #expect(press(.down, .enter, on: screens) == [.pause] && screens.screen == .levels)
    #expect(press(.escape, on: screens) == [] && screens.screen == .paused)
    #expect(press(.escape, on: screens) == [.resume] && screens.screen == .finale)
    #expect(press(.down, .enter, .enter, on: screens).last == .play("hills", level: "hill10"))
    #expect(screens.content.finale == nil && screens.screen == .playing)
  }

  @Test("The last level ends with the total score and time, and leads to the other games")
  func finale() throws {
    let screens = Screens(games: games, played: games[1])
    screens.progress = try Hills.progress(completed: 10)
    let finale = ScreenContent.Finale(
      game: "Brick Breaker", levelCount: 13, score: "420", time: "12:03")
    screens.finish(finale)
    #expect(text("heading", screens) == "Congratulations!")
    #expect(text("finale", screens) == "You completed all 13 levels of Brick Breaker.")
    #expect(text("totalScore", screens) == "Total score: 420")
    #expect(text("totalTime", screens) == "Total time: 12:03")
    #expect(names(screens) == ["Games", "Levels", "Play again", "Quit"])
    #expect(press(.down, .down, .enter, on: screens) == [.play("brick-breaker")])
    #expect(screens.screen == .playing)
    screens.finish(finale)
    #expect(press(.down, .enter, on: screens) == [.pause] && screens.screen == .levels)
    screens.finish(finale)
    screens.perform(.back)
    #expect(screens.takeEffects() == [.demo("brick-breaker")] && screens.screen == .title)
    let single = Screens(played: games[0])
    single.finish(finale)
    #expect(names(single) == ["Play again", "Quit"])
    single.finish(ScreenContent.Finale(game: "Marble Maze"))
    #expect(text("finale", single) == "You completed the last level of Marble Maze.")
    single.perform(.back)
    #expect(single.takeEffects() == [.pause] && single.screen == .paused)
  }

  @Test("Games that make levels have an entry for those without an end")
  func endless() throws {
    let screens = Screens(games: games, played: games[1])
    screens.content.endlessGames = ["brick-breaker"]
    screens.perform(.pause)
    #expect(names(screens) == ["Resume", "Restart", "Endless", "Settings", "Games", "Quit"])
    #expect(press(.down, .down, .enter, on: screens) == [.pause, .endless("brick-breaker")])
    #expect(screens.screen == .paused, "until the first level is made")
    screens.progress = try Hills.progress(completed: 2)
    screens.open(.levels)
    #expect(names(screens) == ["", "Endless", "Back"])
    screens.content.endlessGames = ["marble-maze"]
    screens.refresh()
    #expect(names(screens) == ["", "Back"])
  }

  /// The seed of generated levels was only in a message, for four seconds.
  @Test("The menu of a generated level names it")
  func levelTitle() {
    let screens = Screens(games: games, played: games[0])
    screens.perform(.pause)
    #expect(text("level", screens) == nil)
    screens.content.levelTitle = "Level 3 of Marble Maze · seed 48213"
    screens.refresh()
    #expect(text("level", screens) == "Level 3 of Marble Maze · seed 48213")
  }

  /// "Rank 1, best score 1" stood below a score of 0.
  @Test("A result has a table of the best scores only if there are several")
  func tableOfScores() throws {
    let screens = Screens(played: games[0])
    let session = try Hills.session()
    var scores = HighScores()
    func add(_ score: Int32) {
      _ = scores.add(
        game: "marble-maze", score: score, scoring: .mostPoints, ticks: 1, of: session)
      screens.content.best = scores.best(of: "marble-maze")
    }
    add(1)
    screens.content.result = ScreenContent.GameResult(score: 0, place: nil)
    screens.refresh()
    #expect(text("result", screens) == "Score: 0" && text("best", screens) == "Best: 1")
    #expect(text("rankTitle", screens) == nil)
    screens.content.result = ScreenContent.GameResult(score: 1, place: 1)
    screens.refresh()
    #expect(text("result", screens) == "New best: 1" && text("best", screens) == nil)
    add(7)
    screens.content.result = ScreenContent.GameResult(score: 1, place: 2)
    screens.refresh()
    #expect(text("rankTitle", screens) == "Rank" && text("score2", screens) == "1")
  }

  /// "Score: 1, rank 6" stood above the ranks 1 to 3.
  @Test("The table below a result has a row for the player's own score")
  func ownRow() throws {
    let screens = Screens(played: games[0])
    let session = try Hills.session()
    var scores = HighScores()
    for score: Int32 in [9, 8, 7, 6, 5, 1] {
      _ = scores.add(game: "marble-maze", score: score, ticks: 1, of: session)
    }
    screens.content.best = scores.best(of: "marble-maze")
    screens.content.result = ScreenContent.GameResult(score: 1, place: 6)
    screens.refresh()
    func row(_ number: Int) -> [String?] {
      [text("rank\(number)", screens), text("score\(number)", screens)]
    }
    #expect(row(1) == ["1", "9"] && row(2) == ["2", "8"] && row(3) == ["6", "1"])
    #expect(row(4) == [nil, nil])
    screens.content.result = ScreenContent.GameResult(score: 0, place: nil)
    screens.refresh()
    #expect(row(2) == ["2", "8"] && row(3) == ["–", "0"])
    screens.content.result = ScreenContent.GameResult(score: 8, place: 2)
    screens.refresh()
    #expect(row(2) == ["2", "8"] && row(3) == ["3", "7"])
  }

  /// A game that was started by name had no way to the others.
  @Test("The menu of a game that was started by name leads to the title screen")
  func startedByName() {
    let screens = Screens(games: games, played: games[1])
    #expect(screens.screen == .playing && screens.isInGame)
    screens.perform(.back)
    #expect(names(screens) == ["Resume", "Restart", "Settings", "Games", "Quit"])
    #expect(press(.up, .up, .enter, on: screens) == [.pause, .demo("brick-breaker")])
    #expect(screens.screen == .title && screens.session.scene.overlay.focus == "brick-breaker")
    #expect(press(.up, .enter, on: screens) == [.demo("marble-maze"), .play("marble-maze")])
  }
}
