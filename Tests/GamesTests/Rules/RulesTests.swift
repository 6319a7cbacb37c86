import CaromDocuments
import CaromGames
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The levels in the article on behaviors, played.
@Suite("Rules by data")
struct RulesTests {
  /// The levels in the article, in order: coins, a door and a flipper, a display.
  private static func level(_ index: Int) throws -> String {
    let article = try Repository.text("Sources/Simulation/Documentation.docc/BehaviorsByData.md")
    let parts = article.components(separatedBy: "\n```json\n").dropFirst()
    try #require(parts.count == 3)
    let part = parts[parts.startIndex + index]
    return String(try #require(part.components(separatedBy: "\n```").first)) + "\n"
  }

  private func play(_ text: String) throws -> Play<Rules> {
    let reader = SceneReader(root: SceneRoot.nowhere, roles: Rules.allRoles)
    let file = try reader.load(text, at: "level.json")
    #expect(file.warnings.isEmpty, "\(file.warnings)")
    return try Play(Rules.self, scene: file.scene)
  }

  private func label(_ name: String, _ play: Play<Rules>) -> String? {
    play.session.scene.overlay[label: name]?.text
  }

  @Test("The level with coins is won behind the gate, and lost without lives")
  func coins() throws {
    let play = try play(Self.level(0))
    for z in [-2, -3, -4] as [Float] {
      play.put(Vector3(0, 0.9, z))
      play.session.step(3)
    }
    #expect(try play.node("/gate").isHidden)
    #expect(play.game.state.score == 30 && label("score", play) == "30")
    play.put(Vector3(0, 1, -9))
    play.session.step(3)
    #expect(play.game.state.phase == .won && label("message", play) == "You made it")
    play.session.step(40)
    play.press(.space)
    play.session.step()
    #expect(play.game.state.phase == .playing && play.game.state.score == 0)
    for lives in [2, 1, 0] as [Int32] {
      play.put(Vector3(0, -6, 0))
      play.session.step(2)
      #expect(play.game.state.lives == lives)
    }
    #expect(play.game.state.phase == .lost && label("message", play) == "Game over")
  }

  @Test("The plate opens the door counterclockwise, and the key turns the flipper that way")
  func doorAndFlipper() throws {
    let play = try play(Self.level(1))
    let (door, flipper) = try (play.node("/door"), play.node("/flipper"))
    /// The direction from the hinge to the free end.
    func direction(_ node: Node) -> Vector3 { node.worldOrientation.rotate(Vector3(1, 0, 0)) }
    play.session.step(60)
    #expect((direction(door) - Vector3(1, 0, 0)).length < 0.03)
    #expect((direction(flipper) - Vector3(1, 0, 0)).length < 0.03)
    play.session.send(.press(.space))
    play.session.step(40)
    // 60° by the right-hand rule about +Y: from +X towards −Z.
    #expect((direction(flipper) - Vector3(0.5, 0, -0.866)).length < 0.05)
    let joint = try #require(flipper.joints.first)
    #expect(abs(joint.angle + .pi / 3) < 0.04)
    play.session.send(.release(.space))
    play.put(Vector3(3, 0.3, 3))
    play.session.step(90)
    #expect((direction(flipper) - Vector3(1, 0, 0)).length < 0.05)
    #expect((direction(door) - Vector3(0, 0, -1)).length < 0.05)
    play.put(Vector3(0, 0.3, -3.8))
    play.session.step(3)
    #expect(play.game.state.phase == .won)
  }

  @Test("A level in which nothing scores displays no score and no panel for it")
  func unscored() throws {
    let play = try play(Self.level(1))
    play.session.step(5)
    #expect(label("score", play) == "")
    #expect(play.session.scene.overlay[panel: "score"]?.isVisible == false)
    let scoring = try self.play(Self.level(0))
    scoring.put(Vector3(0, 0.9, -2))
    scoring.session.step(3)
    #expect(label("score", scoring) == "10")
    #expect(scoring.session.scene.overlay[panel: "score"]?.isVisible == true)
  }

  @Test("Labels of a level replace those of the game, with their panels")
  func display() throws {
    let play = try play(
      Self.level(2).replacing(
        "\"nodes\": [", with: "\"nodes\": [{ \"name\": \"ball\" }, "))
    play.game.didReceive(.score(7), in: play.session)
    play.game.didReceive(.win(message: "Bravo"), in: play.session)
    let overlay = play.session.scene.overlay
    #expect(overlay[label: "score"]?.anchor == .topRight && label("score", play) == "7")
    #expect(overlay[label: "message"]?.anchor == .bottom && label("message", play) == "Bravo")
    #expect(overlay[label: "lives"]?.isVisible == false)
    #expect(overlay[panel: "score"] == nil && overlay[panel: "message"] == nil)
  }
}
