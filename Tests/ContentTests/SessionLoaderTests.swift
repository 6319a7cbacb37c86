import CaromContent
import CaromDocuments
import CaromMaths
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
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
    // Symptom: `carom play marble` did not name marble-maze, which no near spelling is.
    #expect(load("ball").hasPrefix("there is no game 'ball'; did you mean 'ball-game'? ball"))
    #expect(load("ball-game").hasPrefix("no folder of scenes was found; --root"))
    #expect(
      load("\(folder.path)/typo.json").hasPrefix(
        "\(folder.path)/typo.json:3:27: /nodes/0/role/bouncy/hight: unknown key \"hight\"; did you mean"
      ))
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

  // Symptom: editors and CI could not open the file of a message. Cause: paths were relative to the
  // folder of scenes, whatever the user had written.
  @Test("Messages name files as the user did, or relative to the working folder")
  func displayedPaths() throws {
    let folder = try TemporaryFolder([
      "Scenes/a/typo.json": ball.replacing("height", with: "hight"),
      "Scenes/a/use.json": """
      { "format": "carom.scene/1", "game": "ball-game", "nodes": [{ "scene": "typo.json" }] }
      """,
      "other/typo.json": ball.replacing("height", with: "hight"),
    ])
    let root = try ContentRoot.find(option: folder.path)
    let loader = SessionLoader(games: [BallGame.self], root: root)
    func start(_ subject: String) -> String {
      let text = message { _ = try loader.load(subject) }
      return text.components(separatedBy: ":3:27: ").first ?? ""
    }
    // The folder is outside of the working folder, so only the whole path leads there.
    #expect(start("a/typo.json") == "\(folder.path)/Scenes/a/typo.json")
    for path in ["Scenes/a/typo.json", "other/typo.json", "Scenes/../Scenes/a/typo.json"] {
      #expect(start("\(folder.path)/\(path)") == "\(folder.path)/\(path)")
    }
    let used = message { _ = try loader.load("\(folder.path)/Scenes/a/use.json") }
    #expect(used.hasPrefix("\(folder.path)/Scenes/a/typo.json:3:27: "))
    #expect(
      used.hasSuffix(
        "(in \(folder.path)/Scenes/a/typo.json via \(folder.path)/Scenes/a/use.json)"), "\(used)")
    withExtendedLifetime(folder) {}
  }

  @Test("A file that ends in .jsonc is a scene")
  func jsonc() throws {
    let folder = try TemporaryFolder(["ball.jsonc": "// A ball.\n" + ball])
    let loader = SessionLoader(games: [BallGame.self], root: nil)
    #expect(try loader.load("\(folder.path)/ball.jsonc").session.game is BallGame)
    withExtendedLifetime(folder) {}
  }

  // Symptom: the message about a model's missing picture had no position. Cause: only the images of
  // scene files were looked up.
  @Test("A missing image has the position of its name, in a scene or in a model, and a near name")
  func missingImages() throws {
    let model = """
      { "asset": { "version": "2.0" }, "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "material": 0 }] }],
        "materials": [{ "normalTexture": { "index": 0 } }], "textures": [{ "source": 0 }],
        "images": [{ "uri": "rough%20stone.png" }],
        "accessors": [{ "count": 3, "componentType": 5126, "type": "VEC3" }] }
      """
    let folder = try TemporaryFolder([
      "level.json": """
      { "format": "carom.scene/1", "nodes": [{ "scene": "models/thing.gltf" },
        { "geometry": { "box": {}, "materials": [{ "diffuse": { "image": "wod.png" } }] } }] }
      """,
      "models/thing.gltf": model, "wood.png": "",
    ])
    let loaded = try SessionLoader(games: [], root: nil).load("\(folder.path)/level.json")
    let text = message { _ = try loaded.makeCache() }
    let place = folder.path
    #expect(
      text == """
        \(place)/models/thing.gltf:4:23: /images/0/uri: there is no image "models/rough stone.png" \
        in \(place)
        \(place)/level.json:2:68: /nodes/1/geometry/materials/0/diffuse/image: there is no image \
        "wod.png" in \(place); did you mean "wood.png"?
        """, "\(text)")
    withExtendedLifetime(folder) {}
  }

  @Test("The warnings of a loaded scene are those of its files, bodies, sounds and roles")
  func warnings() throws {
    let folder = try TemporaryFolder([
      "Scenes/level.json": """
      { "format": "carom.scene/1", "pointOfView": "/a",
        "materials": { "m": { "emission": { "intensity": 1 } } },
        "nodes": [{ "name": "a", "physics": {}, "role": { "bouncy": {} },
          "actions": [{ "playAudio": { "sound": "bump" } }] },
          { "geometry": { "sphere": {}, "materials": ["m"] } }] }
      """,
      "Assets/sounds/bang.wav": "",
    ])
    let root = try ContentRoot.find(option: folder.path)
    let told = Told()
    var loader = SessionLoader(games: [BallGame.self], root: root)
    loader.didLoad = { told.warnings += $0.warnings().map(\.description) }
    let loaded = try loader.load("level.json")
    #expect(loaded.session.tick == 0 && loaded.file.scene.problems.isEmpty)
    let starts = [
      "1:45: warning: /pointOfView: ", "2:52: warning: /materials/m/emission/intensity: ",
      "3:39: warning: /nodes/0/physics: the body has no shape",
      "3:51: warning: /nodes/0/role: ",
      "4:43: warning: /nodes/0/actions/0/playAudio/sound: there is no sound \"bump\"",
    ]
    #expect(told.warnings.count == starts.count, "\(told.warnings)")
    for (text, start) in zip(told.warnings, starts) {
      #expect(text.hasPrefix("\(root.scenes)/level.json:\(start)"), "\(text)")
    }
    withExtendedLifetime(folder) {}
  }

  private final class Told: @unchecked Sendable { var warnings: [String] = [] }

  /// Symptom: a file with two mistaken roles was judged by the roles of another game, and one of
  /// the mistakes was missing.
  ///
  /// Cause: the game with the fewest problems was chosen, also for files that name their game.
  @Test("The problems of a file that names its game are those of that game")
  func namedGame() throws {
    let scene = ball.replacing("]", with: ", { \"name\": \"c\", \"role\": { \"other\": {} } }]")
      .replacing("bouncy", with: "bonncy")
    let folder = try TemporaryFolder(["Scenes/b.json": scene])
    let loader = SessionLoader(games: [OtherGame.self, BallGame.self], root: nil)
    let text = message { _ = try loader.read("\(folder.path)/Scenes/b.json") }
    #expect(text.contains("\"bonncy\"") && text.contains("did you mean \"bouncy\""), "\(text)")
    #expect(text.contains("\"other\""), "\(text)")
    withExtendedLifetime(folder) {}
  }
}

/// A game with a role that scenes of the ball game cannot use.
private final class OtherGame: Game {
  static let name = "other-game"
  static let title = "Other game"
  static let summary = "Nothing happens"
  static let levels = [Level("other.json")]
  static var roles: [any Role.Type] { [OtherRole.self] }

  struct State: GameState {
    static let summary = "The state of the other game"
    var phaseName: String { "playing" }
    var score: Int32 { 0 }

    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }
  var state = State()
}

private struct OtherRole: Role {
  static let name = "other"
  static let summary = "Does nothing"

  static func properties(_ p: inout some PropertyVisitor<Self>) {}
}
