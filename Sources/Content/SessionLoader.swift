import CaromDocuments
public import CaromRendering
public import CaromSceneFiles
import CaromSceneGraph
public import CaromSimulation
import FoundationEssentials
import Glibc

/// Creates sessions from games and scene files.
public struct SessionLoader: Sendable {
  /// The games that scenes can name.
  public let games: [any Game.Type]
  /// The folder of scenes and assets; nil if none was found, in which case only file paths work.
  public let root: ContentRoot?
  /// Called with each session that was created, before its first tick; for example to print its
  /// ``Loaded/warnings()``.
  public var didLoad: (@Sendable (Loaded) -> Void)?

  /// Creates a loader for a list of games and a content folder.
  public init(games: [any Game.Type], root: ContentRoot?) {
    self.games = games
    self.root = root
  }

  /// A new session and its origin.
  public struct Loaded {
    /// The session, before its first tick.
    public let session: Session
    /// The scene file of the first level.
    public let file: SceneFile
    /// The scene files of all levels of the session, in order; only ``file`` if there are none.
    public let levelFiles: [SceneFile]
    /// The path of the scene file, for messages.
    public let path: String
    /// The path of the scene file of the first level, for recordings and saved states.
    ///
    /// The path is relative to the folder of scenes if the file is inside of it, so that recordings
    /// can be replayed on other machines; otherwise it is the path as given.
    public let recordedPath: String
    /// The images that the scene can name.
    public let images: ImageFolders

    /// The folder of sounds that the scene can name; nil without a content folder.
    public let sounds: String?

    /// The file of the scene that the session presents now.
    public var currentFile: SceneFile {
      levelFiles.first { $0.scene === session.scene } ?? file
    }

    /// Creates a cache of the meshes and textures of all levels, with all images loaded.
    ///
    /// - Returns: A cache for `RenderFrame` and the player.
    /// - Throws: ``LoadError/scene(_:)`` with the images that cannot be loaded, at the positions
    ///   that name them.
    public func makeCache() throws(LoadError) -> RenderCache {
      let cache = RenderCache(images: images)
      cache.prompts = session.prompts
      var problems: [Problem] = []
      for file in levelFiles {
        do throws(MissingImages) { try cache.load(file.scene) } catch {
          problems += error.problems.map { file.problem($0.description, ofImage: $0.name) }
        }
      }
      if !problems.isEmpty { throw .scene(SceneFileError(problems: problems)) }
      return cache
    }
  }

  /// Creates a session for a level of a game, or for a scene file and the game that it names.
  ///
  /// All levels of the game are read and checked, so that the session can present each of them. A
  /// file that is a level of its game, too, is that level; any other file is a scene by itself.
  ///
  /// - Parameters:
  ///   - subject: The name of a game, or the path of a scene file (`.json`, `.jsonc`) or glTF file.
  ///   - level: The number from 1 or the name of the first level; nil for that of the file, or else
  ///     the first of the game.
  ///   - launch: The seed, date, arguments and stored numbers.
  /// - Returns: The session, before its first tick.
  /// - Throws: ``LoadError`` with all problems.
  public func load(
    _ subject: String, level: String? = nil, launch: Launch = Launch()
  ) throws(LoadError) -> Loaded {
    if let game = games.first(where: { $0.name == subject }) {
      guard let root else { throw .noRoot }
      let level = try self.level(level, of: game)
      let location = SceneLocation(
        folder: root.scenes, path: level.scenePath, displayPath: level.scenePath)
      return try load(location, game: game, launch)
    }
    if let level { throw .noLevel(level, of: subject, known: []) }
    guard SceneReader.canRead(subject) else {
      throw .unknown(subject, known: games.map { $0.name })
    }
    let location = try location(ofExisting: subject)
    return try load(location, game: nil, launch)
  }

  /// Creates a session for the text of a scene that need not be a file yet, such as a generated
  /// one.
  ///
  /// - Parameters:
  ///   - text: The text of a scene file.
  ///   - path: The path that the file would have, from which its references are resolved.
  ///   - launch: The seed, date, arguments and stored numbers.
  /// - Returns: The session, before its first tick.
  /// - Throws: ``LoadError`` with all problems.
  public func load(
    text: String, at path: String, launch: Launch = Launch()
  ) throws(LoadError) -> Loaded {
    let location = location(ofFile: path)
    let known = games.map { (name: $0.name, roles: $0.allRoles) }
    let reader = try orLoadError { try SceneReader(root: location.root, games: known) }
    let file: SceneFile
    do throws(SceneFileError) { file = try reader.load(text, at: location.path) } catch {
      throw .scene(error)
    }
    return try load(location, file, game: nil, launch, isAlone: true)
  }

