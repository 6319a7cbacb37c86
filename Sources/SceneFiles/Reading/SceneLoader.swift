import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// One reading of a scene: the files met so far, the problems, and the counts against the limits.
final class SceneLoader {
  let settings: SceneReader
  private(set) var problems: [Problem] = []
  private(set) var omittedProblems = 0
  private(set) var files: [String] = []
  /// The roles of the game that the outermost file names.
  private(set) var roles: [any Role.Type] = []
  private(set) var game: String?
  /// What the nodes of referred files were made from, for overrides.
  var layers: [ObjectIdentifier: [JSON]] = [:]
  private var documents: [String: JSONDocument?] = [:]
  private var nodeCount = 0

  init(_ settings: SceneReader) { self.settings = settings }

  func load(_ path: String) -> SceneFile? {
    let name: String
    let document: JSONDocument
    do throws(PathFault) {
      name = try settings.root.resolve(path)
      guard let found = try self.document(name) else { return nil }
      document = found
    } catch {
      report(Problem(error.message))
      return nil
    }
    chooseGame(document.root)
    var builder = FileBuilder(self, document, chain: [name])
    let root = builder.build()
    guard problems.isEmpty else { return nil }

    let scene = Scene()
    scene.roleTypes = roles
    for node in root.childNodes { scene.rootNode.addChild(node) }
    scene.state = builder.sceneState
    return SceneFile(scene: scene, path: name, game: game, files: files)
  }

  func report(_ problem: Problem) {
    if problems.count < 2_000 { problems.append(problem) } else { omittedProblems += 1 }
  }

  /// Counts a node; false once there are too many, which is reported the first time.
  func countNode(_ json: JSON) -> Bool {
    nodeCount += 1
    let limit = settings.limits.nodes
    if nodeCount == limit + 1 {
      report(json.problem("the scene has more than \(limit) nodes; no more are accepted"))
    }
    return nodeCount <= limit
  }

  /// The parsed text of a file, from memory after the first time; nil if it is no JSON.
  ///
  /// - Throws: why the file cannot be read.
  func document(_ path: String) throws(PathFault) -> JSONDocument? {
    if let known = documents[path] { return known }
    guard files.count < settings.limits.files else {
      throw PathFault("the scene is made of more than \(settings.limits.files) files")
    }
    let bytes = try settings.root.read(path, limit: settings.limits.fileBytes)
    files.append(path)
    do throws(Problem) {
      let document = try JSONParser.parse(bytes: bytes, name: path)
      document.duplicateKeys.forEach(report)
      documents[path] = .some(document)
      return document
    } catch {
      report(error)
      documents[path] = .some(nil)
      return nil
    }
  }

  private func chooseGame(_ root: JSON) {
    let settings = settings
    roles = settings.roles
    guard let json = root["game"] else {
      // A part of scenes, such as a wall of bricks, may be for any of the games.
      roles += settings.games.flatMap(\.roles)
      return
    }
    guard let name = json.string else {
      return report(json.problem("this is \(json.noun); the name of a game is accepted"))
    }
    game = name
    if settings.games.isEmpty { return }
    if let known = settings.games.first(where: { $0.name == name }) {
      roles = known.roles
    } else {
      let hint = suggestion(for: name, in: settings.games.map(\.name))
      report(json.problem("there is no game \"\(name)\"\(hint)"))
    }
  }
}
