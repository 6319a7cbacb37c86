import CaromSimulation
import CaromWorkers

/// Sessions of the same game on several threads, each of which begins with the same state again and
/// again.
///
/// What is asked of a number is the same on whichever thread it is worked out, so results never depend
/// on how many there are.
final class SessionPool {
  /// The state that each job begins with.
  let beginning: Snapshot
  /// Makes another session.
  let makeSession: @Sendable () throws -> Session
  private let sessions: [Session]
  private let pool: WorkerPool

  /// Makes the sessions.
  ///
  /// - Parameters:
  ///   - beginning: What each job begins with; nil for the state of a fresh session.
  ///   - threads: How many sessions there are.
  ///   - makeSession: Makes a fresh session of the same files and launch.
  /// - Throws: what `makeSession` throws, or why the snapshot does not fit.
  init(
    from beginning: Snapshot? = nil, threads: Int,
    makeSession: @escaping @Sendable () throws -> Session
  ) throws {
    let sessions = try (0..<threads).map { _ in try makeSession() }
    self.beginning = beginning ?? sessions[0].snapshot()
    for session in sessions { try session.restore(self.beginning) }
    self.sessions = sessions
    self.makeSession = makeSession
    pool = WorkerPool(threads: threads)
  }

  /// What shares out places to threads: each thread has a session and places of the results of its own.
  private struct SharedBuffers<Result>: @unchecked Sendable {
    let sessions: [Session]
    let results: UnsafeMutableBufferPointer<Result?>
  }

  /// Works out `count` results, numbered from zero, each from a session at the beginning.
  func run<Result: Sendable>(
    _ count: Int, _ body: @Sendable (Int, Session) -> Result
  ) -> [Result] {
    let results = UnsafeMutableBufferPointer<Result?>.allocate(capacity: count)
    results.initialize(repeating: nil)
    defer {
      results.deinitialize()
      results.deallocate()
    }
    let shared = SharedBuffers(sessions: sessions, results: results)
    let beginning = beginning
    pool.run(chunks: min(count, sessions.count)) { worker in
      var index = worker
      while index < count {
        let session = shared.sessions[worker]
        Self.restore(session, beginning)
        shared.results[index] = body(index, session)
        index += shared.sessions.count
      }
    }
    return results.compactMap { $0 }
  }

  /// Takes a session to the beginning, which it has been at before.
  static func restore(_ session: Session, _ snapshot: Snapshot) {
    do throws(SnapshotError) { try session.restore(snapshot) } catch {
      preconditionFailure("A session goes back to a state that it had: \(error)")
    }
  }
}
