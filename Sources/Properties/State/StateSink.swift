import CaromMaths

/// A value whose every bit pattern is valid and whose bytes are all its own.
///
/// Conform a struct only if each of its fields is plain data and none of its bytes is padding:
/// padding bytes are random, and so would be the hash. `Bool` and enums are not plain data (a byte
/// of 7 is no Boolean); write those with their own `put`.
public protocol PlainData: BitwiseCopyable {}

extension Int8: PlainData {}
extension UInt8: PlainData {}
extension Int16: PlainData {}
extension UInt16: PlainData {}
extension Int32: PlainData {}
extension UInt32: PlainData {}
extension Int64: PlainData {}
extension UInt64: PlainData {}
extension Float: PlainData {}
extension Double: PlainData {}
extension SIMD4: PlainData where Scalar == Float {}

/// A hash of state that is not kept: what waits in the buffer is taken before each long row.
@usableFromInline struct StateStream {
  /// The bytes from which a row is not copied.
  @usableFromInline static var long: Int { 4096 }
  var hash = StateHash()
  /// How many bytes were taken.
  @usableFromInline var taken = 0
  /// The room that was missing between two long rows, 0 when there was enough.
  var lacking = 0

  /// Takes what was written into the buffer, and the row that follows.
  @usableFromInline mutating func take(
    _ base: UnsafeMutableRawPointer, _ used: Int, _ capacity: Int,
    then row: UnsafeRawBufferPointer
  ) {
    if used > capacity {
      lacking = max(lacking, used)
    } else {
      hash.combine(bytes: UnsafeRawBufferPointer(start: base, count: used))
    }
    hash.combine(bytes: row)
    taken += used + row.count
  }
}

/// Where state is written: a cursor into the memory of a ``StateBuffer``.
///
/// Little endian, without padding or names. Get one from ``StateBuffer/fill(_:)``.
public struct StateSink {
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline var used = 0
  @usableFromInline let capacity: Int
  @usableFromInline let objects: UnsafeMutablePointer<ObjectTable>
  /// The hash that takes what is written, when nobody keeps it.
  @usableFromInline let stream: UnsafeMutablePointer<StateStream>?

  @usableFromInline init(
    base: UnsafeMutableRawPointer, capacity: Int, objects: UnsafeMutablePointer<ObjectTable>,
    stream: UnsafeMutablePointer<StateStream>? = nil
  ) {
    self.base = base
    self.capacity = capacity
    self.objects = objects
    self.stream = stream
  }

  /// How many bytes have been written so far.
  public var count: Int { used + (stream?.pointee.taken ?? 0) }

  /// Appends a number or another piece of plain data.
  ///
  /// Counts on when the buffer is full and writes nothing: no call here may release an object, or
  /// every property would pay a retain.
  @inlinable @inline(__always) public mutating func put<T: PlainData>(_ value: T) {
    if used &+ MemoryLayout<T>.size <= capacity {
      (base + used).storeBytes(of: value, as: T.self)
    }
    used &+= MemoryLayout<T>.size
  }

  /// Appends a truth value as one byte.
  @inlinable @inline(__always) public mutating func put(_ value: Bool) {
    put(value ? 1 as UInt8 : 0)
  }

  /// Appends a count, such as that of the elements that follow.
  @inlinable @inline(__always) public mutating func put(count: Int) {
    put(UInt32(truncatingIfNeeded: count))
  }

  /// Appends the count and the elements of an array of plain data.
  @inlinable public mutating func put<T: PlainData>(_ values: [T]) {
    put(count: values.count)
    values.withUnsafeBytes { put(bytes: $0) }
  }

  /// Appends the length and the UTF-8 bytes of a text.
  public mutating func put(_ text: String) {
    var text = text
    text.withUTF8 {
      put(count: $0.count)
      put(bytes: UnsafeRawBufferPointer($0))
    }
  }

  /// Appends raw bytes, without their count.
  ///
  /// Long rows go straight into the hash when only that is asked for.
  @inlinable public mutating func put(bytes: UnsafeRawBufferPointer) {
    if bytes.count >= StateStream.long, let stream {
      stream.pointee.take(base, used, capacity, then: bytes)
      used = 0
      return
    }
    if let start = bytes.baseAddress, used &+ bytes.count <= capacity {
      (base + used).copyMemory(from: start, byteCount: bytes.count)
    }
    used &+= bytes.count
  }

  /// Appends the position of a shared object in the order of first mention.
  ///
  /// - Returns: whether this is the first mention, after which its content has to follow.
  @inlinable public mutating func put(mention object: AnyObject) -> Bool {
    let (index, isNew) = objects.pointee.index(of: object)
    put(count: index)
    return isNew
  }
}
