import CaromContent
import CaromDocuments
import CaromSimulation
import Foundation

/// Whose run the player races against.
package enum GhostChoice: Hashable, Sendable {
  /// The player's own best run of each level.
  case best
  /// The bot of the game.
  case bot
  /// A recording.
  case file(String)

  /// Reads the value of the option: `best`, `bot` or the path of a recording.
  package init(_ text: String) {
    switch text {
    case "best": self = .best
    case "bot": self = .bot
    default: self = .file(text)
    }
  }
}

extension GameLoader {
  /// Makes the ghost for the level that a session is in.
  ///
  /// - Returns: nil if there is none for the level.
  /// - Throws: ``UsageError`` if a recording that was asked for is no run of the game.
  func ghost(_ choice: GhostChoice, of played: PlayedGame, _ userData: UserData) throws -> Ghost? {
    let session = played.session
    switch choice {
    case .bot:
      let loaded = try loader.load(
        played.path, launch: Launch(seed: options.seed, arguments: options.arguments))
      let own = loaded.session
      if let level = session.level, own.level != level {
        own.present(level)
        own.step()
      }
      return Ghost(own, .bot)
    case .best:
      let path = BestRuns.path(of: played, in: userData)
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      // Levels may have changed since the run.
      return try? ghost(recordedIn: path, session)
    case .file(let path):
      guard let ghost = try ghost(recordedIn: path, session) else {
        throw UsageError("--ghost: '\(path)' contains no run; a recording of a level is accepted")
      }
      return ghost
    }
  }

  private func ghost(recordedIn path: String, _ played: Session) throws -> Ghost? {
    let replay: Replay
    do {
      replay = try Replay(
        reading: SourceText(
          name: path, bytes: try FileContents.bytes(of: path, atMost: BestRuns.sizeLimit)))
    } catch { throw UsageError("--ghost: \(error)") }
    let game = type(of: played.game).name
    guard replay.head.game == game else {
      throw UsageError(
        "--ghost: \(path): its game is \(replay.head.game); a recording of \(game) is accepted")
    }
    let loaded = try loader.load(replay.head.scene, launch: replay.head.launch)
    do throws(ReplayMismatch) { _ = try ReplayRun(replay, in: loaded.session) } catch {
      throw UsageError("--ghost: \(path): \(error)")
    }
    return Ghost(
      loaded.session, .recorded(events: replay.events, lastTick: replay.lastTick))
  }
}
