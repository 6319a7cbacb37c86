import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Warning of Marble Maze")
struct MarbleMazeWarningTests {
  /// The light went out without a warning: in bright levels the glow of the marble is not seen.
  @Test(
    "Below a quarter of the light the bar flashes, and a message stays for two seconds",
    arguments: MarbleMaze.levels)
  func light(level: Level) throws {
    let play = try Play(MarbleMaze.self, scene: try readLevel(MarbleMaze.self, level))
    play.session.step(240)
    play.press(.space)
    func color() -> Color? { play.session.scene.overlay[bar: "life"]?.color }
    func message() -> String? { play.session.scene.overlay[label: "warning"]?.text }
    func isPlateVisible() -> Bool? { play.session.scene.overlay[panel: "warning"]?.isVisible }
    let plain = color()
    play.game.state.lifeTicks = 251
    play.session.step()
    #expect(color() == plain && message()?.isEmpty == true && isPlateVisible() == false)
    var (colors, told) = (Set<Color>(), 0)
    for _ in 0..<200 {
      play.session.step()
      if let color = color() { colors.insert(color) }
      if message() == "Your light is going out!", isPlateVisible() == true { told += 1 }
    }
    #expect(colors.count == 2 && plain.map(colors.contains) == false)
    #expect((115...125).contains(told))
    play.game.state.lifeTicks = 900
    play.session.step()
    #expect(color() == plain && message()?.isEmpty == true && isPlateVisible() == false)
  }

  /// Text lay on pillars and sky of its own color.
  @Test("The labels of the games are in front of plates", arguments: [true, false])
  func plates(isMaze: Bool) throws {
    let overlay: Overlay
    if isMaze {
      overlay = try Play(MarbleMaze.self).session.scene.overlay
    } else {
      let play = try Play(BrickBreaker.self)
      play.game.state.wideTicks = 300
      play.press(.space)
      play.session.step(2)
      overlay = play.session.scene.overlay
    }
    for (name, rows) in [("record", ["highScore", "time"]), ("status", ["lives", "level"])] {
      let panel = try #require(overlay[panel: name])
      for row in rows {
        guard let label = overlay[label: row], !label.text.isEmpty else { continue }
        #expect(panel.anchor == label.anchor && panel.color.alpha > 0.4)
        let (top, bottom) = (panel.position.y, panel.position.y + panel.size.y)
        #expect(label.position.y >= top && label.position.y + label.size <= bottom, "\(row)")
        #expect(Float(label.text.count) * label.size * 0.5 <= panel.size.x, "\(row)")
      }
    }
    if !isMaze { #expect(overlay[panel: "powerUps"]?.isVisible == true) }
  }
}
