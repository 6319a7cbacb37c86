public import CaromDocuments
public import CaromRendering
public import CaromSceneFiles
import CaromSceneGraph
public import CaromSimulation
import Foundation

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
    /// The scene file.
    public let file: SceneFile
    /// The path of the scene file, for messages.
    public let path: String
    /// The path of the scene file, for recordings and saved states.
    ///
    /// The path is relative to the folder of scenes if the file is inside of it, so that recordings
    /// can be replayed on other machines; otherwise it is the path as given.
    public let recordedPath: String
    /// The images that the scene can name.
    public let images: ImageFolders

    /// The folder of sounds that the scene can name; nil without a content folder.
    public let sounds: String?

    /// Creates a cache of the meshes and textures of the scene, with all images loaded.
    ///
    /// - Returns: A cache for `RenderFrame` and the player.
    /// - Throws: ``LoadError/scene(_:)`` with the images that cannot be loaded, at the positions
    /// that
    ///   name them.
    public func makeCache() throws(LoadError) -> RenderCache {
      let cache = RenderCache(images: images)
      do throws(MissingImages) { try cache.load(session.scene) } catch {
        let problems = error.problems.map { file.problem($0.description, ofImage: $0.name) }
        throw .scene(SceneFileError(problems: problems))
      }
      return cache
    }
  }

  /// Creates a session for a game's first scene, or for a scene file and the game that it names.
  ///
  /// - Parameters:
  ///   - subject: The name of a game, or the path of a scene file (`.json`, `.jsonc`) or glTF file.
  ///   - launch: The seed, date, arguments and stored numbers.
  /// - Returns: The session, before its first tick.
  /// - Throws: ``LoadError`` with all problems.
  public func load(
    _ subject: String, launch: Launch = Launch()
  ) throws(LoadError) -> Loaded {
    if let game = games.first(where: { $0.name == subject }) {
      guard let root else { throw .noRoot }
      let location = SceneLocation(
        folder: root.scenes, path: game.scenePath, displayPath: game.scenePath)
      return try load(location, game: game, launch)
    }
    guard SceneReader.canRead(subject) else {
      throw .unknown(subject, known: games.map { $0.name })
    }
    let location = location(ofFile: subject)
    guard FileManager.default.fileExists(atPath: location.folder + "/" + location.path) else {
      throw .missing(subject)
    }
    return try load(location, game: nil, launch)
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
    let location = location(ofFile: file)
    guard FileManager.default.fileExists(atPath: location.folder + "/" + location.path) else {
      throw .missing(file)
    }
    var bestError: LoadError
    do throws(LoadError) { return try read(location, games) } catch { bestError = error }
    // The problems of a file that names a game are those of that game.
    if case .scene(let error) = bestError, error.game != nil { throw bestError }
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
    _ location: SceneLocation, game expected: (any Game.Type)?, _ launch: Launch
  ) throws(LoadError) -> Loaded {
    let file = try read(location, games)
    let named = games.first { $0.name == file.game }
    let game = named ?? expected ?? NoRules.self
    let session: Session
    do throws(GameError) {
      session = try Session(scene: file.scene, game: game.init(), launch: launch)
    } catch {
      throw .unplayable(location.displayPath, error)
    }
    let loaded = Loaded(
      session: session, file: file, path: location.displayPath,
      recordedPath: location.folder == root?.scenes ? location.path : location.displayPath,
      images: images(location), sounds: root?.sounds)
    didLoad?(loaded)
    return loaded
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

/// The reason why a session cannot be created.
public enum LoadError: Error, CustomStringConvertible {
  /// The name is neither a game nor a scene file; with the names of the known games.
  case unknown(String, known: [String])
  /// The scene file does not exist.
  case missing(String)
  /// A game's first scene was requested, but no folder of scenes was found.
  case noRoot
  /// The folder of the scene file cannot be used.
  case folder(String)
  /// The scene has problems.
  case scene(SceneFileError)
  /// The saved state cannot be restored.
  case savedState(String)
  /// The scene lacks nodes that its game requires; with the path of the scene.
  case unplayable(String, GameError)

  /// The problems, each with its position if it has one.
  public var problems: [Problem] {
    switch self {
    case .scene(let error):
      error.problems
        + (error.omitted > 0 ? [Problem("and at least \(error.omitted) more problems")] : [])
    case .unplayable(let path, let error): error.problems.map { Problem("\(path): \($0)") }
    case .unknown, .missing, .noRoot, .folder, .savedState: [Problem(description)]
    }
  }

  /// The number of problems.
  fileprivate var problemCount: Int {
    if case .scene(let error) = self { error.problems.count + error.omitted } else { 1 }
  }

  /// The problems and what is accepted, one per line.
  public var description: String {
    switch self {
    case .unknown(let name, let known):
      "there is no game '\(name)'; \(known.joined(separator: ", ")) or a scene "
        + "file that ends in .json, .jsonc, .gltf or .glb is accepted"
    case .missing(let path):
      "\(path): there is no such file; a path relative to the working directory or to Scenes is accepted"
    case .noRoot: "no folder of scenes was found; --root or CAROM_ROOT is accepted"
    case .folder(let reason), .savedState(let reason): reason
    case .scene(let error): error.description
    case .unplayable(let path, let error):
      error.problems.map { "\(path): \($0)" }.joined(separator: "\n")
    }
  }
}
