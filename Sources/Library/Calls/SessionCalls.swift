public import CCarom
import CaromAutomation
import CaromContent
import CaromDocuments
import CaromProperties
import CaromSimulation

// Calls about one session: opening, stepping, input.

/// The greatest number of ticks of one call.
private let tickLimit = CommandLimits().ticks

/// Opens a game or a scene file before its first tick.
@c @implementation
public func carom_open(
  _ subject: UnsafePointer<CChar>?, _ level: UnsafePointer<CChar>?, _ seed: UInt64,
  _ session: UnsafeMutablePointer<carom_session>?
) -> carom_status {
  call { () throws(CallFailure) in
    let (name, level) = (try string(subject, "subject"), try optionalString(level, "level"))
    try write(0, to: session, "session")
    let origin = OpenSession.Origin(
      loader: try LibraryRoot.loader(), subject: name, level: level)
    let opened = try OpenSession.load(origin, seed: seed)
    try write(try SessionTable.add(opened), to: session, "session")
  }
}

/// Opens the game of a snapshot in its state.
@c @implementation
public func carom_open_snapshot(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ session: UnsafeMutablePointer<carom_session>?
) -> carom_status {
  call { () throws(CallFailure) in
    let encoded = try EncodedSnapshot(try memory(bytes, count, "bytes"))
    try write(0, to: session, "session")
    let origin = OpenSession.Origin(
      loader: try LibraryRoot.loader(), subject: encoded.subject, level: encoded.level)
    let opened = try OpenSession.load(origin, seed: encoded.seed)
    try encoded.restore(in: opened)
    try write(try SessionTable.add(opened), to: session, "session")
  }
}

/// Opens the same game again, with the state and the task of a session.
@c @implementation
public func carom_clone(
  _ session: carom_session, _ copy: UnsafeMutablePointer<carom_session>?
) -> carom_status {
  call { () throws(CallFailure) in
    try write(0, to: copy, "copy")
    let opened = try SessionTable.with(session) { (session) throws(CallFailure) in
      try session.clone()
    }
    try write(try SessionTable.add(opened), to: copy, "copy")
  }
}

/// Closes a session.
@c @implementation
public func carom_close(_ session: carom_session) -> carom_status {
  call { () throws(CallFailure) in
    try SessionTable.with(session) { opened in
      opened.session.finishRecording()
      SessionTable.remove(session)
    }
  }
}

/// Describes a session as JSON.
@c @implementation
public func carom_describe(
  _ session: carom_session, _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ length: UnsafeMutablePointer<Int>?
) -> carom_status {
  call { () throws(CallFailure) in
    let output = try Output(text, capacity, length)
    let description = try SessionTable.with(session) { opened in
      let session = opened.session
      var json = JSONWriter()
      json.object { json in
        json.member("game", type(of: session.game).name)
        json.member("scene", opened.recordedPath)
        json.member("level", session.level?.name)
        json.member("seed") { $0.value(session.seed) }
        json.member("tick", session.tick)
        json.member("tickLength") { $0.value(session.tickLength) }
        json.member("phase", session.phase)
        json.member("score", session.score)
        if let lives = session.lives { json.member("lives", lives) }
        json.member("isOver") { $0.value(session.isOver) }
        json.member("hasBegun") { $0.value(session.hasBegun) }
        json.member("hash", hexadecimal(session.hash))
      }
      return json.text
    }
    try output.write(description)
  }
}

/// The 16 digits of a hash.
private func hexadecimal(_ hash: UInt64) -> String {
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}

/// The number of ticks that have run.
@c @implementation
public func carom_tick(
  _ session: carom_session, _ tick: UnsafeMutablePointer<UInt64>?
) -> carom_status {
  call { () throws(CallFailure) in
    try write(try SessionTable.with(session) { $0.session.tick }, to: tick, "tick")
  }
}

/// The hash of the whole state.
@c @implementation
public func carom_hash(
  _ session: carom_session, _ hash: UnsafeMutablePointer<UInt64>?
) -> carom_status {
  call { () throws(CallFailure) in
    guard let hash else { throw .missing("hash") }
    hash.pointee = try SessionTable.with(session) { $0.session.hash }
  }
}

/// Returns to the state of a new session with a seed.
@c @implementation
public func carom_reset(_ session: carom_session, _ seed: UInt64) -> carom_status {
  call { () throws(CallFailure) in
    try SessionTable.with(session) { $0.reset(seed: seed) }
  }
}

/// Runs ticks.
@c @implementation
public func carom_step(_ session: carom_session, _ ticks: UInt32) -> carom_status {
  call { () throws(CallFailure) in
    let ticks = try check(ticks, in: 0...tickLimit, "ticks")
    try SessionTable.with(session) { $0.session.step(ticks) }
  }
}

/// Runs ticks with the bot of the game as the player.
@c @implementation
public func carom_play(_ session: carom_session, _ ticks: UInt32) -> carom_status {
  call { () throws(CallFailure) in
    let ticks = try check(ticks, in: 0...tickLimit, "ticks")
    try SessionTable.with(session) { (opened) throws(CallFailure) in try opened.play(ticks) }
  }
}

/// Sends events to the next tick.
@c @implementation
public func carom_send(
  _ session: carom_session, _ events: UnsafePointer<CChar>?
) -> carom_status {
  call { () throws(CallFailure) in
    let json = try string(events, "events")
    let list: [InputEvent]
    do throws(Problem) { list = try InputEvent.list(json: json) } catch {
      throw CallFailure(.badArgument, "events: \(error)")
    }
    try SessionTable.with(session) { (opened) throws(CallFailure) in
      for case .set(let change) in list {
        if let problem = opened.session.problem(with: [change]) {
          throw CallFailure(.refused, problem)
        }
      }
      for event in list { opened.session.send(event) }
    }
  }
}
