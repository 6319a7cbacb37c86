// The arguments of calls, checked before anything is done with them.

extension CallFailure {
  /// The failure of a null pointer.
  static func missing(_ name: String) -> CallFailure {
    CallFailure(.badArgument, "\(name): is NULL; a pointer is accepted")
  }
}

/// The greatest number of bytes of a text that a call accepts: that of a recording.
let maximumTextBytes = 256 << 20

/// A text that a call was given.
func string(_ pointer: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String {
  guard let pointer else { throw .missing(name) }
  guard let text = String(validatingCString: pointer) else {
    throw CallFailure(.badArgument, "\(name): is not UTF-8; a text in UTF-8 is accepted")
  }
  return text
}

/// A text that a call was given, or nil for a null pointer.
func optionalString(
  _ pointer: UnsafePointer<CChar>?, _ name: String
) throws(CallFailure) -> String? {
  if pointer == nil { nil } else { try string(pointer, name) }
}

/// Writes a value to where the caller wants it.
func write<T>(
  _ value: T, to pointer: UnsafeMutablePointer<T>?, _ name: String
) throws(CallFailure) {
  guard let pointer else { throw .missing(name) }
  pointer.pointee = value
}

/// Checks that a number is in a range.
func check(
  _ number: some BinaryInteger, in range: ClosedRange<Int>, _ name: String
) throws(CallFailure) -> Int {
  guard let value = Int(exactly: number), range.contains(value) else {
    throw CallFailure(
      .badArgument,
      "\(name): is \(number); \(range.lowerBound) to \(range.upperBound) are accepted")
  }
  return value
}

/// The memory for a text or for bytes.
struct Output {
  let memory: UnsafeMutableRawPointer?
  let capacity: Int
  let length: UnsafeMutablePointer<Int>

  init(
    _ memory: UnsafeMutableRawPointer?, _ capacity: Int, _ length: UnsafeMutablePointer<Int>?
  ) throws(CallFailure) {
    guard let length else { throw .missing("length") }
    guard capacity >= 0 else {
      throw CallFailure(.badArgument, "capacity: is negative or above 2⁶³; a size is accepted")
    }
    (self.memory, self.capacity, self.length) = (memory, capacity, length)
  }

  /// Writes a text and a zero.
  func write(_ text: String) throws(CallFailure) {
    try write(Array(text.utf8), ending: 1)
  }

  /// Writes bytes and zeros after them.
  func write(_ bytes: [UInt8], ending zeros: Int = 0) throws(CallFailure) {
    length.pointee = bytes.count
    guard let memory else { return }
    guard capacity >= bytes.count + zeros else {
      throw CallFailure(
        .tooSmall, "capacity: is \(capacity); at least \(bytes.count + zeros) is accepted")
    }
    bytes.withUnsafeBytes { source in
      if let base = source.baseAddress { memory.copyMemory(from: base, byteCount: bytes.count) }
    }
    for index in bytes.count..<bytes.count + zeros {
      memory.storeBytes(of: 0, toByteOffset: index, as: UInt8.self)
    }
  }
}

/// Memory that a call was given to read.
func memory(
  _ pointer: UnsafeRawPointer?, _ count: Int, _ name: String
) throws(CallFailure) -> UnsafeRawBufferPointer {
  guard let pointer else { throw .missing(name) }
  guard (0...maximumTextBytes).contains(count) else {
    throw CallFailure(
      .badArgument, "count: is \(count); 0 to \(maximumTextBytes) bytes are accepted")
  }
  return UnsafeRawBufferPointer(start: pointer, count: count)
}
