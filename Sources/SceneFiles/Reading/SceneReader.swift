public import CaromDocuments
public import CaromSceneGraph

/// Reads scenes and the files they refer to.
///
/// A file gives `format` (`carom.scene/1`) and, each of its own accord, `$schema`, `game`, `physics`,
/// `background`, `pointOfView`, `overlay`, `materials`, `geometries`, `shapes`, `defaults` and
/// `nodes`.
///
/// - **Nodes** have a `name` unique among siblings, the properties of `NodeState`, and `nodes` below.
/// - **Shared by name**: `materials` and `geometries` are objects by name; each use of a name in the
///   file is the same object. Every reference to a file makes objects of its own. `shapes` names
///   solid shapes of bodies.
/// - **Classes**: `defaults` names sets of node properties; a node takes one by `class`, and a class
///   builds on another by `extends`.
/// - **References**: a node with `scene` is made from another file, given relative to its own. If
///   that file has one outermost node, it becomes that node; if it has more or none, it holds them.
///   `overrides` changes nodes of the file, by path; `.` is the node itself. What the node says of
///   itself comes last: class, overrides, own keys.
/// - **Models**: `scene` may name a glTF file, `.gltf` or `.glb`, which the node then always holds;
///   <doc:ImportingGLTF> says what becomes of what is in it. A model can be read as a scene, too.
/// - **Merging**: objects merge, arrays replace, null resets to the default.
/// - **Paths of nodes** in constraints and roles: `/x` starts at the root of the file it is written
///   in, others at the node.
///
/// Every problem is found in one go, across all files.
public struct SceneReader {
  /// The folder that files are read from.
  public let root: SceneRoot
  /// How much a scene may take.
  public var limits = SceneLimits()
  /// The games a file may name, in the order to list them; empty means any.
  let games: [(name: String, roles: [any Role.Type])]
  /// The roles of files whose game is not listed.
  let roles: [any Role.Type]

  /// Makes a reader for files of any one game that has these roles.
  public init(root: SceneRoot, roles: [any Role.Type] = []) {
    self.root = root
    self.roles = roles
    games = []
  }

  /// Makes a reader that knows games by name, each with its roles.
  ///
  /// A file that names no game, such as a part of several scenes, may use the roles of all.
  public init(root: SceneRoot, games: [(name: String, roles: [any Role.Type])]) {
    self.root = root
    self.games = games
    roles = []
  }

  /// Whether a file is a scene by its name: one of ours, `.json`, or a model, `.gltf` or `.glb`.
  public static func reads(_ path: String) -> Bool {
    path.hasSuffix(".json") || GLTFContainer.isModel(path)
  }

  /// Reads a scene.
  ///
  /// - Parameter path: The file, relative to the root.
  /// - Returns: The scene, at tick zero.
  /// - Throws: everything that is wrong with the file and those it refers to.
  public func read(_ path: String) throws(SceneFileError) -> Scene { try load(path).scene }

  /// Reads a scene and keeps what its file says besides.
  ///
  /// - Parameter path: The file, relative to the root.
  /// - Returns: The scene with the names of its game and files.
  /// - Throws: everything that is wrong with the file and those it refers to.
  public func load(_ path: String) throws(SceneFileError) -> SceneFile {
    try load(path, by: SceneLoader(self))
  }

  /// Reads a scene whose outermost file is not what the folder holds but a text in memory.
  ///
  /// - Parameters:
  ///   - text: What the file would say.
  ///   - path: Where the file would be, relative to the root: other files are found from there.
  /// - Returns: The scene with the names of its game and files.
  /// - Throws: everything that is wrong with the text and the files it refers to.
  public func load(_ text: String, at path: String) throws(SceneFileError) -> SceneFile {
    let loader = SceneLoader(self)
    do throws(Problem) {
      let document = try JSONParser.parse(SourceText(name: path, text), limits: limits.text)
      document.duplicateKeys.forEach(loader.report)
      loader.use(document, as: path)
    } catch { throw SceneFileError(problems: [error]) }
    return try load(path, by: loader)
  }

  func load(_ path: String, by loader: SceneLoader) throws(SceneFileError) -> SceneFile {
    let result = loader.load(path)
    let problems = Problem.removingDuplicates(loader.problems)
    if let result, problems.isEmpty { return result }
    let kept = Array(problems.prefix(limits.problems))
    throw SceneFileError(
      problems: kept, omitted: problems.count - kept.count + loader.omittedProblems)
  }

  /// Everything that is wrong with a scene and the files it refers to; empty if nothing is.
  public func problems(in path: String) -> [Problem] {
    do throws(SceneFileError) {
      _ = try load(path)
      return []
    } catch { return error.problems }
  }
}

/// A scene with what its file says besides.
public struct SceneFile {
  /// The scene, at tick zero.
  public let scene: Scene
  /// The file, relative to the root.
  public let path: String
  /// The game that the file names.
  public let game: String?
  /// All files the scene was made of, relative to the root, in the order they were first met.
  public let files: [String]
  /// What read it.
  public let reader: SceneReader
  /// The texts it was made of, by path.
  let documents: [String: JSONDocument]
  /// The glTF files it was made of, by path.
  let models: [String: GLTFModel]
  /// Hashes of the pictures of glTF files, by what slots of materials call them.
  let images: [String: UInt64]
  /// What nodes were made from, by identity, the innermost file first.
  let origins: [Int32: [NodeOrigin]]
  /// What the files say of nodes, by identity, the lowest layer first.
  let elements: [Int32: [JSON]]

  /// The same file with another scene of the same state, which may be run.
  func with(_ scene: Scene) -> SceneFile {
    SceneFile(
      scene: scene, path: path, game: game, files: files, reader: reader, documents: documents,
      models: models, images: images, origins: origins, elements: elements)
  }
}
