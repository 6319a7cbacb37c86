/// Writes down a session while it is played.
///
/// ```swift
/// let recorder = session.record(scene: "marble-maze/level1.json") { file.append($0) }
/// session.step(600)
/// session.finishRecording()
/// ```
///
/// What is written is handed over before the tick runs that it is for, so that the events of a tick
/// that kills the process are in the file.
public final class ReplayRecorder {
  /// How many ticks lie between two hashes: one second of most games.
  public static let interval: UInt64 = 60

  private let write: (String) -> Void
  private var isFinished = false

  init(_ session: Session, scene: String, write: @escaping (String) -> Void) {
    self.write = write
    write(ReplayHead(session, scene: scene).line)
    check(session)
  }

  /// Writes the events that the tick begins with.
  func willStep(_ session: Session) {
    if session.appliedEvents.isEmpty { return }
    var text = ""
    for input in session.appliedEvents {
      text += ReplayEntry(tick: session.tick, .event(input.event)).line
    }
    write(text)
  }

  /// Writes a hash where one is due.
  func didStep(_ session: Session) {
    if session.tick % Self.interval == 0 { check(session) }
  }

  /// Writes a remark.
  func note(_ text: String, at tick: UInt64) {
    write(ReplayEntry(tick: tick, .note(text)).line)
  }

  /// Writes the last line; once.
  func finish(with end: ReplayCheck) {
    if isFinished { return }
    isFinished = true
    write(end.endLine)
  }

  private func check(_ session: Session) {
    let check = ReplayCheck(session, parts: true)
    write(ReplayEntry(tick: check.tick, .check(check.hash, check.parts)).line)
  }
}

extension Session {
  /// True while the session is recorded.
  public var isRecording: Bool { recorder != nil }

  /// Records from now on; an earlier recording ends.
  ///
  /// A session that has run already begins with a snapshot of what it has come to. Events that wait
  /// for their tick are written when it comes.
  ///
  /// - Parameters:
  ///   - scene: Where the scene comes from: a path from the root of the scenes, or that of a file.
  ///   - write: Takes the file piece by piece, whole lines each time.
  public func record(scene: String, to write: @escaping (String) -> Void) {
    finishRecording()
    recorder = ReplayRecorder(self, scene: scene, write: write)
  }

  /// Ends the recording, if there is one, with the hash of the state as it is.
  public func finishRecording() {
    recorder?.finish(with: ReplayCheck(self, parts: true))
    recorder = nil
  }

  /// Writes a remark into the recording, if there is one; nothing else changes.
  public func note(_ text: String) { recorder?.note(text, at: tick) }
}
