import CaromProperties

// All records consist of 4-byte fields, so they have no padding and are saved as raw memory.
extension Buffer {
  /// Appends the number of 4-byte words, and the elements.
  func save(_ sink: inout StateSink) {
    sink.put(count: count * MemoryLayout<Element>.stride / 4)
    sink.put(bytes: UnsafeRawBufferPointer(elements))
  }

  /// Reads the elements.
  mutating func load(_ source: inout StateSource) {
    let words = source.getArray(of: UInt32.self)
    let size = MemoryLayout<Element>.stride / 4
    if words.count % size != 0 { source.reject("an array of the world has an incomplete element") }
    let count = words.count / size
    resize(count)
    let target = UnsafeMutableRawPointer(base)
    words.withUnsafeBytes {
      guard let start = $0.baseAddress else { return }
      target.copyMemory(from: start, byteCount: count * MemoryLayout<Element>.stride)
    }
  }
}
