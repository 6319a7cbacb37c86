import CaromDocuments
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import Testing

@Suite("Parts of other games")
struct ForeignPartsTests {
  private struct Coin: Role {
    static let name = "coin"
    static let summary = "A coin"
    var value: Int32 = 1
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("value", \.value, "The value")
    }
  }

  private static var games: [(name: String, roles: [any Role.Type])] {
    [("maze", [PearlRole.self]), ("shop", [Coin.self])]
  }

  private func load(_ files: [String: String]) throws -> (scene: Scene, warnings: [String]) {
    let scenes = try TemporaryScenes(files)
    defer { withExtendedLifetime(scenes) {} }
    let file = try SceneReader(root: scenes.root, games: Self.games).load("level.json")
    return (file.scene, file.warnings.map(\.description))
  }

  @Test("A part of another game is used without its roles, which are warned of at their position")
  func otherGame() throws {
    let (scene, warnings) = try load([
      "level.json": file(
        "\"game\": \"shop\", \"nodes\": [{ \"name\": \"p\", \"scene\": \"part.json\" }]"),
      "part.json": file(
        """
        "game": "maze", "nodes": [{ "name": "pearl", "opacity": 0.5,
          "role": { "pearl": { "life": 0.3 } }, "nodes": [{ "scene": "inner.json" }] }]
        """),
      "inner.json": file("\"nodes\": [{ \"role\": { \"pearl\": {} } }]"),
    ])
    let part = try #require(scene.rootNode.node(atPath: "/p"))
    #expect(part.opacity == 0.5 && part.role == nil)
    #expect(part.childNodes.count == 1 && part.childNodes.first?.role == nil)
    #expect(warnings.count == 2)
    #expect(
      warnings.contains {
        $0.hasPrefix("part.json:3:") && $0.contains("the role has no effect")
          && $0.contains("the game of the scene is shop")
      }, "\(warnings)")
  }

  @Test("An override gives a part of another game a role of the scene's game")
  func override() throws {
    let (scene, warnings) = try load([
      "level.json": file(
        """
        "game": "shop", "nodes": [{ "name": "p", "scene": "part.json",
          "role": { "coin": { "value": 7 } } }]
        """),
      "part.json": file("\"game\": \"maze\", \"nodes\": [{ \"name\": \"pearl\" }]"),
    ])
    #expect(scene.rootNode.node(atPath: "/p")?.role(as: Coin.self)?.value == 7)
    #expect(warnings == [])
  }

  @Test("A part that names an unknown game, or a role that its game lacks, is rejected")
  func unknown() throws {
    func problems(_ part: String) throws -> [String] {
      let scenes = try TemporaryScenes([
        "level.json": file("\"game\": \"shop\", \"nodes\": [{ \"scene\": \"part.json\" }]"),
        "part.json": file(part),
      ])
      defer { withExtendedLifetime(scenes) {} }
      return SceneReader(root: scenes.root, games: Self.games).problems(in: "level.json")
        .map(\.description)
    }
    let game = try problems("\"game\": \"maxe\", \"nodes\": []")
    #expect(
      game.first?.contains("there is no game \"maxe\"; did you mean \"maze\"") ?? false, "\(game)")
    let role = try problems("\"game\": \"maze\", \"nodes\": [{ \"role\": { \"coin\": {} } }]")
    #expect(role.first?.contains("unknown role \"coin\"") ?? false, "\(role)")
  }
}
