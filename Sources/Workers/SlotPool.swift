import Synchronization

/// Numbers that threads take and give back, such as those of pieces of scratch memory.
///
/// With as many numbers as threads that want one at the same time, each gets one at once. Which it is,
/// is chance: what is done with it must not depend on the number.
///
///     let number = slots.acquire()
///     work(with: memory[number])
///     slots.release(number)
public final class SlotPool: Sendable {
  /// How many numbers there are.
  public let count: Int
  private nonisolated(unsafe) let isTaken: UnsafeMutablePointer<Atomic<Bool>>

  /// Makes the numbers from zero to one less than `count`.
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

  /// Takes a number that nobody has; waits, without sleeping, while there is none.
  ///
  /// What its last owner wrote before giving it back is seen by the new one.
  public func acquire() -> Int {
    while true {
      // Another may be given back behind the search, so that it begins again.
      for i in 0..<count where !isTaken[i].exchange(true, ordering: .acquiring) { return i }
    }
  }

  /// Gives a number back.
  ///
  /// - Precondition: it was taken.
  public func release(_ slot: Int) {
    let wasTaken = isTaken[slot].exchange(false, ordering: .releasing)
    precondition(wasTaken, "A slot is given back by who took it")
  }
}
