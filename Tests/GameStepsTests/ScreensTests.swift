import CaromAutomation
import CaromContent
import CaromGameSteps
import CaromGames
import CaromMaths
import CaromSimulation
import Foundation
import TestSupport
import Testing

@Suite("Page objects of the games")
struct ScreensTests {
  private func driver(_ game: any Game.Type) throws -> GameDriver {
    let loader = SessionLoader(
      games: GameList.all, root: try ContentRoot.find(option: Repository.root.path))
    return GameDriver(try loader.load(game.name))
  }

  @Test("A run starts, and the marble rolls through a pearl")
  func maze() throws {
    let screen = MarbleMazeScreen(driver: try driver(MarbleMaze.self))
    #expect(screen.isDisplayed && screen.phase == "tapToPlay")
    #expect(try screen.pearlCount() == 7)
    try screen.start()
    #expect(screen.phase == "playing")
    let before = screen.driver.tick
    try screen.marble.move(to: Vector2(0, -8.5), velocity: Vector2(0, -3))
    #expect(screen.driver.tick == before + 1, "Setting a property takes a tick")
    let pearl = screen.pearl("pearl1")
    let tick = try screen.driver.wait(for: "the pearl", within: 120) { (_) throws(DriverError) in
      try pearl.isHidden()
    }
    #expect(screen.score == 1 && screen.driver.sounds().last?.name == "powerUp")
    #expect(screen.driver.sounds().last?.tick == tick)
    #expect(try screen.pearlCount() == 6)
    #expect(try screen.marble.position().z < -9)
    #expect(try screen.pearl("pearl2").number("position.x") == -5)
  }

  @Test("A served ball hits bricks, and the last brick clears the round")
  func bricks() throws {
    let screen = BrickBreakerScreen(driver: try driver(BrickBreaker.self))
    #expect(screen.isDisplayed && screen.lives == 3)
    #expect(try screen.brickCount() == 66 && screen.message() == "Press Space to serve")
    screen.serve()
    try screen.hideBricks(except: ["white6", "red6"])
    #expect(try screen.brickCount() == 2)
    for name in ["white6", "red6"] {
      try screen.ball.launch(from: Vector2(0, -8), velocity: Vector2(0, 15))
      try screen.driver.wait(for: name, within: 30) { (_) throws(DriverError) in
        try screen.brick(name).isHidden()
      }
    }
    #expect(screen.phase == "cleared")
    #expect(try screen.driver.firstTouch(.role("ball"), screen.brick("red6").locator) != nil)
    #expect(try screen.paddle.get("position") == "0 0 8")
  }

  @Test("Waiting for a screen that is not displayed fails with a recording")
  func other() throws {
    let maze = MarbleMazeScreen(driver: try driver(BrickBreaker.self))
    #expect(!maze.isDisplayed)
    let error = #expect(throws: DriverError.self) { try maze.wait(within: 2) }
    #expect(error?.tick == 2 && error?.replay.contains("brick-breaker") ?? false)
  }
}
