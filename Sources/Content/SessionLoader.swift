public import CaromRendering
public import CaromSceneFiles
import CaromSceneGraph
public import CaromSimulation
import Foundation

/// Makes sessions of games and of scene files.
public struct SessionLoader: Sendable {
  /// The games that scenes may name.
  public let games: [any Game.Type]
  /// Where scenes and assets are; nil where none were found, so that only whole files can be read.
  public let root: ContentRoot?

  /// Knows some games and a folder of scenes.
  public init(games: [any Game.Type], root: ContentRoot?) {
    self.games = games
    self.root = root
  }

  /// A session and where it came from.
  public struct Loaded {
    /// The session, before its first tick.
    public let session: Session
    /// What the scene was read from.
    public let file: SceneFile
    /// The scene file, as messages name it.
    public let path: String
    /// The scene file as recordings and saved states name it, so that they are played elsewhere too:
    /// from the folder of scenes if it is in there, else as it was given.
    public let recordedPath: String
    /// The pictures that the scene may name.
    public let images: ImageFolders

    /// Meshes and textures for drawing the scene, with every picture that it names.
    ///
    /// - Returns: What `RenderFrame` and a player need.
    /// - Throws: The pictures that cannot be had.
    public func makeCache() throws(MissingImages) -> RenderCache {
      let cache = RenderCache(images: images)
      try cache.load(session.scene)
      return cache
    }
  }

  /// Makes a session of a game's own scene, or of a scene file with the game that it names.
  ///
  /// - Parameters:
  ///   - subject: The name of a game; or the path of a scene file, which ends in `.json`, or of a glTF
  ///     file.
  ///   - launch: Seed, date, arguments and stored numbers.
  /// - Returns: The session, before its first tick.
  /// - Throws: ``LoadError`` with everything that is wrong.
  public func load(
    _ subject: String, launch: Launch = Launch()
  ) throws(LoadError) -> Loaded {
    if let game = games.first(where: { $0.name == subject }) {
      guard let root else { throw .noRoot }
      let place = ScenePlace(folder: root.scenes, path: game.scenePath, shown: game.scenePath)
      return try load(place, game: game, launch)
    }
    guard SceneReader.canRead(subject) else {
      throw .unknown(subject, known: games.map { $0.name })
    }
    let place = place(ofFile: subject)
    guard FileManager.default.fileExists(atPath: place.folder + "/" + place.path) else {
      throw .missing(subject)
    }
    return try load(place, game: nil, launch)
  }

  /// Reads a scene file without making a session of it.
  ///
  /// A part of a scene, such as bricks for many levels, names no game: it is good if it is good for
  /// one of the games.
  ///
  /// - Parameter file: The path of a scene file, from the working folder or from `Scenes`.
  /// - Returns: The scene and what its file says besides.
  /// - Throws: ``LoadError/scene(_:)`` with everything that is wrong.
  public func read(_ file: String) throws(LoadError) -> SceneFile {
    let place = place(ofFile: file)
    guard FileManager.default.fileExists(atPath: place.folder + "/" + place.path) else {
      throw .missing(file)
    }
    var least: LoadError
    do throws(LoadError) { return try read(place, games) } catch { least = error }
    for game in games {
      do throws(LoadError) {
        let part = try read(place, game.roles)
        if part.game == nil { return part }
      } catch {
        if error.problemCount < least.problemCount { least = error }
      }
    }
    throw least
  }

  /// Where a scene file is: in the folder of scenes, or else in a folder of its own.
  private func place(ofFile file: String) -> ScenePlace {
    var url = URL(fileURLWithPath: file).standardizedFileURL
    if let root, !FileManager.default.fileExists(atPath: url.path), !file.hasPrefix("/") {
      let inScenes = URL(fileURLWithPath: root.scenes + "/" + file).standardizedFileURL
      let isKnown = FileManager.default.fileExists(atPath: inScenes.path)
      let folder = url.deletingLastPathComponent().path
      if isKnown || !FileManager.default.fileExists(atPath: folder) { url = inScenes }
    }
    // Links of the folder, not of the file: those are the reader's to refuse.
    let folder = url.deletingLastPathComponent().resolvingSymlinksInPath().path
    if let root, folder == root.scenes || folder.hasPrefix(root.scenes + "/") {
      let inside = folder.dropFirst(root.scenes.count + 1)
      let path = inside.isEmpty ? url.lastPathComponent : inside + "/" + url.lastPathComponent
      return ScenePlace(folder: root.scenes, path: path, shown: file)
    }
    return ScenePlace(folder: folder, path: url.lastPathComponent, shown: file)
  }

