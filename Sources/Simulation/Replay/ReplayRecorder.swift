/// Records a session while it runs.
///
/// ```swift
/// let recorder = session.record(scene: "marble-maze/level1.json") { file.append($0) }
/// session.step(600)
/// session.finishRecording()
/// ```
///
/// The events of a tick are written before the tick runs, so that a recording contains the events
/// of the tick that crashed the process.
public final class ReplayRecorder {
  /// The number of ticks between two checks: one second at the default rate.
  public static let interval: UInt64 = 60

  private let write: (String) -> Void
  private var isFinished = false

  init(_ session: Session, scene: String, write: @escaping (String) -> Void) {
    self.write = write
    write(ReplayHead(session, scene: scene).line)
    check(session)
  }

  /// Writes the events of the tick that starts.
  func willStep(_ session: Session) {
    if session.appliedEvents.isEmpty { return }
    var text = ""
    for input in session.appliedEvents {
      text += ReplayEntry(tick: session.tick, .event(input.event)).line
    }
    write(text)
  }

  /// Writes a check if one is due.
  func didStep(_ session: Session) {
    if session.tick % Self.interval == 0 { check(session) }
  }

  /// Writes a note.
  func note(_ text: String, at tick: UInt64) {
    write(ReplayEntry(tick: tick, .note(text)).line)
  }

  /// Writes the last line; further calls have no effect.
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
  /// Whether the session is being recorded.
  public var isRecording: Bool { recorder != nil }

  /// Starts a recording; an earlier recording ends.
  ///
  /// The recording of a session that has already run starts with a snapshot. Events that are
  /// pending for later ticks are written when they are applied.
  ///
  /// - Parameters:
  ///   - scene: The path of the scene, from the folder of scenes or as a file.
  ///   - write: Receives the text of the file in parts that consist of whole lines.
  public func record(scene: String, to write: @escaping (String) -> Void) {
    finishRecording()
    recorder = ReplayRecorder(self, scene: scene, write: write)
  }

  /// Ends the recording, if any, with the hash of the current state.
  public func finishRecording() {
    recorder?.finish(with: ReplayCheck(self, parts: true))
    recorder = nil
  }

  /// Writes a note to the recording, if any; the state does not change.
  public func note(_ text: String) { recorder?.note(text, at: tick) }
}
