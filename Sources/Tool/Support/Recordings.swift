import ArgumentParser
package import CaromContent
import CaromDocuments
package import CaromSimulation
import Foundation

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
        guard let game, let level else {
          let scene = Recordings.scene(head.scene, besideRecording: path)
          return try loader.load(scene, launch: head.launch)
        }
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
  /// Calls a function for each file, until an interrupt; a file that fails does not keep others
  /// from their turn.
  ///
  /// - Parameters:
  ///   - files: The paths.
  ///   - body: Returns whether the file is as expected; if not, it has printed the reason.
  /// - Throws: The failure of the only file, or the exit code after all messages: 1, or 2 if files
  ///   are missing and nothing else is wrong.
  static func each(_ files: [String], _ body: (String) throws -> Bool) throws {
    var codes: [CommandFailure.Code] = []
    for path in files where !Interrupt.isSet {
      do {
        if try !body(path) { codes.append(.checkFailed) }
      } catch let failure as CommandFailure {
        if files.count == 1 { throw failure }
        codes.append(failure.code)
        Terminal.printError(failure.message)
      }
    }
    guard let first = codes.first else { return }
    let code = codes.contains(.checkFailed) ? .checkFailed : first
    throw ExitCode(code.rawValue)
  }

  /// The path of a recorded scene: beside the recording if it is there, otherwise as recorded,
  /// which is relative to the folder of scenes or to the working directory.
  static func scene(_ scene: String, besideRecording path: String) -> String {
    guard !scene.hasPrefix("/") else { return scene }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
    let beside = folder == "." ? scene : folder + "/" + scene
    return FileManager.default.fileExists(atPath: beside) ? beside : scene
  }

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
