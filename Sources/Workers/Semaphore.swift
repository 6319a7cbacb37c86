import Glibc

/// A counting semaphore of the operating system.
final class Semaphore: @unchecked Sendable {
  private let storage: UnsafeMutablePointer<sem_t>

  /// Creates a semaphore with a count of zero.
  init() {
    storage = .allocate(capacity: 1)
    storage.initialize(to: sem_t())
    guard sem_init(storage, 0, 0) == 0 else { fatalError("The system cannot create a semaphore") }
  }

  deinit {
    sem_destroy(storage)
    storage.deallocate()
  }

  /// Increments the count, which wakes one waiting thread.
  func post() { sem_post(storage) }

  /// Waits until the count is positive and decrements it; interrupted waits are repeated.
  func wait() {
    while sem_wait(storage) != 0 {}
  }
}
