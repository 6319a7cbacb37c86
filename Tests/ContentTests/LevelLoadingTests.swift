import CaromContent
import CaromDocuments
import CaromProperties
import CaromSceneFiles
import CaromSceneGraph
import CaromSimulation
import Foundation
import Testing

/// A game of two levels, each of which has a body named `ball`.
private final class Ladder: Game {
  static let name = "ladder"
  static let title = "Ladder"
  static let summary = "Two steps"
  static let levels = [
    Level("ladder/one.json", title: "One"), Level("ladder/two.json", name: "top", title: "Two"),
  ]

  struct State: GameState {
    static let summary = "The state of the ladder"
    var phaseName: String { "playing" }
    var score: Int32 { 0 }

    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }
  var state = State()

  func bind(to session: Session) throws(GameError) {
    if session.scene.rootNode.childNode(withName: "ball")?.physicsBody == nil {
      throw GameError(["the scene has no body named 'ball'"])
    }
  }
}

@Suite("Loading levels")
struct LevelLoadingTests {
  private static func scene(_ height: Int) -> String {
    """
    { "format": "carom.scene/1", "game": "ladder", "par": { "score": 3, "duration": 1.5 },
      "nodes": [{ "name": "ball", "position": [0, \(height), 0], "physics": {},
        "geometry": { "sphere": {} } }] }
    """
  }

  private func with(
    _ files: [String: String] = [:], _ body: (SessionLoader, TemporaryFolder) throws -> Void
  ) throws {
    var all = ["Scenes/ladder/one.json": Self.scene(1), "Scenes/ladder/two.json": Self.scene(2)]
    for (path, text) in files { all[path] = text }
    let folder = try TemporaryFolder(all)
    let root = try ContentRoot.find(option: folder.path)
    try body(SessionLoader(games: [Ladder.self], root: root), folder)
    withExtendedLifetime(folder) {}
  }

  private func height(_ session: Session) -> Float? {
    session.scene.rootNode.childNode(withName: "ball")?.position.y
  }

  @Test("A level is named by its number or its name, or by the path of its file")
  func subjects() throws {
    try with { loader, folder in
      for (subject, level, index) in [
        ("ladder", nil, 0), ("ladder", "2", 1), ("ladder", "top", 1), ("ladder", "1", 0),
        ("ladder/two.json", nil, 1), ("\(folder.path)/Scenes/ladder/one.json", nil, 0),
      ] as [(String, String?, Int)] {
        let loaded = try loader.load(subject, level: level)
        #expect(loaded.session.levelIndex == index && height(loaded.session) == Float(index + 1))
        #expect(loaded.session.levels.map(\.title) == ["One", "Two"])
        #expect(loaded.recordedPath == Ladder.levels[index].scenePath)
        #expect(loaded.levelFiles.count == 2 && loaded.currentFile.scene === loaded.file.scene)
      }
    }
  }

  @Test("The session presents the other level from its own file, with its par values")
  func present() throws {
    try with { loader, _ in
      let loaded = try loader.load("ladder")
      loaded.session.present(Ladder.levels[1])
      loaded.session.step()
      #expect(loaded.currentFile.path == "ladder/two.json")
      #expect(loaded.session.scene.par.score == 3 && loaded.session.scene.par.duration == 1.5)
      #expect(loaded.runtimeProblems.isEmpty && loaded.warnings().isEmpty)
    }
  }

  @Test("A file that is not a level of its game is a scene by itself")
  func otherFile() throws {
    try with(["Scenes/ladder/draft.json": Self.scene(5)]) { loader, folder in
      let loaded = try loader.load("ladder/draft.json")
      #expect(loaded.session.levels.isEmpty && loaded.levelFiles.count == 1)
      // Without the folder of scenes, the paths of levels mean nothing.
      let alone = SessionLoader(games: [Ladder.self], root: nil)
      let path = "\(folder.path)/Scenes/ladder/one.json"
      #expect(try alone.load(path).session.levels.isEmpty)
      #expect(try loader.loadAlone(path).session.levels.isEmpty)
    }
  }

