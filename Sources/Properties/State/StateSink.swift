import CaromMaths

/// A value type for which every bit pattern is valid and no byte is padding.
///
/// Conform a struct only if each of its fields is plain data and it has no padding: padding bytes
/// are undefined, so the hash would be too. `Bool` and enums are not plain data (a byte of 7 is not
/// a Boolean); write them with their own `put`.
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

/// A hash of state that is not stored: the buffer is hashed and emptied before each long row.
@usableFromInline struct StateStream {
  /// The size in bytes from which a row is hashed in place instead of being copied.
  @usableFromInline static var long: Int { 4096 }
  var hash = StateHash()
  /// The number of bytes hashed so far.
  @usableFromInline var byteCount = 0
  /// The capacity that was missing between two long rows; 0 when the buffer was large enough.
  var missingCapacity = 0

  /// Hashes the content of the buffer, then a row.
  @usableFromInline mutating func append(
    _ base: UnsafeMutableRawPointer, _ used: Int, _ capacity: Int,
    then row: UnsafeRawBufferPointer
  ) {
    if used > capacity {
      missingCapacity = max(missingCapacity, used)
    } else {
      hash.combine(bytes: UnsafeRawBufferPointer(start: base, count: used))
    }
    hash.combine(bytes: row)
    byteCount += used + row.count
  }
}

/// A write cursor into the memory of a ``StateBuffer``.
///
/// Values are little endian, without padding or names. Get a sink from ``StateBuffer/fill(_:)``.
public struct StateSink {
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline var used = 0
  @usableFromInline let capacity: Int
  @usableFromInline let memory: UnsafeMutablePointer<SinkMemory>
  /// The hash that receives the bytes when only a hash is computed.
  @usableFromInline let stream: UnsafeMutablePointer<StateStream>?

  @usableFromInline init(
    base: UnsafeMutableRawPointer, capacity: Int, memory: UnsafeMutablePointer<SinkMemory>,
    stream: UnsafeMutablePointer<StateStream>? = nil
  ) {
    self.base = base
    self.capacity = capacity
    self.memory = memory
    self.stream = stream
  }

  /// The number of bytes written so far.
  public var count: Int { used + (stream?.pointee.byteCount ?? 0) }

  /// Appends a number or another plain value.
  ///
  /// When the buffer is full the value is counted but not written. No call here may release an
  /// object: otherwise the compiler would retain around every property.
  @inlinable @inline(__always) public mutating func put<T: PlainData>(_ value: T) {
    if used &+ MemoryLayout<T>.size <= capacity {
      (base + used).storeBytes(of: value, as: T.self)
    }
    used &+= MemoryLayout<T>.size
  }

  /// Appends a Boolean as one byte.
  @inlinable @inline(__always) public mutating func put(_ value: Bool) {
    put(value ? 1 as UInt8 : 0)
  }

  /// Appends a count, such as the number of elements that follow.
  @inlinable @inline(__always) public mutating func put(count: Int) {
    put(UInt32(truncatingIfNeeded: count))
  }

  /// Appends the count and the elements of an array of plain data.
  @inlinable public mutating func put<T: PlainData>(_ values: [T]) {
    put(count: values.count)
    values.withUnsafeBytes { put(bytes: $0) }
  }

  /// Appends the length and the UTF-8 bytes of a string.
  public mutating func put(_ text: String) {
    var text = text
    text.withUTF8 {
      put(count: $0.count)
      put(bytes: UnsafeRawBufferPointer($0))
    }
  }

  /// Appends raw bytes, without their count.
  ///
  /// When only a hash is computed, long rows are hashed in place.
  @inlinable public mutating func put(bytes: UnsafeRawBufferPointer) {
    if bytes.count >= StateStream.long, let stream {
      stream.pointee.append(base, used, capacity, then: bytes)
      used = 0
      return
    }
    if let start = bytes.baseAddress, used &+ bytes.count <= capacity {
      (base + used).copyMemory(from: start, byteCount: bytes.count)
    }
    used &+= bytes.count
  }

  /// Appends bytes of zero.
  public mutating func putZeros(_ count: Int) {
    if used &+ count <= capacity {
      (base + used).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    }
    used &+= count
  }

  /// Appends the number of a shared object and, at the first reference, its content.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - content: Writes the content.
  @inlinable public mutating func put(
    reference object: AnyObject, content: (inout StateSink) -> Void
  ) {
    let (index, isNew) = memory.pointee.objects.index(of: object)
    put(count: index)
    guard isNew else { return }
    let mark = memory.pointee.objects.lastReference
    content(&self)
    memory.pointee.objects.endContent(of: mark, at: used)
  }
}
