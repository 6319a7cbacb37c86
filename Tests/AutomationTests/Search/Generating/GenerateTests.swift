import CaromAutomation
import CaromContent
import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Foundation
import Testing

/// A game without a bot that generates lanes, of which about half are closed by a wall.
private final class Lane: Game {
  static let name = "lane"
  static let title = "Lane"
  static let summary = "The right arrow key moves the ball to the end of the lane"
  static var controls: GameControls { GameControls(keys: [.right], holdTicks: 5...60) }
  struct State: GameState {
    static let summary = "The state of Lane"
    var score: Int32 = 0
    var phaseName: String { "playing" }
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The number of meters")
    }
  }
  var state = State()

  static func makeLevel(_ request: LevelRequest) -> String? {
    var random = request.random
    let isClosed = random.int(below: 2) == 0
    let wall = isClosed ? #", { "name": "wall", "position": [2, 0, 0] }"# : ""
    let par = request.parSeconds.map { #", "par": { "duration": \#($0) }"# } ?? ""
    return """
      { "format": "carom.scene/1", "game": "lane"\(par), "nodes": [
        { "name": "ball", "scene": "\(request.scenes)ball.json" }\(wall)] }
      """
  }

  func update(_ session: Session) {
    let root = session.scene.rootNode
    guard let ball = root.childNode(withName: "ball") else { return }
    let wall = root.childNode(withName: "wall")?.position.x ?? .infinity
    if session.input.isPressed(KeyCode.right), ball.position.x < wall {
      ball.position.x += 0.1
    }
    let meters = Int32(ball.position.x)
    if meters > state.score {
      state.score = meters
      if meters == 4 { session.completeLevel() }
    }
  }
}

@Suite("Generating levels")
struct GenerateTests {
  private func withLoader(_ body: (SessionLoader, Generate.Place) throws -> Void) throws {
    let root = FileManager.default.temporaryDirectory.appending(
      path: "carom-lane-\(UUID().uuidString)"
    ).path
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(
      atPath: root + "/Scenes", withIntermediateDirectories: true)
    let ball = """
      { "format": "carom.scene/1", "nodes": [{ "name": "ball", "geometry": { "sphere": {} } }] }
      """
    try ball.write(toFile: root + "/Scenes/ball.json", atomically: true, encoding: .utf8)
    let loader = SessionLoader(games: [Lane.self], root: try ContentRoot.find(option: root))
    try body(
      loader, Generate.Place(path: root + "/Scenes/own/lane.json", scenes: "../"))
  }

  @Test("Without a bot a search wins the level, and levels that it does not win are discarded")
  func search() throws {
    try withLoader { loader, place in
      try FileManager.default.createDirectory(
        atPath: (place.path as NSString).deletingLastPathComponent,
        withIntermediateDirectories: true)
      var discarded = 0
      for seed in UInt64(1)...6 {
        let level = try #require(
          try Generate(seed: seed, budget: 4_000).run(Lane.self, at: place, with: loader))
        #expect(!level.isWonByBot && !level.text.contains("wall"))
        // Forty steps are the fewest, and the par time is that of the win and a quarter.
        #expect(level.win.ticks >= 40)
        let par = (Double(level.win.ticks) * 1.25 / 60).rounded(.up)
        #expect(level.text.contains("\"duration\": \(Int(par))"), "\(level.text)")
        if level.attempts > 1 {
          discarded += 1
          let before = Generate(seed: seed, budget: 4_000, attempts: level.attempts - 1)
          #expect(try before.run(Lane.self, at: place, with: loader) == nil)
        }
        let same = try Generate(seed: seed, budget: 4_000, threads: 2)
          .run(Lane.self, at: place, with: loader)
        #expect(same == level)
      }
      #expect(discarded > 0)
    }
  }
}