  /// Creates a session for a scene file without the other levels of its game, to check the file.
  package func loadAlone(_ file: String) throws(LoadError) -> Loaded {
    try load(try location(ofExisting: file), game: nil, Launch(), isAlone: true)
  }

  /// Reads a scene file without creating a session.
  ///
  /// A partial scene, such as bricks for several levels, names no game; it is valid if it is valid
  /// for one of the games.
  ///
  /// - Parameter file: The path of a scene file, relative to the working directory or to `Scenes`.
  /// - Returns: The scene and information about its files.
  /// - Throws: ``LoadError/scene(_:)`` with all problems.
  public func read(_ file: String) throws(LoadError) -> SceneFile {
    let location = try location(ofExisting: file)
    var bestError: LoadError
    do throws(LoadError) { return try read(location, games) } catch { bestError = error }
    // The problems of a file that names a game are those of that game, and games differ in their
    // roles only.
    if case .scene(let error) = bestError,
      error.game != nil || !error.problems.contains(where: \.isInRole)
    {
      throw bestError
    }
    for game in games {
      do throws(LoadError) {
        let part = try read(location, game.allRoles)
        if part.game == nil { return part }
      } catch {
        if error.problemCount < bestError.problemCount { bestError = error }
      }
    }
    throw bestError
  }

  /// The location of a scene file that exists.
  private func location(ofExisting file: String) throws(LoadError) -> SceneLocation {
    let location = location(ofFile: file)
    var status = stat()
    guard stat(location.folder + "/" + location.path, &status) == 0 else {
      throw location.missing
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(file) }
    return location
  }

  /// The location of a scene file: in the folder of scenes, or else in the folder that contains the
  /// file.
  private func location(ofFile file: String) -> SceneLocation {
    var url = URL(fileURLWithPath: file).standardizedFileURL
    if let root, !FileManager.default.fileExists(atPath: url.path), !file.hasPrefix("/") {
      let inScenes = URL(fileURLWithPath: root.scenes + "/" + file).standardizedFileURL
      let isKnown = FileManager.default.fileExists(atPath: inScenes.path)
      let folder = url.deletingLastPathComponent().path
      if isKnown || !FileManager.default.fileExists(atPath: folder) { url = inScenes }
    }
    // Symbolic links are resolved in the folder only; the reader rejects links to files.
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
    if let root, folder == root.scenes || folder.hasPrefix(root.scenes + "/") {
      let inside = folder.dropFirst(root.scenes.count + 1)
      let path = inside.isEmpty ? url.lastPathComponent : inside + "/" + url.lastPathComponent
      return SceneLocation(folder: root.scenes, path: path, displayPath: file)
    }
    return SceneLocation(folder: folder, path: url.lastPathComponent, displayPath: file)
  }

  /// Reads a scene that can name one of several games.
  private func read(
    _ location: SceneLocation, _ games: [any Game.Type]
  ) throws(LoadError) -> SceneFile {
    let known = games.map { (name: $0.name, roles: $0.allRoles) }
    return try orLoadError { try SceneReader(root: location.root, games: known) }
      .loadOrFail(location.path)
  }

  /// Reads a scene whose nodes can have certain roles.
  private func read(
    _ location: SceneLocation, _ roles: [any Role.Type]
  ) throws(LoadError) -> SceneFile {
    try orLoadError { try SceneReader(root: location.root, roles: roles) }
      .loadOrFail(location.path)
  }

  private func orLoadError(_ body: () throws -> SceneReader) throws(LoadError) -> SceneReader {
    do { return try body() } catch { throw .folder("\(error)") }
  }

  private func load(
    _ location: SceneLocation, game expected: (any Game.Type)?, _ launch: Launch,
    isAlone: Bool = false
  ) throws(LoadError) -> Loaded {
    try load(location, try read(location, games), game: expected, launch, isAlone: isAlone)
  }

  private func load(
    _ location: SceneLocation, _ file: SceneFile, game expected: (any Game.Type)?,
    _ launch: Launch, isAlone: Bool
  ) throws(LoadError) -> Loaded {
    let named = games.first { $0.name == file.game }
    let game = named ?? expected ?? NoRules.self
    let levels = location.folder == root?.scenes && !isAlone ? game.levels : []
    let index = levels.firstIndex { $0.scenePath == location.path }
    let files = index == nil ? [file] : try self.files(of: levels, with: file)
    let problems = files.flatMap { $0.problems(in: game) }
    let session: Session
    do throws(GameError) {
      if let index {
        session = try Session(
          levels: zip(levels, files).map { ($0, $1.scene) }, startingAt: index, game: game.init(),
          launch: launch)
      } else {
        session = try Session(scene: file.scene, game: game.init(), launch: launch)
      }
    } catch {
      let wrong = error.level.flatMap { levels.firstIndex(of: $0) }.map { files[$0] } ?? file
      let missing = error.problems.map { wrong.problem($0, ofKey: "game") }
      throw .unplayable(Problem.inOrder(Problem.removingDuplicates(missing + problems)))
    }
    if !problems.isEmpty {
      throw .unplayable(Problem.inOrder(Problem.removingDuplicates(problems)))
    }
    let loaded = Loaded(
      session: session, file: file, levelFiles: files, path: location.displayPath,
      recordedPath: location.folder == root?.scenes ? location.path : location.displayPath,
      images: images(location), sounds: root?.sounds)
    didLoad?(loaded)
    return loaded
  }

