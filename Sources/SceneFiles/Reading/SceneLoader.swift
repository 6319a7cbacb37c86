import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// The state of reading one scene: the files read so far, their problems, and the use of the
/// limits.
final class SceneLoader {
  private(set) var settings: SceneReader
  /// The original reader, if the scene is rebuilt from documents in memory.
  private var reader: SceneReader?
  private(set) var problems: [Problem] = []
  private(set) var omittedProblems = 0
  /// The warnings: content that was accepted but has no effect.
  private(set) var warnings: [Problem] = []
  private(set) var files: [String] = []
  /// The path of the outermost file.
  private(set) var mainFile = ""
  /// The roles of the game that the outermost file names.
  private(set) var roles: [any Role.Type] = []
  private(set) var game: String?
  /// The JSON objects that each node was built from, lowest layer first; overrides are applied over
  /// them.
  var layers: [ObjectIdentifier: [JSON]] = [:]
  /// The references and classes that each node was built from, the innermost file first.
  var origins: [ObjectIdentifier: [NodeOrigin]] = [:]
  /// The property tables of record types, shared by the readers of all files.
  let properties = PropertyTables()
  private var documents: [String: JSONDocument?] = [:]
  /// The documents of an earlier version of the scene; a file with the same bytes is not parsed
  /// again.
  private var previousDocuments: [String: JSONDocument] = [:]
  /// The glTF files read so far.
  var models: [String: GLTFModel?] = [:]
  /// The nodes of models that nodes were built from.
  var modelNodes: [ObjectIdentifier: ModelNode] = [:]
  /// The hashes of the images of models, by name.
  var images: [String: UInt64] = [:]
  /// The remaining number of bytes for the decoded data of models.
  var modelBytes: Int
  /// The files whose tables of names are checked.
  private var checkedFiles: Set<String> = []
  private var nodeCount = 0
  private var valueCount = 0
  private var byteCount = 0
  /// The remaining number of name comparisons for suggestions.
  private var comparisons = 1_000_000

  init(_ settings: SceneReader) {
    self.settings = settings
    modelBytes = settings.limits.modelBytes
  }

  /// Prepares to build the scene of a file again from its documents in memory, without limits.
  init(rebuilding file: SceneFile) {
    settings = file.reader
    reader = file.reader
    files = file.files
    settings.limits = file.reader.limits.withoutTotals
    modelBytes = settings.limits.modelBytes
    documents = file.documents.mapValues { .some($0) }
    models = file.models.mapValues { .some($0) }
    images = file.images
    game = file.game
    roles = file.scene.roleTypes
  }

  /// Prepares to read the files of a scene again; documents of unchanged files are reused.
  convenience init(rereading file: SceneFile) {
    self.init(file.reader)
    previousDocuments = file.documents
  }

  /// Uses a document in place of the content of a file.
  func use(_ document: JSONDocument, as path: String) { documents[path] = .some(document) }

