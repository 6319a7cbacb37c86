public import CaromDocuments
public import CaromSceneGraph

/// Reads scenes and the files that they refer to.
///
/// A file contains `format` (`carom.scene/1`) and, optionally, `$schema`, `game`, `physics`,
/// `background`, `pointOfView`, `overlay`, `materials`, `geometries`, `shapes`, `defaults` and
/// `nodes`.
///
/// - **Nodes** have a `name` that is unique among siblings, the properties of `NodeState`, and
///   child `nodes`.
/// - **Shared objects**: `materials` and `geometries` define objects by name; all uses of a name in
///   a file share one object. Each reference to a file creates separate objects. `shapes` defines
///   collision shapes by name.
/// - **Classes**: `defaults` defines named sets of node properties. A node uses a class with
///   `class`, and a class can extend another with `extends`.
/// - **References**: a node with `scene` instantiates another file; the path is relative to the
///   file that contains the node. If the other file has exactly one top-level node, the referring
///   node becomes a copy of it; otherwise, copies of the top-level nodes become its children.
///   `materials` changes materials of the instantiated file by name, and `overrides` changes its
///   nodes by path; `.` is the node itself. The layers are applied in this order: the instantiated
///   file, `materials`, `overrides`, the class, the node's own keys.
/// - **Models**: `scene` can name a glTF file, `.gltf` or `.glb`, whose top-level nodes always
///   become children of the node; `import` contains the ``ImportOptions``. See <doc:ImportingGLTF>.
///   A model can also be read as a scene.
/// - **Merging**: objects are merged, arrays are replaced, and `null` resets a property to its
///   default. An override of a shared geometry changes a copy; its shape is replaced only if the
///   override contains the key of a shape.
/// - **Node paths** in constraints and roles: `/x` starts at the root of the file that contains it,
///   other paths start at the node.
///
/// All problems of all files are reported together.
public struct SceneReader {
  /// The folder that files are read from.
  public let root: SceneRoot
  /// The limits on the size of a scene.
  public var limits = SceneLimits()
  /// The games that a file can name, in listing order; empty accepts any name.
  let games: [(name: String, roles: [any Role.Type])]
  /// The roles of files whose game is not listed.
  let roles: [any Role.Type]

  /// Creates a reader for files of a single game with these roles.
  public init(root: SceneRoot, roles: [any Role.Type] = []) {
    self.root = root
    self.roles = roles
    games = []
  }

  /// Creates a reader for several games, each with its name and its roles.
  ///
  /// A file that names no game, such as a part of several scenes, can use the roles of all games.
  public init(root: SceneRoot, games: [(name: String, roles: [any Role.Type])]) {
    self.root = root
    self.games = games
    roles = []
  }

  /// Whether a path has the extension of a scene file, `.json` or `.jsonc`, or of a model, `.gltf`
  /// or `.glb`.
  public static func canRead(_ path: String) -> Bool {
    isSceneFile(path) || GLTFContainer.isModel(path)
  }

  /// Whether a path has the extension of a scene file, `.json` or `.jsonc`.
  public static func isSceneFile(_ path: String) -> Bool {
    path.hasSuffix(".json") || path.hasSuffix(".jsonc")
  }

  /// Reads a scene.
  ///
  /// - Parameter path: The path of the file, relative to the root.
  /// - Returns: The scene, at tick zero.
  /// - Throws: ``SceneFileError`` with all problems of the file and the files that it refers to.
  public func read(_ path: String) throws(SceneFileError) -> Scene { try load(path).scene }

  /// Reads a scene together with information about its files.
  ///
  /// - Parameter path: The path of the file, relative to the root.
  /// - Returns: The scene, the name of its game and its files.
  /// - Throws: ``SceneFileError`` with all problems of the file and the files that it refers to.
  public func load(_ path: String) throws(SceneFileError) -> SceneFile {
    try load(path, by: SceneLoader(self))
  }

  /// Reads a scene from a text in memory.
  ///
  /// - Parameters:
  ///   - text: The text of the outermost file.
  ///   - path: The path that the text would have, relative to the root; references are resolved
  ///     against it.
  /// - Returns: The scene, the name of its game and its files.
  /// - Throws: ``SceneFileError`` with all problems of the text and the files that it refers to.
  public func load(_ text: String, at path: String) throws(SceneFileError) -> SceneFile {
    let loader = SceneLoader(self)
    do throws(Problem) {
      let source = SourceText(name: root.name(of: path), text)
      let document = try JSONParser.parse(source, limits: limits.text)
      document.duplicateKeys.forEach(loader.report)
      loader.use(document, as: path)
    } catch { throw SceneFileError(problems: [error]) }
    return try load(path, by: loader)
  }

  func load(_ path: String, by loader: SceneLoader) throws(SceneFileError) -> SceneFile {
    let result = loader.load(path)
    let problems = Problem.inOrder(Problem.removingDuplicates(loader.problems))
    if let result, problems.isEmpty { return result }
    let listed = Array(problems.prefix(limits.problems))
    throw SceneFileError(
      problems: listed, omitted: problems.count - listed.count + loader.omittedProblems,
      game: loader.game)
  }

  /// All problems of a scene and the files that it refers to; empty for a valid scene.
  public func problems(in path: String) -> [Problem] {
    do throws(SceneFileError) {
      _ = try load(path)
      return []
    } catch { return error.problems }
  }
}

/// A scene together with information about the files that it was read from.
public struct SceneFile {
  /// The scene, at tick zero.
  public let scene: Scene
  /// The path of the outermost file, relative to the root.
  public let path: String
  /// The name of the game that the file names.
  public let game: String?
  /// All files of the scene, relative to the root, in reading order.
  public let files: [String]
  /// The reader that read the scene.
  public let reader: SceneReader
  /// The JSON documents by path.
  let documents: [String: JSONDocument]
  /// The glTF models by path.
  let models: [String: GLTFModel]
  /// The hashes of the images of glTF files, by the names that material properties use.
  let images: [String: UInt64]
  /// The references and classes that nodes were built from, by identifier; the innermost file
  /// first.
  let origins: [Int32: [NodeOrigin]]
  /// The JSON objects that nodes were built from, by identifier; the lowest layer first.
  let elements: [Int32: [JSON]]
  /// The nodes of models that nodes were built from, by identifier.
  let modelNodes: [Int32: ModelNode]
  /// The texts of models, once a problem in one of them was found.
  let modelTexts: ModelTexts
  /// The warnings about content that was read but has no effect, such as an animation of a model
  /// that does not play; each with its position.
  public let warnings: [Problem]

  /// The same file with another scene that has the same state and can be stepped.
  func with(_ scene: Scene) -> SceneFile {
    SceneFile(
      scene: scene, path: path, game: game, files: files, reader: reader, documents: documents,
      models: models, images: images, origins: origins, elements: elements,
      modelNodes: modelNodes, modelTexts: modelTexts, warnings: warnings)
  }
}
