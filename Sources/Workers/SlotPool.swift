import Synchronization

/// Slot numbers that threads acquire and release, such as indices of scratch buffers.
///
/// With at least as many slots as concurrent threads, no thread waits. Which slot a thread gets is
/// not deterministic, so results must not depend on it.
///
///     let slot = slots.acquire()
///     work(with: memory[slot])
///     slots.release(slot)
public final class SlotPool: Sendable {
  /// The number of slots.
  public let count: Int
  private nonisolated(unsafe) let isTaken: UnsafeMutablePointer<Atomic<Bool>>

  /// Creates a pool of the slots from zero to `count` − 1.
  ///
  /// - Precondition: `count` is at least one.
  public init(count: Int) {
    precondition(count >= 1, "There is at least one slot")
    self.count = count
    isTaken = .allocate(capacity: count)
    for i in 0..<count { (isTaken + i).initialize(to: Atomic(false)) }
  }

  deinit {
    isTaken.deinitialize(count: count)
    isTaken.deallocate()
  }

  /// Acquires a free slot; spins while there is none.
  ///
  /// Memory that the previous owner wrote before releasing the slot is visible to the new owner.
  public func acquire() -> Int {
    while true {
      // A slot may be released behind the search position, so the search repeats.
      for i in 0..<count where !isTaken[i].exchange(true, ordering: .acquiring) { return i }
    }
  }

  /// Releases a slot.
  ///
  /// - Precondition: The slot is acquired.
  public func release(_ slot: Int) {
    let wasTaken = isTaken[slot].exchange(false, ordering: .releasing)
    precondition(wasTaken, "Only an acquired slot can be released")
  }
}
