/// Memory that grows and is kept from frame to frame, so that a warm renderer allocates nothing.
struct FlatBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  /// Gives the memory back; the buffer must not be used afterwards.
  func free() { base.deallocate() }

  mutating func removeAll() { count = 0 }

  /// Forgets the elements from a number on.
  ///
  /// - Precondition: there are as many.
  mutating func truncate(to number: Int) {
    precondition(number <= count)
    count = number
  }

  /// Makes room for `extra` elements after the last, and counts them in; they hold nothing yet.
  ///
  /// Returns the number of the first. Pointers taken before are no longer good.
  mutating func extend(by extra: Int) -> Int {
    let first = count
    count += extra
    if count > capacity {
      let larger = max(count, capacity * 2)
      let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
      moved.moveInitialize(from: base, count: first)
      base.deallocate()
      base = moved
      capacity = larger
    }
    return first
  }

  /// Adds one element.
  @inline(__always) mutating func append(_ element: Element) {
    let i = extend(by: 1)
    (base + i).initialize(to: element)
  }
}
