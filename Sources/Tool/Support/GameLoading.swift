package import CaromContent
import CaromPlayer
import CaromSceneFiles
package import CaromSimulation

extension ContentOptions {
  /// Creates a loader for the games of the program and for scene files.
  ///
  /// - Parameters:
  ///   - isNeeded: Whether a content folder is required.
  ///   - tells: Whether the warnings of loaded scenes are printed.
  /// - Returns: The loader.
  /// - Throws: ``CommandFailure`` with code 2 if a required folder is missing.
  package func loader(isNeeded: Bool = true, tells: Bool = true) throws -> SessionLoader {
    var loader = SessionLoader(
      games: GameProgram.current.games, root: isNeeded || root != nil ? try find() : optional)
    if tells { loader.didLoad = { Warnings.tell($0) } }
    return loader
  }

  /// Loads a game in a level, or a scene file; nil for the only game of the program and for its
  /// first level.
  package func load(
    _ subject: String?, level: String? = nil, _ launch: Launch
  ) throws -> SessionLoader.Loaded {
    let subject = try GameProgram.current.subject(subject)
    // A name that is no game is reported as such, with or without a folder of scenes.
    let isGame = GameProgram.current.games.contains { $0.name == subject }
    return try orFail {
      try loader(isNeeded: isGame).load(subject, level: level, launch: launch)
    }
  }

  private var optional: ContentRoot? { try? ContentRoot.find() }
}

/// Converts errors of loading to command failures.
package func orFail<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let failure as CommandFailure {
    throw failure
  } catch {
    let code = CommandFailure.Code(rawValue: CaromApp.code(of: error)) ?? .checkFailed
    throw CommandFailure(message: "\(error)", code: code)
  }
}
