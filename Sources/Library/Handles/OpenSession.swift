import CaromContent
import CaromRendering
import CaromSimulation
import Synchronization

/// A session of a caller, with what belongs to it.
///
/// Only the thread that has marked it as busy uses it.
final class OpenSession: @unchecked Sendable {
  /// The session and its origin.
  let loaded: SessionLoader.Loaded
  /// What it was opened with, to open it again.
  let origin: Origin
  /// The task, if it has one.
  var task: Task?
  /// The text of the recording so far.
  var recording = RecordingText()
  /// The resources for pictures, made at the first one.
  var pictures: PictureMaker?
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

  init(_ loaded: SessionLoader.Loaded, _ origin: Origin) {
    (self.loaded, self.origin) = (loaded, origin)
  }

  /// The session.
  var session: Session { loaded.session }

  /// Loads a session.
  static func load(_ origin: Origin, seed: UInt64) throws(CallFailure) -> OpenSession {
    do throws(LoadError) {
      let loaded = try origin.loader.load(
        origin.subject, level: origin.level, launch: Launch(seed: seed))
      return OpenSession(loaded, origin)
    } catch { throw CallFailure(error) }
  }

  /// Marks the session as used by this thread; returns false if it is used already.
  func begin() -> Bool { !isBusy.exchange(true, ordering: .acquiring) }

  /// Ends the use by this thread.
  func end() { isBusy.store(false, ordering: .releasing) }
}
