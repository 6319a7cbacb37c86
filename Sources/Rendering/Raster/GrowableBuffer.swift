/// A buffer that keeps its memory from frame to frame, so that rendering does not allocate in a
/// steady state.
struct GrowableBuffer<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  /// Frees the memory; the buffer must not be used afterwards.
  func free() { base.deallocate() }

  mutating func removeAll() { count = 0 }

  /// Removes the elements from an index on.
  ///
  /// - Precondition: `number` is at most ``count``.
  mutating func truncate(to number: Int) {
    precondition(number <= count)
    count = number
  }

  /// Adds `extra` uninitialized elements and returns the index of the first.
  ///
  /// Invalidates pointers into the buffer.
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

  /// Appends an element.
  @inline(__always) mutating func append(_ element: Element) {
    let i = extend(by: 1)
    (base + i).initialize(to: element)
  }
}
