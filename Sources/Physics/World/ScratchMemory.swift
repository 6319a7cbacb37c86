import CaromMaths

/// Memory for results that one pass writes and the next one reads; its contents are unspecified.
///
/// Unlike a ``Buffer`` it is not zeroed and does not keep its contents when it grows, so that parts
/// that no pass touches take no physical memory.
struct ScratchMemory<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity = 0

  init() { base = .allocate(capacity: 0) }

  deinit { base.deallocate() }

  /// Ensures a capacity of `count` elements; if the memory is too small, its old contents are
  /// discarded.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    base.deallocate()
    capacity = count + count / 2
    base = .allocate(capacity: capacity)
  }
}
