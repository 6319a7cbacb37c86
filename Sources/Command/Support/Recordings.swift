import CaromContent
import CaromDocuments
import CaromSimulation

extension ContentOptions {
  /// Reads a recording and makes the session that plays it.
  ///
  /// - Throws: ``CommandFailure``: what is wrong with the file, its scene, or how they fit.
  func run(ofFile path: String) throws -> ReplayRun {
    let replay = try Recordings.read(path)
    let head = replay.head
    let loader = try loader(isNeeded: false)
    let game = loader.games.first { $0.name == head.game && $0.scenePath == head.scene }
    let loaded: SessionLoader.Loaded
    do {
      loaded = try orFail { try loader.load(game?.name ?? head.scene, launch: head.launch) }
    } catch let failure as CommandFailure {
      // The scene that the recording names, whose file is not what was filters for.
      throw CommandFailure.checkFailed("\(path): its scene cannot be played: \(failure.message)")
    }
    do throws(ReplayMismatch) {
      return try ReplayRun(replay, in: loaded.session)
    } catch {
      throw CommandFailure.checkFailed("\(path): \(error)")
    }
  }
}

/// Recordings in files.
enum Recordings {
  /// Reads a recording.
  static func read(_ path: String) throws -> Replay {
    let bytes = try Files.read(path)
    do throws(ReplayFileError) {
      return try Replay(reading: SourceText(name: path, bytes: bytes))
    } catch {
      throw CommandFailure.checkFailed(error.description)
    }
  }
}
