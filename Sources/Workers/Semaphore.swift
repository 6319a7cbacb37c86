import Glibc

/// A count that threads can wait for, parked by the system.
final class Semaphore: @unchecked Sendable {
  private let storage: UnsafeMutablePointer<sem_t>

  /// Makes a semaphore with nothing to take.
  init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: sem_t())
    guard sem_init(storage, 0, 0) == 0 else { fatalError("The system refused a semaphore") }
  }

  deinit {
    sem_destroy(storage)
    storage.deallocate()
  }

  /// Lets one waiting thread go on, or the next that would wait.
  func post() { sem_post(storage) }

  /// Waits for a post, whatever signals arrive meanwhile.
  func wait() {
    while sem_wait(storage) != 0 {}
  }
}