  /// Reads a scene that may name one of some games.
  private func read(
    _ place: ScenePlace, _ games: [any Game.Type]
  ) throws(LoadError) -> SceneFile {
    let known = games.map { (name: $0.name, roles: $0.roles) }
    return try orLoadError { try SceneReader(root: SceneRoot(place.folder), games: known) }
      .loadOrFail(place.path)
  }

  /// Reads a scene whose nodes may have some roles.
  private func read(
    _ place: ScenePlace, _ roles: [any Role.Type]
  ) throws(LoadError) -> SceneFile {
    try orLoadError { try SceneReader(root: SceneRoot(place.folder), roles: roles) }
      .loadOrFail(place.path)
  }

  private func orLoadError(_ body: () throws -> SceneReader) throws(LoadError) -> SceneReader {
    do { return try body() } catch { throw .folder("\(error)") }
  }

  private func load(
    _ place: ScenePlace, game expected: (any Game.Type)?, _ launch: Launch
  ) throws(LoadError) -> Loaded {
    let file = try read(place, games)
    let named = games.first { $0.name == file.game }
    let game = named ?? expected ?? NoRules.self
    let session: Session
    do throws(GameError) {
      session = try Session(scene: file.scene, game: game.init(), launch: launch)
    } catch {
      throw .unplayable(place.shown, error)
    }
    return Loaded(
      session: session, file: file, path: place.shown,
      recordedPath: place.folder == root?.scenes ? place.path : place.shown, images: images(place))
  }

  /// The pictures that a scene file may name: those of the assets, then those beside the scenes.
  public func images(ofFile file: String) -> ImageFolders { images(place(ofFile: file)) }

  private func images(_ place: ScenePlace) -> ImageFolders {
    ImageFolders((root.map { $0.images.folders } ?? []) + [place.folder]) { name, folder in
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

/// A scene file and the folder that it may refer to files in.
private struct ScenePlace {
  var folder: String
  var path: String
  /// As the user wrote it.
  var shown: String
}

/// Why there is no session.
public enum LoadError: Error, CustomStringConvertible {
  /// Neither a game nor a scene file; with the names of the known games.
  case unknown(String, known: [String])
  /// There is no scene file of that path.
  case missing(String)
  /// A game's own scene was asked for, and no folder of scenes was found.
  case noRoot
  /// The folder of the scene file cannot be used.
  case folder(String)
  /// The scene has mistakes.
  case scene(SceneFileError)
  /// A saved state cannot be gone on from.
  case savedState(String)
  /// The scene of a path lacks what its game needs.
  case unplayable(String, GameError)

  /// How many mistakes were found.
  fileprivate var problemCount: Int {
    if case .scene(let error) = self { error.problems.count + error.omitted } else { 1 }
  }

  /// What is wrong and what is accepted, one line for each mistake.
  public var description: String {
    switch self {
    case .unknown(let name, let known):
      "no game is called '\(name)'; accepted are \(known.joined(separator: ", ")), or a scene "
        + "file that ends in .json, .gltf or .glb"
    case .missing(let path):
      "\(path): there is no such file; a path from the working folder or from Scenes is accepted"
    case .noRoot: "no folder of scenes was found; --root or CAROM_ROOT is accepted"
    case .folder(let reason), .savedState(let reason): reason
    case .scene(let error): error.description
    case .unplayable(let path, let error):
      error.problems.map { "\(path): \($0)" }.joined(separator: "\n")
    }
  }
}
