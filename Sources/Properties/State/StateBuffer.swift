import CaromMaths

/// A growable buffer that state is written into, and the results computed from its bytes.
///
/// Reuse one buffer for many snapshots: after the first one it allocates nothing.
public final class StateBuffer {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var used = 0
  private var memory = SinkMemory()
  private var lastPieceCount = 0

  /// Creates an empty buffer with an initial capacity in bytes; it grows as needed.
  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// Replaces the content with the output of `body`.
  ///
  /// `body` runs once, and a second time if the buffer was too small. It must write the same bytes
  /// both times and have no other effect.
  public func fill(_ body: (inout StateSink) -> Void) {
    run(body)
    guard used > capacity else { return }
    grow(to: used)
    run(body)
    precondition(used <= capacity, "State must be written the same each time it is asked for")
  }

  /// The output of `body`, which shares the parts that are unchanged since they were last saved.
  ///
  /// The content of the buffer, ``bytes``, is then without these parts.
  public func pieces(of body: (inout StateSink) -> Void) -> StatePieces {
    memory.sharesPieces = true
    memory.pieces.reserveCapacity(lastPieceCount)
    fill(body)
    lastPieceCount = memory.pieces.count
    memory.sharesPieces = false
    defer { (memory.pieces, memory.owners, memory.sequences) = ([], [], []) }
    return StatePieces(
      own: array, pieces: memory.pieces, keeping: (memory.owners, memory.sequences),
      isTrusted: true)
  }

  /// The hash of the output of `body`, equal to ``hash`` after ``fill(_:)``.
  ///
  /// Long rows are hashed in place instead of being copied, which takes less time and far less
  /// memory. `body` runs once, and a second time if the buffer was too small for the bytes between
  /// two long rows. The previous content of the buffer is lost.
  public func hash(of body: (inout StateSink) -> Void) -> UInt64 {
    var (hash, missingCapacity) = stream(body)
    if missingCapacity > 0 {
      grow(to: missingCapacity)
      (hash, missingCapacity) = stream(body)
      precondition(missingCapacity == 0, "State must be written the same each time it is asked for")
    }
    used = 0
    return hash
  }

  private func stream(_ body: (inout StateSink) -> Void) -> (hash: UInt64, missingCapacity: Int) {
    memory.removeAll()
    var stream = StateStream()
    withUnsafeMutablePointer(to: &memory) { memory in
      withUnsafeMutablePointer(to: &stream) { stream in
        var sink = StateSink(base: base, capacity: capacity, memory: memory, stream: stream)
        body(&sink)
        stream.pointee.append(
          base, sink.used, capacity, then: UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
    return (stream.hash.value, stream.missingCapacity)
  }

  private func grow(to size: Int) {
    base.deallocate()
    capacity = size + size / 4
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  private func run(_ body: (inout StateSink) -> Void) {
    memory.removeAll()
    withUnsafeMutablePointer(to: &memory) { memory in
      var sink = StateSink(base: base, capacity: capacity, memory: memory)
      body(&sink)
      used = sink.used
    }
  }

  /// The size of the state in bytes.
  public var count: Int { used }

  /// The bytes of the state, valid until the next fill.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: used) }

  /// A copy of the bytes of the state.
  public var array: [UInt8] { Array(bytes) }

  /// The shared objects that the state refers to, in order of first reference.
  ///
  /// Pass them to a ``StateSource`` to restore the content of these same objects. Otherwise the
  /// source reuses the objects that it finds in the restored properties, or creates new ones.
  public var objects: [AnyObject] { memory.objects.objects }

  /// The hash of the bytes: everything in a snapshot is in the hash.
  public var hash: UInt64 { stateHash(of: bytes) }
}

/// The `StateHash` of CaromMaths for bytes, equal on every machine; it is not cryptographic.
public func stateHash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
  var hash = StateHash()
  hash.combine(bytes: bytes)
  return hash.value
}

extension Record {
  /// The hash of the state of this record.
  public var stateHash: UInt64 {
    let buffer = StateBuffer()
    buffer.fill { saveState(&$0) }
    return buffer.hash
  }
}
