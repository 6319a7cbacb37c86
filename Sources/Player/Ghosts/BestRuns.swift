import CaromContent
import CaromDocuments
import CaromMaths
import CaromSimulation
import Foundation

/// Records the player's runs, and keeps the fastest of each level as a file that others can race
/// against.
///
/// A run begins when the player has begun, and ends when the level is completed. A run that is
/// given up, or whose files change, is forgotten. The file is that of the level as it is: one that
/// is changed has no best run yet.
final class BestRuns {
  /// The maximum size of a recording, in bytes.
  static let sizeLimit = 1 << 26

  /// What became of a run that completed a level.
  enum Outcome {
    /// It is the best one, with what to tell the player; nil for nothing.
    case kept(String?)
    /// It could not be written.
    case problem(String)
  }

  private let userData: UserData
  /// The recording of the current run; nil before it.
  private var text: String?

  init(_ userData: UserData) { self.userData = userData }

  /// The file of the best run of the level that is played.
  static func path(of played: PlayedGame, in userData: UserData) -> String {
    let session = played.session
    let file = (played.path as NSString).lastPathComponent
    let stem = file.split(separator: ".").first.map(String.init) ?? "scene"
    let name = "\(type(of: session.game).name)-\(session.level?.name ?? stem)"
    let version = hexadecimal(session.levelHash).prefix(8)
    return "\(userData.folder)/ghosts/\(name)-\(version).replay.jsonl"
  }

  /// Takes note of the tick that a person's game has run.
  ///
  /// - Parameters:
  ///   - played: The game.
  ///   - begins: Whether a run began with the tick.
  ///   - isRunning: Whether a run goes on.
  /// - Returns: What became of a run that ended; nil for nothing, as for one that is slower.
  func note(_ played: PlayedGame, begins: Bool, isRunning: Bool) -> Outcome? {
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
    guard let text = text.take(), text.utf8.count < Self.sizeLimit else { return nil }
    return keep(text, Self.path(of: played, in: userData))
  }

  /// Ends the recording of a run that does not count.
  func forget(_ played: PlayedGame) {
    guard text.take() != nil, !played.isRecording else { return }
    played.session.finishRecording()
  }

  private func keep(_ text: String, _ path: String) -> Outcome? {
    guard let ticks = Self.ticks(of: Array(text.utf8)) else { return nil }
    let old = (try? FileContents.bytes(of: path, atMost: Self.sizeLimit)).flatMap(Self.ticks)
    if let old, old <= ticks { return nil }
    do { try UserData.write(Array(text.utf8), to: path) } catch { return .problem("\(error)") }
    return .kept(old.map { "Best run, \(Self.seconds($0 - ticks)) faster than before" })
  }

  /// The duration of a recorded run without the pauses; nil if it is no recording.
  private static func ticks(of bytes: [UInt8]) -> UInt64? {
    guard let replay = try? Replay(reading: SourceText(name: "run", bytes: bytes)) else {
      return nil
    }
    var ticks = replay.lastTick - min(replay.lastTick, replay.head.tick)
    var pause: UInt64?
    for input in replay.events {
      if input.event == .command(.pause) { pause = pause ?? input.tick }
      if input.event == .command(.resume), let start = pause.take() { ticks -= input.tick - start }
    }
    return ticks
  }

  /// A duration for players.
  static func seconds(_ ticks: UInt64) -> String {
    "\((Double(ticks) / 6).rounded() / 10) s"
  }
}
