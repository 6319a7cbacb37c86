import CaromAutomation
import CaromContent
import CaromGames
import CaromSimulation
import Testing

@Test("brick-breaker, seed 12: 126 ticks as recorded")
func recorded() throws {
  var launch = Launch(seed: 12)
  launch.start = WorldDate(milliseconds: 1795309323000)
  launch.arguments["easy"] = true
  launch.arguments["speed"] = 1.5
  launch.arguments["who"] = "\"Ada\" \\ Lovelace\n\u{7}é"
  launch.storage["best \"one\""] = 18446744073709551615
  let loader = SessionLoader(games: GameList.all, root: try ContentRoot.find())
  let loaded = try loader.load("brick-breaker/level1.json", launch: launch)
  let driver = GameDriver(loaded.session)
  driver.send(.viewport(width: 640, height: 480))
  driver.step(1)
  driver.press(.space, for: 2)
  driver.step(3)
  driver.send(.pointer(.pressed, x: 0.25, y: 0.75))
  driver.step(4)
  driver.send(.pointer(.moved, x: 0.3, y: 0.1))
  driver.step(5)
  driver.send(.pointer(.released, x: 0.0, y: 1.0))
  driver.step(6)
  driver.send(.tilt(x: -0.1, y: 1e-07))
  driver.step(7)
  driver.send(.axis(.leftX, -0.5))
  driver.step(8)
  driver.send(.button(ButtonInput(button: .start, isDown: true)))
  driver.step(9)
  driver.send(.command(.pause))
  driver.step(10)
  driver.send(.command(.resume))
  driver.step(11)
  // it goes on "here" */ \
  driver.send(
    .set(
      SetInput(
        "opacity", of: "/ball", to: "0.5")))
  driver.step(60)
}
