import CaromMaths

/// The memory that state is written into, and what can be done with it once it is there.
///
/// Reuse one buffer for many snapshots: after the first it allocates nothing.
public final class StateBuffer {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private var used = 0
  private var table = ObjectTable()

  /// Makes an empty buffer with room for `capacity` bytes; it grows as needed.
  public init(capacity: Int = 4096) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// Replaces the content by what `body` writes.
  ///
  /// Runs `body` once, and once more if the buffer was too small, so `body` must write the same
  /// twice and change nothing else.
  public func fill(_ body: (inout StateSink) -> Void) {
    run(body)
    guard used > capacity else { return }
    grow(to: used)
    run(body)
    precondition(used <= capacity, "State must be written the same each time it is asked for")
  }

  /// The hash of what `body` writes, as ``fill(_:)`` and ``hash`` would give it.
  ///
  /// Long rows are not copied, so this takes less time and far less memory. Runs `body` once, and once
  /// more if the buffer was too small for what lies between two long rows; its content is lost.
  public func hash(of body: (inout StateSink) -> Void) -> UInt64 {
    var (hash, lacking) = stream(body)
    if lacking > 0 {
      grow(to: lacking)
      (hash, lacking) = stream(body)
      precondition(lacking == 0, "State must be written the same each time it is asked for")
    }
    used = 0
    return hash
  }

  private func stream(_ body: (inout StateSink) -> Void) -> (hash: UInt64, lacking: Int) {
    table.removeAll()
    var stream = StateStream()
    withUnsafeMutablePointer(to: &table) { table in
      withUnsafeMutablePointer(to: &stream) { stream in
        var sink = StateSink(base: base, capacity: capacity, objects: table, stream: stream)
        body(&sink)
        stream.pointee.take(
          base, sink.used, capacity, then: UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
    return (stream.hash.value, stream.lacking)
  }

  private func grow(to size: Int) {
    base.deallocate()
    capacity = size + size / 4
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  private func run(_ body: (inout StateSink) -> Void) {
    table.removeAll()
    withUnsafeMutablePointer(to: &table) { table in
      var sink = StateSink(base: base, capacity: capacity, objects: table)
      body(&sink)
      used = sink.used
    }
  }

  /// How many bytes of state there are.
  public var count: Int { used }

  /// The state, valid until the next fill.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: used) }

  /// The state as an array of its own.
  public var array: [UInt8] { Array(bytes) }

  /// The shared objects that the state mentions, in order of first mention.
  ///
  /// Hand them to a ``StateSource`` to restore the content of these very objects; without them the
  /// source uses what it finds in their places or makes new ones.
  public var objects: [AnyObject] { table.objects }

  /// The hash of the bytes: whatever is in a snapshot is in the hash.
  public var hash: UInt64 { stateHash(of: bytes) }
}

/// The ``StateHash`` of bytes: the same on every machine, good against accidents, not attackers.
public func stateHash(of bytes: UnsafeRawBufferPointer) -> UInt64 {
  var hash = StateHash()
  hash.combine(bytes: bytes)
  return hash.value
}

extension Record {
  /// The hash of the record's state alone.
  public var stateHash: UInt64 {
    let buffer = StateBuffer()
    buffer.fill { saveState(&$0) }
    return buffer.hash
  }
}
