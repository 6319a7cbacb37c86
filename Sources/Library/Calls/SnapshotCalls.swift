public import CCarom
import CaromContent
import CaromDocuments
import CaromSimulation

// Calls about snapshots and recordings.

/// Writes the complete state as bytes.
@c @implementation
public func carom_snapshot(
  _ session: carom_session, _ bytes: UnsafeMutableRawPointer?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> carom_status {
  call { () throws(CallFailure) in
    let output = try Output(bytes, capacity, length)
    let encoded = try SessionTable.with(session) { EncodedSnapshot($0).bytes }
    try output.write(encoded)
  }
}

/// Restores a snapshot.
@c @implementation
public func carom_restore(
  _ session: carom_session, _ bytes: UnsafeRawPointer?, _ count: Int
) -> carom_status {
  call { () throws(CallFailure) in
    let encoded = try EncodedSnapshot(try memory(bytes, count, "bytes"))
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      try encoded.restore(in: opened)
    }
  }
}

/// Keeps the current state.
@c @implementation
public func carom_save_state(
  _ session: carom_session, _ state: UnsafeMutablePointer<UInt64>?
) -> carom_status {
  call { () throws(CallFailure) in
    try write(0, to: state, "state")
    let number = try SessionTable.with(session) { (opened) throws(CallFailure) in
      try opened.states.add(EncodedSnapshot(opened))
    }
    try write(number, to: state, "state")
  }
}

/// Returns to a state that was kept.
@c @implementation
public func carom_load_state(_ session: carom_session, _ state: UInt64) -> carom_status {
  call { () throws(CallFailure) in
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      try opened.states.state(state).restoreOwn(in: opened)
    }
  }
}

/// Frees a state that was kept.
@c @implementation
public func carom_drop_state(_ session: carom_session, _ state: UInt64) -> carom_status {
  call { () throws(CallFailure) in
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      try opened.states.remove(state)
    }
  }
}

/// Starts to record a session.
@c @implementation
public func carom_record(_ session: carom_session) -> carom_status {
  call { () throws(CallFailure) in
    try SessionTable.with(session) { opened in
      let recording = OpenSession.RecordingText()
      opened.recording = recording
      opened.session.record(scene: opened.recordedPath) { recording.text += $0 }
    }
  }
}

/// Writes the recording up to now.
@c @implementation
public func carom_recording(
  _ session: carom_session, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> carom_status {
  call { () throws(CallFailure) in
    let output = try Output(text, capacity, length)
    let recorded = try SessionTable.with(session) { (opened) throws(CallFailure) in
      let session = opened.session
      guard session.isRecording else {
        guard opened.recording.text.isEmpty else { return opened.recording.text }
        throw CallFailure(.refused, "the session is not recorded; call carom_record first")
      }
      return opened.recording.text
        + ReplayCheck(tick: session.tick, hash: session.replayHash).endLine
    }
    try output.write(recorded)
  }
}

/// Replays a recording and compares its hashes.
@c @implementation
public func carom_verify(
  _ recording: UnsafePointer<CChar>?, _ count: Int, _ ticks: UnsafeMutablePointer<UInt64>?
) -> carom_status {
  call { () throws(CallFailure) in
    let bytes = try memory(recording, count, "recording")
    try write(0, to: ticks, "ticks")
    let replay: Replay
    do throws(ReplayFileError) {
      replay = try Replay(reading: SourceText(name: "recording", bytes: Array(bytes)))
    } catch { throw CallFailure(.badArgument, "\(error)") }
    let loader = try LibraryRoot.loader()
    let level = loader.games.first { $0.name == replay.head.game }?.levels
      .first { $0.scenePath == replay.head.scene }
    let session: Session
    do throws(LoadError) {
      let subject = level == nil ? replay.head.scene : replay.head.game
      session = try loader.load(subject, level: level?.name, launch: replay.head.launch).session
    } catch { throw CallFailure(error) }
    var run: ReplayRun
    do throws(ReplayMismatch) { run = try ReplayRun(replay, in: session) } catch {
      throw CallFailure(.refused, "\(error)")
    }
    let outcome = run.play()
    try write(outcome.ticks, to: ticks, "ticks")
    if let divergence = outcome.divergence { throw CallFailure(.different, "\(divergence)") }
  }
}
