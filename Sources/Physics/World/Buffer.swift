import CaromMaths

/// A growable array of trivial values in manually managed memory.
///
/// Element access is unchecked in release builds; hot loops read ``base`` once. Memory is zeroed
/// before its first use, so saved bytes never depend on previous contents; capacity that is not
/// used yet is not touched, and takes no physical memory.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int
  /// The number of elements whose memory has been zeroed.
  private var ready = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = Self.allocate(capacity)
    clear(to: capacity)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }

  /// Allocates aligned to cache lines, so that threads that write adjacent elements of 64 bytes
  /// share none.
  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Element>.stride,
      alignment: max(64, MemoryLayout<Element>.alignment)
    ).bindMemory(to: Element.self, capacity: capacity)
  }

  /// Zeroes unused memory, up to an element.
  private mutating func clear(to wanted: Int) {
    UnsafeMutableRawPointer(base + ready).initializeMemory(
      as: UInt8.self, repeating: 0, count: (wanted - ready) * MemoryLayout<Element>.stride)
    ready = wanted
  }

  subscript(index: Int) -> Element {
    _read {
      assert(index >= 0 && index < count)
      yield base[index]
    }
    nonmutating _modify {
      assert(index >= 0 && index < count)
      yield &base[index]
    }
  }

  var isEmpty: Bool { count == 0 }

  /// Reserves capacity for `wanted` elements; existing elements keep their indices, not their
  /// addresses.
  mutating func reserve(_ wanted: Int) {
    guard wanted > ready else { return }
    if wanted > capacity {
      capacity = Swift.max(wanted, capacity + capacity / 2)
      let fresh = Self.allocate(capacity)
      UnsafeMutableRawPointer(fresh).copyMemory(
        from: base, byteCount: count * MemoryLayout<Element>.stride)
      UnsafeMutableRawPointer(base).deallocate()
      base = fresh
      ready = count
    }
    // At least a page at a time.
    let some = Swift.max(16, 4096 / MemoryLayout<Element>.stride)
    clear(to: Swift.min(capacity, wanted + some))
  }

  mutating func append(_ element: Element) {
    if count == ready { reserve(count + 1) }
    base[count] = element
    count += 1
  }

  /// Sets the count; added elements have unspecified values and must be written.
  mutating func resize(_ wanted: Int) {
    reserve(wanted)
    count = wanted
  }

  mutating func removeAll() { count = 0 }

  @discardableResult
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return base[count]
  }

  var elements: UnsafeMutableBufferPointer<Element> {
    UnsafeMutableBufferPointer(start: base, count: count)
  }
}
