import CaromContent
import CaromRendering
import CaromSimulation
import Synchronization

/// A session of a caller, with what belongs to it.
///
/// Only the thread that has marked it as busy uses it.
final class OpenSession: @unchecked Sendable {
  /// The session.
  let session: Session
  /// The path of its scene in recordings.
  let recordedPath: String
  /// The images that its scenes can name.
  let images: ImageFolders
  /// What it was opened with, to open it again.
  let origin: Origin
  /// The task, if it has one.
  var task: Task?
  /// The text of the recording so far.
  var recording = RecordingText()
  /// The resources for pictures, made at the first one.
  var pictures: PictureMaker?
  /// The bot that played last and the tick after it; nil after a change of the state by something
  /// else than ticks.
  var player: (bot: any Bot, tick: UInt64)?
  /// The states that a search returns to.
  var states = KeptStates()
  private let isBusy = Atomic(false)

  /// What a session was opened with.
  struct Origin {
    var loader: SessionLoader
    /// The name of a game, or the path of a scene file.
    var subject: String
    /// The number or the name of a level.
    var level: String?
  }

  /// A text that a recorder writes to.
  final class RecordingText {
    var text = ""
  }

  init(_ session: Session, _ recordedPath: String, _ images: ImageFolders, _ origin: Origin) {
    (self.session, self.recordedPath) = (session, recordedPath)
    (self.images, self.origin) = (images, origin)
  }

  /// Loads a session.
  static func load(_ origin: Origin, seed: UInt64) throws(CallFailure) -> OpenSession {
    do throws(LoadError) {
      let loaded = try origin.loader.load(
        origin.subject, level: origin.level, launch: Launch(seed: seed))
      return OpenSession(loaded.session, loaded.recordedPath, loaded.images, origin)
    } catch { throw CallFailure(error) }
  }

  /// Creates an independent session in the same state, with the same task, without reading files.
  func clone() throws(CallFailure) -> OpenSession {
    let copied: Session
    do { copied = try session.copyBeforeFirstTick() } catch {
      throw CallFailure(.refused, "the session cannot be copied: \(error)")
    }
    let clone = OpenSession(copied, recordedPath, images, origin)
    do throws(SnapshotError) { try copied.restore(session.snapshot()) } catch {
      throw CallFailure(.refused, "\(error)")
    }
    if let task { clone.task = try Task(task.text, for: copied) }
    return clone
  }

  /// Runs ticks with the bot of the game as the player.
  ///
  /// The bot that has played up to this tick continues: it knows what it saw in the last ticks.
  func play(_ ticks: Int) throws(CallFailure) {
    let game = type(of: session.game)
    let last = player.flatMap { $0.tick == session.tick ? $0.bot : nil }
    guard var bot = last ?? game.makeBot() else {
      throw CallFailure(.refused, "the game \(game.name) has no bot")
    }
    session.step(ticks, with: &bot)
    player = (bot, session.tick)
  }

  /// Returns to the state of a new session with a seed.
  func reset(seed: UInt64) {
    player = nil
    if let task { task.reset(session, seed: seed) } else { session.reset(seed: seed) }
  }

  /// Marks the session as used by this thread; returns false if it is used already.
  func begin() -> Bool { !isBusy.exchange(true, ordering: .acquiring) }

  /// Ends the use by this thread.
  func end() { isBusy.store(false, ordering: .releasing) }
}
