import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// One reading of a scene: the files met so far, the problems, and the counts against the limits.
final class SceneLoader {
  private(set) var settings: SceneReader
  /// What read the files at first, where they are not read now.
  private var reader: SceneReader?
  private(set) var problems: [Problem] = []
  private(set) var omittedProblems = 0
  private(set) var files: [String] = []
  /// The roles of the game that the outermost file names.
  private(set) var roles: [any Role.Type] = []
  private(set) var game: String?
  /// What the nodes of referred files were made from, for overrides.
  var layers: [ObjectIdentifier: [JSON]] = [:]
  /// What nodes were made from besides their own keys, the innermost file's first.
  var origins: [ObjectIdentifier: [NodeOrigin]] = [:]
  /// Where records have their properties, for the readers of all files.
  let properties = PropertyTables()
  private var documents: [String: JSONDocument?] = [:]
  /// What files said before; one of the same bytes is not parsed again.
  private var earlier: [String: JSONDocument] = [:]
  /// The glTF files met so far.
  var models: [String: GLTFModel?] = [:]
  /// Hashes of the pictures of models, by name.
  var images: [String: UInt64] = [:]
  /// How many more bytes the numbers of models may take.
  var modelBytes: Int
  private var nodeCount = 0
  private var valueCount = 0
  private var byteCount = 0
  /// How many more names may be compared with one that is not known.
  private var comparisons = 1_000_000

  init(_ settings: SceneReader) {
    self.settings = settings
    modelBytes = settings.limits.modelBytes
  }

  /// Prepares to make again what was made of a file before; no document is read twice.
  init(again file: SceneFile) {
    settings = file.reader
    reader = file.reader
    files = file.files
    settings.limits.nodes = 1 << 40
    settings.limits.files = 1 << 40
    settings.limits.values = 1 << 40
    settings.limits.totalBytes = 1 << 40
    settings.limits.cells = 1 << 40
    settings.limits.shapeParts = 1 << 40
    modelBytes = 1 << 40
    documents = file.documents.mapValues { .some($0) }
    models = file.models.mapValues { .some($0) }
    images = file.images
    game = file.game
    roles = file.scene.roleTypes
  }

  /// Prepares to read files again, which are most likely what they were.
  convenience init(after file: SceneFile) {
    self.init(file.reader)
    earlier = file.documents
  }

  /// Takes a text for what a file holds.
  func use(_ document: JSONDocument, as path: String) { documents[path] = .some(document) }

  func load(_ path: String) -> SceneFile? {
    let name: String
    var state = SceneState()
    let root: Node
    do throws(PathFault) {
      name = try settings.root.resolve(path)
      if isModel(name) {
        guard let made = try makeNode(ofModel: name, context: "") else { return nil }
        root = made
        // There is no node that holds the model, so the first in it plays the animations.
        root.childNodes.first?.state.animations = root.state.animations
      } else {
        guard let document = try self.document(name) else { return nil }
        chooseGame(document.root)
        var builder = FileBuilder(self, document, chain: [name])
        root = builder.build()
        state = builder.sceneState
        checkSize(of: state.overlay, document.root["overlay"] ?? document.root)
      }
    } catch {
      report(Problem(error.message))
      return nil
    }
    if problems.isEmpty { checkJoints(below: root) }
    if problems.isEmpty { checkSizes(below: root) }
    guard problems.isEmpty else {
      root.forgetReferences()
      return nil
    }

    let scene = Scene()
    scene.roleTypes = roles
    scene.rootNode.moveChildNodes(from: root)
    scene.state = state
    scene.rootNode.settleReferences(in: scene)
    var byID: [Int32: [NodeOrigin]] = [:]
    scene.rootNode.enumerateChildNodes { byID[$0.id] = origins[ObjectIdentifier($0)] }
    var elements: [Int32: [JSON]] = [:]
    scene.rootNode.enumerateChildNodes { elements[$0.id] = layers[ObjectIdentifier($0)] }
    return SceneFile(
      scene: scene, path: name, game: game, files: files, reader: reader ?? settings,
      documents: documents.compactMapValues(\.self), models: models.compactMapValues(\.self),
      images: images, origins: byID, elements: elements)
  }

