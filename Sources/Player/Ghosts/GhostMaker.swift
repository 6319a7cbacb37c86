package import CaromContent
import CaromDocuments
package import CaromSimulation
import Foundation

/// Makes the ghosts that a player chooses.
package struct GhostMaker {
  private let loader: SessionLoader
  /// How the sessions of bots start; without stored numbers.
  private let launch: Launch
  private let userData: UserData

  /// Creates a maker of ghosts.
  ///
  /// - Parameters:
  ///   - loader: Loads the sessions of ghosts.
  ///   - launch: How the sessions of bots start, as that of the player.
  ///   - userData: Where the best runs are.
  package init(_ loader: SessionLoader, launch: Launch, _ userData: UserData) {
    (self.loader, self.launch, self.userData) = (loader, launch, userData)
  }

  /// Makes the ghost for the level that a session is in.
  ///
  /// - Returns: nil if there is none for the level.
  /// - Throws: ``UsageError`` if a recording that was asked for is no run of the game.
  package func ghost(_ choice: GhostChoice, of played: PlayedGame) throws -> Ghost? {
    let session = played.session
    switch choice {
    case .bot:
      let own = try loader.load(played.path, launch: launch).session
      if let level = session.level, own.level != level {
        own.present(level)
        own.step()
      }
      return Ghost(own, .bot)
    case .best:
      let path = BestRuns.path(of: played, in: userData)
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      // Of another version of the program, it may not fit.
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
