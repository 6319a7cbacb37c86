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
    let size = MemoryLayout<Element>.stride / 4
    let bytes = source.getBytes(of: 4)
    if bytes.count / 4 % size != 0 {
      source.reject("an array of the world has an incomplete element")
    }
    resize(bytes.count / 4 / size)
    guard let start = bytes.baseAddress else { return }
    UnsafeMutableRawPointer(base).copyMemory(
      from: start, byteCount: count * MemoryLayout<Element>.stride)
  }
}