  // MARK: Levels

  /// The level of a game with a number or a name; the first one for nil.
  private func level(_ text: String?, of game: any Game.Type) throws(LoadError) -> Level {
    let levels = game.levels
    let index = text.map { game.levelIndex($0) } ?? 0
    guard let index, levels.indices.contains(index) else {
      throw .noLevel(text, of: game.name, known: levels)
    }
    return levels[index]
  }

  /// The files of all levels, one of which was read already.
  ///
  /// - Throws: ``LoadError/scene(_:)`` with the problems of all of them.
  private func files(of levels: [Level], with known: SceneFile) throws(LoadError) -> [SceneFile] {
    var (files, problems, omitted): ([SceneFile], [Problem], Int) = ([], [], 0)
    for level in levels {
      if level.scenePath == known.path {
        files.append(known)
        continue
      }
      let location = SceneLocation(
        folder: known.reader.root.folder, path: level.scenePath, displayPath: level.scenePath)
      guard FileManager.default.fileExists(atPath: location.folder + "/" + location.path) else {
        throw .missing(level.scenePath)
      }
      do throws(LoadError) { files.append(try read(location, games)) } catch {
        guard case .scene(let error) = error else { throw error }
        problems += error.problems
        omitted += error.omitted
      }
    }
    if problems.isEmpty { return files }
    throw .scene(
      SceneFileError(problems: Problem.removingDuplicates(problems), omitted: omitted))
  }

  /// The images that a scene file can name: those of the assets, then those next to the file.
  public func images(ofFile file: String) -> ImageFolders { images(location(ofFile: file)) }

  private func images(_ location: SceneLocation) -> ImageFolders {
    ImageFolders((root.map { $0.images.folders } ?? []) + [location.folder]) { name, folder in
      guard GLTFEmbeddedImage.file(of: name) != nil else { return nil }
      return try GLTFEmbeddedImage.bytes(named: name, in: SceneRoot(folder))
    }
  }
}

extension Problem {
  /// Whether the problem is in a role.
  fileprivate var isInRole: Bool { pointer.split(separator: "/").contains("role") }
}

extension SceneFile {
  /// The mistakes that a game finds in the level, at their positions.
  fileprivate func problems(in game: any Game.Type) -> [Problem] {
    game.problems(of: scene).map { found in
      found.node == 0
        ? problem(found.message, ofKey: "game")
        : problem(found.message, ofNode: found.node, keys: [found.key])
    }
  }
}

extension SceneReader {
  fileprivate func loadOrFail(_ path: String) throws(LoadError) -> SceneFile {
    do throws(SceneFileError) { return try load(path) } catch { throw .scene(error) }
  }
}

/// A scene file and the folder that its references are confined to.
private struct SceneLocation {
  var folder: String
  var path: String
  /// The path as the user wrote it.
  var displayPath: String

  /// The error of a file that does not exist, with the nearest file of its folder.
  var missing: LoadError {
    let url = URL(fileURLWithPath: folder + "/" + path)
    let parent = url.deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    return .missing(
      displayPath,
      // A link that leads nowhere is in its folder, but is not meant.
      nearest: nearest(
        url.lastPathComponent, in: names.filter { $0 != url.lastPathComponent }.sorted()))
  }

  /// The folder, whose files are named in messages as the user wrote them.
  var root: SceneRoot {
    get throws(Problem) { try SceneRoot(folder, prefix: prefix) }
  }

  /// The prefix of file paths in messages: the part that the user wrote before the path, or else
  /// the folder, which is relative to the working folder if it is inside it.
  private var prefix: String {
    if displayPath.hasSuffix(path) {
      let before = String(displayPath.dropLast(path.count))
      let isWhole = before.isEmpty || before.hasSuffix("/")
      if isWhole, Self.realPath(before.isEmpty ? "." : before) == folder { return before }
    }
    let current = Self.realPath(".")
    if folder == current { return "" }
    guard folder.hasPrefix(current + "/") else { return folder + "/" }
    return folder.dropFirst(current.count + 1) + "/"
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}
