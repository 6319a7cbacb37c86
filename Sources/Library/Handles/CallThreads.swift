internal import CCarom
import CaromWorkers
import Synchronization

/// The threads that calls for several sessions share.
///
/// Results are equal for any number of threads. A call that finds the threads at work for another
/// call does its work alone.
enum CallThreads {
  private struct State {
    var pool: WorkerPool?
    var process: Int32 = 0
  }

  private static let state = Mutex(State())

  /// The number of threads of a call: 0 is one for each processor.
  static func count(_ number: UInt32) throws(CallFailure) -> Int {
    let count = try check(number, in: 0...256, "threads")
    return count == 0 ? WorkerPool.availableThreads : count
  }

  /// Runs chunks on a number of threads.
  static func run(_ chunks: Int, on threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let isDone: Void? =
      threads < 2 || chunks < 2
      ? nil
      : state.withLockIfAvailable { state in
        pool(threads, &state).run(chunks: chunks, body)
      }
    if isDone == nil { for chunk in 0..<chunks { body(chunk) } }
  }

  private static func pool(_ threads: Int, _ state: inout State) -> WorkerPool {
    let process = carom_process()
    if let pool = state.pool {
      if state.process == process, pool.threads == threads { return pool }
      // The threads of a process do not exist in its copies, which must not wait for them.
      if state.process != process { _ = Unmanaged.passRetained(pool) }
    }
    let pool = WorkerPool(threads: threads)
    (state.pool, state.process) = (pool, process)
    return pool
  }
}
