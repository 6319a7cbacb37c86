import Synchronization

/// The open sessions, by handles that are never valid again after they were closed.
///
/// A handle is the number of a slot plus one, and in its upper half the number of sessions that the
/// slot has had.
enum SessionTable {
  /// The greatest number of sessions that are open at once.
  static let limit = 65_536

  private struct Slot {
    var session: OpenSession?
    var generation: UInt32 = 0
  }

  private struct State {
    var slots: [Slot] = []
    var free: [Int] = []
  }

  private static let state = Mutex(State())

  /// Adds a session and returns its handle.
  static func add(_ session: OpenSession) throws(CallFailure) -> UInt64 {
    let handle: UInt64? = state.withLock { state in
      let index: Int
      if let free = state.free.popLast() {
        index = free
      } else {
        guard state.slots.count < limit else { return nil }
        index = state.slots.count
        state.slots.append(Slot())
      }
      state.slots[index].session = session
      return UInt64(state.slots[index].generation) << 32 | UInt64(index + 1)
    }
    guard let handle else {
      throw CallFailure(.badArgument, "sessions: \(limit) are open; close one of them first")
    }
    return handle
  }

  /// Removes a session, whose handle becomes invalid.
  static func remove(_ handle: UInt64) {
    state.withLock { state in
      guard let index = index(of: handle, in: state) else { return }
      state.slots[index].session = nil
      state.slots[index].generation &+= 1
      state.free.append(index)
    }
  }

  private static func index(of handle: UInt64, in state: State) -> Int? {
    let index = Int(handle & 0xFFFF_FFFF) - 1
    guard state.slots.indices.contains(index), state.slots[index].session != nil,
      UInt64(state.slots[index].generation) == handle >> 32
    else { return nil }
    return index
  }

  /// Uses a session.
  static func with<Result>(
    _ handle: UInt64, _ body: (OpenSession) throws(CallFailure) -> Result
  ) throws(CallFailure) -> Result {
    let found: OpenSession? = state.withLock { state in
      index(of: handle, in: state).flatMap { state.slots[$0].session }
    }
    guard let session = found else { throw closed(handle, at: nil) }
    guard session.begin() else { throw busy(at: nil) }
    defer { session.end() }
    return try body(session)
  }

  /// Uses several sessions, each of which must be given once.
  static func with<Result>(
    _ handles: UnsafePointer<UInt64>?, _ count: Int,
    _ body: ([OpenSession]) throws(CallFailure) -> Result
  ) throws(CallFailure) -> Result {
    guard count > 0, count <= limit else {
      throw CallFailure(.badArgument, "count: is \(count); 1 to \(limit) are accepted")
    }
    guard let handles else { throw .missing("sessions") }
    let (found, missing): ([OpenSession], Int?) = state.withLock { state in
      var found: [OpenSession] = []
      found.reserveCapacity(count)
      for number in 0..<count {
        guard let index = index(of: handles[number], in: state),
          let session = state.slots[index].session
        else { return (found, number) }
        found.append(session)
      }
      return (found, nil)
    }
    if let missing { throw closed(handles[missing], at: missing) }
    var begun = 0
    defer { for session in found.prefix(begun) { session.end() } }
    for session in found {
      guard session.begin() else { throw busy(at: begun) }
      begun += 1
    }
    return try body(found)
  }

  private static func closed(_ handle: UInt64, at number: Int?) -> CallFailure {
    CallFailure(
      .badSession,
      "\(name(number)): \(handle) is not an open session; what carom_open has set is accepted")
  }

  private static func busy(at number: Int?) -> CallFailure {
    CallFailure(
      .busy,
      "\(name(number)): another thread uses it, or it is given twice; one call at a time is accepted"
    )
  }

  private static func name(_ number: Int?) -> String {
    number.map { "sessions[\($0)]" } ?? "session"
  }
}
