package import CaromContent
import CaromDocuments
package import CaromSimulation

extension ContentOptions {
  /// Reads a recording and creates the session that plays it.
  ///
  /// - Parameter path: The path of the recording.
  /// - Returns: The run before its first tick and the scene that it plays, for
  ///   ``Warnings/tellProblems(of:)``.
  /// - Throws: ``CommandFailure`` if the file or its scene is invalid, or if they do not match.
  package func run(
    ofFile path: String
  ) throws -> (run: ReplayRun, scene: SessionLoader.Loaded) {
    let replay = try Recordings.read(path)
    let head = replay.head
    let loader = try loader(isNeeded: false)
    let game = loader.games.first { $0.name == head.game }
    let level = game?.levels.first { $0.scenePath == head.scene }
    let loaded: SessionLoader.Loaded
    do {
      loaded = try orFail {
        guard let game, let level else { return try loader.load(head.scene, launch: head.launch) }
        return try loader.load(game.name, level: level.name, launch: head.launch)
      }
    } catch let failure as CommandFailure {
      // The scene named by the recording cannot be loaded, rather than the recording itself.
      throw CommandFailure.checkFailed("\(path): its scene cannot be loaded: \(failure.message)")
    }
    do throws(ReplayMismatch) {
      return (try ReplayRun(replay, in: loaded.session), loaded)
    } catch {
      throw CommandFailure.checkFailed("\(path): \(error)")
    }
  }
}

/// Reads recordings from files.
enum Recordings {
  /// Reads a recording.
  static func read(_ path: String) throws -> Replay {
    let bytes = try Files.read(path, atMost: Replay.maximumBytes)
    do throws(ReplayFileError) {
      return try Replay(reading: SourceText(name: path, bytes: bytes))
    } catch {
      throw CommandFailure.checkFailed(error.description)
    }
  }
}