  func load(_ path: String) -> SceneFile? {
    let name: String
    var state = SceneState()
    let root: Node
    do throws(PathError) {
      name = try settings.root.resolve(path)
      mainFile = name
      if isModel(name) {
        guard let made = try makeNode(ofModel: name, context: "") else { return nil }
        root = made
        // No node contains the model, so its first top-level node plays the animations.
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
    if problems.isEmpty { checkLimits(below: root) }
    if problems.isEmpty { checkPointOfView(state.pointOfView, documents[name]??.root) }
    if problems.isEmpty { checkEffects(below: root) }
    if problems.isEmpty { checkEffects(of: state.physics, documents[name]??.root["physics"]) }
    if problems.isEmpty { checkControls(state.overlay, documents[name]??.root) }
    guard problems.isEmpty else {
      root.clearReferences()
      return nil
    }

    let scene = Scene()
    scene.roleTypes = roles
    scene.rootNode.moveChildNodes(from: root)
    scene.state = state
    scene.rootNode.resolvePendingReferences(in: scene)
    var byID: [Int32: [NodeOrigin]] = [:]
    scene.rootNode.enumerateChildNodes { byID[$0.id] = origins[ObjectIdentifier($0)] }
    var elements: [Int32: [JSON]] = [:]
    var numbers: [Int32: ModelNode] = [:]
    scene.rootNode.enumerateChildNodes { node in
      elements[node.id] = layers[ObjectIdentifier(node)]
      numbers[node.id] = modelNodes[ObjectIdentifier(node)]
    }
    return SceneFile(
      scene: scene, path: name, game: game, files: files, reader: reader ?? settings,
      documents: documents.compactMapValues(\.self), models: models.compactMapValues(\.self),
      images: images, origins: byID, elements: elements, modelNodes: numbers,
      modelTexts: ModelTexts(settings.root, limit: settings.limits.fileBytes),
      warnings: Problem.inOrder(Problem.removingDuplicates(warnings)))
  }

  /// Whether a file is checked for the first time; its other uses have the same names.
  func isFirstUse(of path: String) -> Bool { checkedFiles.insert(path).inserted }

  /// Warns of a point of view without a camera.
  private func checkPointOfView(_ reference: NodeReference, _ root: JSON?) {
    guard let node = reference.pending, node.camera == nil, let json = root?["pointOfView"] else {
      return
    }
    report(
      json.problem(
        "the node has no camera, so the whole scene is shown from the front; a node with \"camera\" "
          + "is accepted"
      ).asWarning)
  }

  /// Stores a problem, or a warning, which does not prevent the scene from being read.
  func report(_ problem: Problem) {
    switch problem.level {
    case .error: if canKeepProblems { problems.append(problem) } else { omittedProblems += 1 }
    case .warning: if warnings.count < 2_000 { warnings.append(problem) }
    }
  }

  /// Whether problems are still stored; once false, they are only counted.
  var canKeepProblems: Bool { problems.count < 2_000 }

  /// Counts a node; returns false if there are too many, and reports that once.
  func countNode(_ json: JSON) -> Bool {
    nodeCount += 1
    let limit = settings.limits.nodes
    if nodeCount - 1 == limit {
      report(json.problem("the scene has more than \(limit) nodes; no more are accepted"))
    }
    return nodeCount <= limit
  }

  /// Counts the nodes of a model; returns false if there are too many, and reports that once.
  func countNodes(_ count: Int, of path: String) -> Bool {
    let limit = settings.limits.nodes
    let had = nodeCount
    nodeCount += count
    if had <= limit, nodeCount > limit {
      report(
        Problem(
          "\(settings.root.name(of: path)): the scene has more than \(limit) nodes; no more are accepted"
        ))
    }
    return nodeCount <= limit
  }

  /// Whether a file is a glTF model: by its name, unless a document was provided for it.
  func isModel(_ path: String) -> Bool {
    GLTFContainer.isModel(path) && documents[path] == nil
  }

  /// Reads a file of the scene and records its path.
  func readFile(_ path: String) throws(PathError) -> [UInt8] {
    if !files.contains(path) {
      guard files.count < settings.limits.files else {
        throw PathError(
          "the scene consists of more than \(settings.limits.files) files; no more are accepted")
      }
      files.append(path)
    }
    let bytes = try settings.root.read(path, limit: settings.limits.fileBytes)
    byteCount += bytes.count
    guard byteCount <= settings.limits.totalBytes else {
      throw PathError(
        "the files of the scene have more than \(settings.limits.totalBytes) bytes; fewer are accepted"
      )
    }
    return bytes
  }

  /// Counts the values of a file; returns false if there are too many.
  func spend(_ document: JSONDocument) -> Bool {
    valueCount += document.valueCount
    return valueCount <= settings.limits.values
  }

  /// Counts the values of a repeated node; returns false if there are too many, and reports that
  /// once.
  func spend(_ element: JSON) -> Bool {
    let limit = settings.limits.values
    let had = valueCount
    valueCount += element.valueCount
    if had <= limit, valueCount > limit {
      report(
        element.problem(
          "the copies of the node hold more than \(limit) values; fewer copies are accepted"))
    }
    return valueCount <= limit
  }

  /// Suggests similar names with `suggestion(for:in:)`, up to a total number of comparisons.
  func suggest(_ word: String, _ known: [String]) -> String {
    comparisons -= known.count
    return comparisons < 0 ? "" : suggestion(for: word, in: known)
  }

  /// The parsed text of a file, cached after the first time; nil if it is not valid JSON.
  ///
  /// - Throws: The reason why the file cannot be read.
  func document(_ path: String) throws(PathError) -> JSONDocument? {
    if let known = documents[path] { return known }
    let bytes = try readFile(path)
    if let known = previousDocuments[path], known.source.bytes == bytes, known.duplicateKeys.isEmpty
    {
      documents[path] = .some(known)
      return known
    }
    do throws(Problem) {
      let document = try JSONParser.parse(
        bytes: bytes, name: settings.root.name(of: path), limits: settings.limits.text)
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
      // A partial scene, such as a wall of bricks, can be used by any of the games.
      roles += settings.games.flatMap(\.roles)
      return
    }
    guard let name = json.string else {
      return report(json.problem("the game is \(json.noun); the name of a game is accepted"))
    }
    game = name
    if settings.games.isEmpty { return }
    if let known = settings.games.first(where: { $0.name == name }) {
      roles = known.roles
    } else {
      let hint = suggestion(for: name, in: settings.games.map(\.name))
      report(json.problem("there is no game \"\(name)\"\(hint)"))
      // One mistake is enough: the roles are probably those of the game that was meant.
      roles += settings.games.flatMap(\.roles)
    }
  }
}

/// The reference and class that a node was built from.
struct NodeOrigin: Sendable {
  /// The path of the file that contains the node.
  let home: String
  /// The path of the file that the node refers to.
  var file: String?
  /// The import options of a model.
  var options: JSON?
  /// The changes to materials of that file.
  var materials: JSON?
  /// The class that the node names.
  let className: JSON?
}

// A reference outside of a scene retains its node, so a reference to an ancestor forms a retain
// cycle.
extension Node {
  /// Clears all references in the node and its descendants.
  func clearReferences() {
    enumerateHierarchy { node in node.updateReferences { $0 = NodeReference() } }
  }

  /// Replaces retained nodes in references by their identifiers in the scene.
  fileprivate func resolvePendingReferences(in scene: Scene) {
    enumerateHierarchy { node in
      guard node.role != nil || !node.joints.isEmpty else { return }
      node.updateReferences { reference in
        if let target = reference.node(in: scene) { reference.set(target) }
      }
    }
  }
}