  @Test("The errors of every level are reported before the first tick")
  func errors() throws {
    let broken = Self.scene(2).replacing("\"physics\"", with: "\"phisics\"")
    try with(["Scenes/ladder/two.json": broken]) { loader, _ in
      let error = #expect(throws: LoadError.self) { try loader.load("ladder") }
      #expect(error?.description.contains("two.json:2:") == true)
      #expect(error?.description.contains("unknown key \"phisics\"") == true)
    }
    let empty = Self.scene(2).replacing("\"ball\"", with: "\"bull\"")
    try with(["Scenes/ladder/two.json": empty]) { loader, _ in
      let error = #expect(throws: LoadError.self) { try loader.load("ladder") }
      let message = "ladder/two.json:1:38: /game: the scene has no body named 'ball'"
      #expect(error?.description.hasSuffix(message) == true)
    }
  }

  @Test("An unknown level is refused with those that are accepted")
  func unknown() throws {
    try with { loader, _ in
      func message(_ subject: String, _ level: String) -> String? {
        #expect(throws: LoadError.self) { try loader.load(subject, level: level) }?.description
      }
      #expect(
        message("ladder", "3")
          == "ladder: there is no level '3'; 1 to 2, or one \"One\", top \"Two\", is accepted")
      #expect(
        message("ladder/one.json", "1")
          == "ladder/one.json: it has no level '1'; the path of a scene file is accepted, without "
          + "a level")
    }
  }

  @Test("A state that was saved in the second level continues there")
  func savedState() throws {
    try with { loader, folder in
      let loaded = try loader.load("ladder")
      loaded.session.step(5)
      loaded.session.present(Ladder.levels[1], with: .fade(duration: 1))
      loaded.session.step(45)
      let text = SessionLoader.savedState(of: loaded.session, scene: loaded.recordedPath)
      let path = folder.path + "/saved.jsonl"
      try Data(text.utf8).write(to: URL(filePath: path))
      let again = try loader.load("ladder", startingFrom: path).session
      #expect(again.level?.name == "top" && again.hash == loaded.session.hash)
      again.step(60)
      loaded.session.step(60)
      #expect(again.hash == loaded.session.hash && !again.isChangingLevel)
      // Before its first tick, a state is the file of its level.
      let second = try loader.load("ladder", level: "2")
      let start = SessionLoader.savedState(of: second.session, scene: second.recordedPath)
      try Data(start.utf8).write(to: URL(filePath: path))
      #expect(try loader.load("ladder", startingFrom: path).session.levelIndex == 1)
    }
  }

  @Test("A changed file is applied to its own level, at once or as soon as it is presented")
  func reload() throws {
    try with { loader, folder in
      let loaded = try loader.load("ladder")
      let watch = try SceneWatcher(loaded.session, of: loaded.levelFiles)
      func save(_ name: String, _ height: Int) throws {
        let text = Self.scene(height) + String(repeating: "\n", count: height + 20)
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/Scenes/ladder/\(name).json"))
      }
      try save("two", 7)
      #expect(watch.poll().isEmpty && height(loaded.session) == 1)
      try save("one", 4)
      #expect(watch.poll().scene?.changed == ["/ball"] && height(loaded.session) == 4)
      loaded.session.present(Ladder.levels[1])
      loaded.session.step()
      #expect(watch.poll().scene?.changed == ["/ball"] && height(loaded.session) == 7)
      #expect(watch.message == nil)
      loaded.session.startOver()
      loaded.session.step()
      #expect(abs((height(loaded.session) ?? 0) - 4) < 0.1)
      loaded.session.present(Ladder.levels[1])
      loaded.session.step()
      #expect(abs((height(loaded.session) ?? 0) - 7) < 0.1 && watch.poll().isEmpty)
    }
  }
}
