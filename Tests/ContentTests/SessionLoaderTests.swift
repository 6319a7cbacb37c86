import CaromContent
import CaromMaths
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Testing

@Suite("Session loader")
struct SessionLoaderTests {
  private let ball = """
    { "format": "carom.scene/1", "game": "ball-game",
      "nodes": [{ "name": "ball", "physics": {}, "geometry": { "sphere": {} },
        "role": { "bouncy": { "height": 2 } } }] }
    """

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing was thrown"
    } catch { return "\(error)" }
  }

  @Test("A game's scene is found in the folder of scenes, a file by its path or in that folder")
  func loads() throws {
    let folder = try TemporaryFolder(["Scenes/ball-game.json": ball, "Scenes/a/b.json": ball])
    let root = try ContentRoot.find(option: folder.path)
    let loader = SessionLoader(games: [BallGame.self], root: root)
    for subject in ["ball-game", "a/b.json", "\(folder.path)/Scenes/a/b.json"] {
      let loaded = try loader.load(subject, launch: Launch(seed: 3))
      #expect(loaded.session.game is BallGame && loaded.session.seed == 3)
      #expect(loaded.file.scene.rootNode.childNode(withName: "ball")?.role is BallRole)
    }
    let alone = SessionLoader(games: [BallGame.self], root: nil)
    #expect(try alone.load("\(folder.path)/Scenes/a/b.json").session.game is BallGame)
    withExtendedLifetime(folder) {}
  }

  @Test(
    "A scene without a game is played without rules, and can be a part for any game")
  func parts() throws {
    let folder = try TemporaryFolder([
      "part.json": ball.replacing(" \"game\": \"ball-game\",", with: "")
    ])
    let loader = SessionLoader(games: [BallGame.self], root: nil)
    #expect(try loader.load("\(folder.path)/part.json").session.game is NoRules)
    #expect(try loader.read("\(folder.path)/part.json").game == nil)
    withExtendedLifetime(folder) {}
  }

  @Test("Load errors state what is accepted")
  func refusals() throws {
    let folder = try TemporaryFolder([
      "typo.json": ball.replacing("height", with: "hight"),
      "no-ball.json": ball.replacing("\"ball\"", with: "\"bull\""),
      "game.json": ball.replacing("ball-game", with: "bal-game"),
    ])
    let loader = SessionLoader(games: [BallGame.self], root: nil)
    func load(_ name: String) -> String { message { _ = try loader.load(name) } }
    #expect(
      load("chess").hasPrefix("there is no game 'chess'; ball-game or a scene"))
    #expect(load("ball-game").hasPrefix("no folder of scenes was found; --root"))
    #expect(
      load("\(folder.path)/typo.json").hasPrefix(
        "typo.json:3:27: /nodes/0/role/bouncy/hight: unknown key \"hight\"; did you mean"))
    #expect(load("\(folder.path)/no-ball.json").hasSuffix("the scene has no body named 'ball'"))
    #expect(load("\(folder.path)/game.json").contains("did you mean \"ball-game\""))
    #expect(load("\(folder.path)/nothing.json").contains("nothing.json: there is no such file"))
    #expect(load("/no/such/folder/x.json").contains("x.json: there is no such file"))
    withExtendedLifetime(folder) {}
  }

  @Test("A named folder is used, or rejected if it has no scenes")
  func root() throws {
    let folder = try TemporaryFolder(["Scenes/x.json": "{}"])
    let root = try ContentRoot.find(option: folder.path)
    #expect(root.path == folder.path && root.scenes == folder.path + "/Scenes")
    #expect(root.assets == folder.path + "/Assets")
    let error = message { _ = try ContentRoot.find(option: "\(folder.path)/Scenes") }
    #expect(
      error.hasPrefix("--root: '")
        && error.contains("has no folder 'Scenes'; a folder that contains"))
  }
}
