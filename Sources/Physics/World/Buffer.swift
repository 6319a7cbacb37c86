/// A growing row of plain values at a stable index, freed with its owner.
///
/// Element access is unchecked in release builds; hot loops take ``base`` once. Fresh memory is
/// zero, so saved bytes never depend on what lay there before.
struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = capacity
    base = Self.allocate(capacity)
  }

  deinit { base.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    UnsafeMutableRawPointer(fresh).initializeMemory(
      as: UInt8.self, repeating: 0, count: capacity * MemoryLayout<Element>.stride)
    return fresh
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

  /// Makes room for `wanted` elements; existing ones keep their index, not their address.
  mutating func reserve(_ wanted: Int) {
    guard wanted > capacity else { return }
    let grown = Swift.max(wanted, capacity + capacity / 2)
    let fresh = Self.allocate(grown)
    UnsafeMutableRawPointer(fresh).copyMemory(
      from: base, byteCount: count * MemoryLayout<Element>.stride)
    base.deallocate()
    base = fresh
    capacity = grown
  }

  mutating func append(_ element: Element) {
    if count == capacity { reserve(count + 1) }
    base[count] = element
    count += 1
  }

  /// Sets the count; elements that this adds hold whatever was there and must be written.
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
