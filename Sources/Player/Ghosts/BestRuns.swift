import CaromContent
import CaromDocuments
import CaromSimulation
import Foundation

/// Records the player's runs, and keeps the fastest of each level as a file that others can race
/// against.
///
/// A run begins when the player has begun, and ends when the level is completed. A run that is
/// given up is forgotten.
final class BestRuns {
  /// The maximum size of a recording, in bytes.
  static let sizeLimit = 1 << 26

  private let userData: UserData
  /// The recording of the current run; nil before it.
  private var text: String?

  init(_ userData: UserData) { self.userData = userData }

  /// The file of the best run of the level that is played.
  static func path(of played: PlayedGame, in userData: UserData) -> String {
    let file = (played.path as NSString).lastPathComponent
    let stem = file.split(separator: ".").first.map(String.init) ?? "scene"
    let game = type(of: played.session.game).name
    return "\(userData.folder)/ghosts/\(game)-\(played.session.level?.name ?? stem).replay.jsonl"
  }

  /// Takes note of the tick that a person's game has run.
  ///
  /// - Parameters:
  ///   - played: The game.
  ///   - begins: Whether a run began with the tick.
  ///   - isRunning: Whether a run goes on.
  /// - Returns: What to tell the player; nil for nothing.
  func note(_ played: PlayedGame, begins: Bool, isRunning: Bool) -> String? {
    let session = played.session
    // A recording of the player's, or a jump in time, has ended this one.
    if played.isRecording || text != nil && !session.isRecording { text = nil }
    if begins || !isRunning { forget(played) }
    if begins, !played.isRecording {
      text = ""
      session.record(scene: played.path) { [unowned self] in
        if let size = text?.utf8.count, size < Self.sizeLimit { text? += $0 }
      }
    }
    guard session.hasJustCompletedLevel, text != nil else { return nil }
    session.finishRecording()
    guard let run = text.take(), run.utf8.count < Self.sizeLimit else { return nil }
    return keep(run, Self.path(of: played, in: userData))
  }

  /// Ends the recording of a run that does not count.
  private func forget(_ played: PlayedGame) {
    guard text.take() != nil, !played.isRecording else { return }
    played.session.finishRecording()
  }

  private func keep(_ run: String, _ path: String) -> String? {
    guard let ticks = Self.ticks(of: Array(run.utf8)) else { return nil }
    let old = (try? FileContents.bytes(of: path, atMost: Self.sizeLimit)).flatMap(Self.ticks)
    if let old, old <= ticks { return nil }
    do { try UserData.write(Array(run.utf8), to: path) } catch { return "\(error)" }
    return old.map { "Best run, \(Self.seconds($0 - ticks)) faster than before" }
  }

  /// The duration of a recorded run; nil if it is no recording.
  private static func ticks(of bytes: [UInt8]) -> UInt64? {
    guard let replay = try? Replay(reading: SourceText(name: "run", bytes: bytes)) else {
      return nil
    }
    return replay.lastTick - min(replay.lastTick, replay.head.tick)
  }

  /// A duration for players.
  static func seconds(_ ticks: UInt64) -> String {
    "\((Double(ticks) / 6).rounded() / 10) s"
  }
}
