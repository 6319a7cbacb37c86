import CaromContent
import CaromGames
import CaromPlayer
import CaromSceneFiles
import CaromSimulation

extension ContentOptions {
  /// Makes sessions of our games and of scene files.
  ///
  /// - Parameter isNeeded: Whether there must be a folder of scenes.
  /// - Returns: What loads them.
  /// - Throws: ``CommandFailure`` with code 2 if there is no such folder.
  func loader(isNeeded: Bool = true) throws -> SessionLoader {
    SessionLoader(games: GameList.all, root: isNeeded || root != nil ? try find() : optional)
  }

  /// A session of a game or a scene file.
  func load(_ subject: String, _ launch: Launch) throws -> SessionLoader.Loaded {
    let isFile = SceneReader.canRead(subject)
    return try orFail { try loader(isNeeded: !isFile).load(subject, launch: launch) }
  }

  private var optional: ContentRoot? { try? ContentRoot.find() }
}

/// Turns what loading throws into this program's messages and exit codes.
func orFail<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let failure as CommandFailure {
    throw failure
  } catch {
    let code = CommandFailure.Code(rawValue: CaromApp.code(of: error)) ?? .checkFailed
    throw CommandFailure(message: "\(error)", code: code)
  }
}
