import CaromGames
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// The page about Brick Breaker, and the size of its rules.
@Suite("Page of Brick Breaker")
struct BrickBreakerPageTests {
  private let page = "Sources/Games/Documentation.docc/PlayingBrickBreaker.md"

  @Test("The level on the page is valid, and the bot plays it")
  func sample() throws {
    let text = try Repository.text(page)
    let start = try #require(text.range(of: "```json\n"))
    let end = try #require(text[start.upperBound...].range(of: "\n```"))
    let json = String(text[start.upperBound..<end.lowerBound])
    let reader = try SceneReader(
      root: SceneRoot(Repository.url("Scenes").path), roles: BrickBreaker.allRoles)
    let scene = try reader.load(json, at: "brick-breaker/sample.json").scene
    let play = try Play(BrickBreaker.self, scene: scene)
    var bot = try #require(BrickBreaker.makeBot())
    play.session.step(3_600, with: &bot)
    #expect(play.game.state.score > 20)
    #expect(play.session.scene.problems == [])
  }

  @Test("The page lists every property of the roles in files, and every power-up")
  func complete() throws {
    let text = try Repository.text(page)
    for role in BrickBreaker.roles {
      #expect(text.contains("| `\(role.name)` |"), "\(role.name)")
      for property in role.propertyInfos where property.scope != .state {
        #expect(text.contains("`\(property.key)`"), "\(role.name).\(property.key)")
      }
    }
  }

  @Test("The rules have fewer than 600 lines of code")
  func size() throws {
    let folder = "Sources/Games/BrickBreaker/BrickBreaker"
    var lines = 0
    for file in ["", "+Balls", "+Bricks", "+PowerUps", "+Levels"] {
      lines += try Repository.text("\(folder)\(file).swift").split(separator: "\n")
        .count { line in
          let code = line.drop { $0 == " " }
          return !code.isEmpty && !code.hasPrefix("//")
        }
    }
    print("brick-breaker: \(lines) lines of rules")
    #expect(lines < 600 && lines > 100)
  }
}