  func report(_ problem: Problem) {
    if canKeepProblems { problems.append(problem) } else { omittedProblems += 1 }
  }

  /// False once more problems are only counted.
  var canKeepProblems: Bool { problems.count < 2_000 }

  /// Counts a node; false once there are too many, which is reported the first time.
  func countNode(_ json: JSON) -> Bool {
    nodeCount += 1
    let limit = settings.limits.nodes
    if nodeCount == limit + 1 {
      report(json.problem("the scene has more than \(limit) nodes; no more are accepted"))
    }
    return nodeCount <= limit
  }

  /// Counts the nodes of a model; false once there are too many, which is reported.
  func countNodes(_ count: Int, of path: String) -> Bool {
    let limit = settings.limits.nodes
    let had = nodeCount
    nodeCount += count
    if had <= limit, nodeCount > limit {
      report(
        Problem("\(path): the scene has more than \(limit) nodes; no more are accepted"))
    }
    return nodeCount <= limit
  }

  /// Whether a file is a model: by its name, unless a text was given for it.
  func isModel(_ path: String) -> Bool {
    GLTFContainer.isModel(path) && documents[path] == nil
  }

  /// Reads a file of the scene and keeps its name.
  func readFile(_ path: String) throws(PathFault) -> [UInt8] {
    if !files.contains(path) {
      guard files.count < settings.limits.files else {
        throw PathFault("the scene is made of more than \(settings.limits.files) files")
      }
      files.append(path)
    }
    let bytes = try settings.root.read(path, limit: settings.limits.fileBytes)
    byteCount += bytes.count
    guard byteCount <= settings.limits.totalBytes else {
      throw PathFault(
        "the files of the scene have more than \(settings.limits.totalBytes) bytes; fewer are accepted"
      )
    }
    return bytes
  }

  /// Counts the values of a file that is used; false once there are too many.
  func spend(_ document: JSONDocument) -> Bool {
    valueCount += document.valueCount
    return valueCount <= settings.limits.values
  }

  /// As `suggestion(for:in:)`, as long as that takes no time.
  func suggest(_ word: String, _ known: [String]) -> String {
    comparisons -= known.count
    return comparisons < 0 ? "" : suggestion(for: word, in: known)
  }

  /// The parsed text of a file, from memory after the first time; nil if it is no JSON.
  ///
  /// - Throws: why the file cannot be read.
  func document(_ path: String) throws(PathFault) -> JSONDocument? {
    if let known = documents[path] { return known }
    let bytes = try readFile(path)
    if let known = earlier[path], known.source.bytes == bytes, known.duplicateKeys.isEmpty {
      documents[path] = .some(known)
      return known
    }
    do throws(Problem) {
      let document = try JSONParser.parse(
        bytes: bytes, name: path, limits: settings.limits.text)
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

/// What a node of a scene was made from, besides its own keys.
struct NodeOrigin: Sendable {
  /// The file that the node is written in.
  let home: String
  /// The file that it refers to.
  let file: String?
  /// The class that it names.
  let className: JSON?
}

// Outside of scenes a reference holds its node, so that one to a node above would hold both for ever.
extension Node {
  /// Makes all references in it and below name nothing.
  func forgetReferences() {
    enumerateHierarchy { node in node.updateReferences { $0 = NodeReference() } }
  }

  /// Exchanges the nodes that are named in it and below for their identities in the scene.
  fileprivate func settleReferences(in scene: Scene) {
    enumerateHierarchy { node in
      guard node.role != nil || !node.joints.isEmpty else { return }
      node.updateReferences { reference in
        if let target = reference.node(in: scene) { reference.set(target) }
      }
    }
  }
}
