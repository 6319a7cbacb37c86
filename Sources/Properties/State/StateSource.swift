/// Where state is read from; safe on any bytes.
///
/// Nothing here traps or reads outside the bytes. The first thing that is wrong is kept in
/// ``problem``; from then on every value comes back as zero, so callers go on to their end and ask
/// once. A loop over a count that was read is safe: counts are checked against the bytes left.
public struct StateSource {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline var end: Int
  @usableFromInline var used = 0
  /// Where reading failed; negative as long as it has not.
  @usableFromInline var failedAt = -1
  /// How deep values stand in each other just now.
  @usableFromInline var depth = 0
  @usableFromInline let zeros: UnsafeRawPointer
  @usableFromInline let memory: Memory

  /// What is needed seldom, behind one reference, so that copying a source is cheap.
  @usableFromInline final class Memory {
    let zeros: UnsafeMutableRawPointer
    var message: String?
    var known = ObjectTable()
    let offered: [AnyObject]

    init(offered: [AnyObject]) {
      self.offered = offered
      zeros = .allocate(byteCount: 256, alignment: 16)
      zeros.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
    }

    deinit { zeros.deallocate() }
  }

  /// Starts at the first of `bytes`, which must outlive the source.
  ///
  /// - Parameters:
  ///   - bytes: What a ``StateBuffer`` held.
  ///   - objects: The buffer's ``StateBuffer/objects``, to restore into these very objects.
  public init(_ bytes: UnsafeRawBufferPointer, objects: [AnyObject] = []) {
    memory = Memory(offered: objects)
    zeros = UnsafeRawPointer(memory.zeros)
    base = bytes.baseAddress ?? zeros
    end = bytes.count
  }

  /// How many bytes are left; zero after a failure.
  @inlinable public var remaining: Int { end &- used }

  /// What is wrong with the bytes; nil as long as nothing is.
  public var problem: StateProblem? {
    guard failedAt >= 0 else { return nil }
    return StateProblem(message: memory.message ?? "the state ends too early", offset: failedAt)
  }

  /// Whether something was wrong with the bytes.
  @inlinable public var hasFailed: Bool { failedAt >= 0 }

  /// Throws what was wrong, or that bytes are left over.
  ///
  /// - Throws: the first problem.
  public mutating func finish() throws(StateProblem) {
    if remaining > 0 { reject("\(remaining) bytes more than expected") }
    if let problem { throw problem }
  }

  /// Notes that what was read makes no sense to the caller; from here on everything is zero.
  public mutating func reject(_ message: String) {
    guard failedAt < 0 else { return }
    memory.message = message
    stop()
  }

  /// Ends the reading, without a call, so that the optimiser knows that no object is released.
  @inlinable @inline(__always) mutating func stop() {
    if failedAt < 0 { failedAt = used }
    end = 0
    used = 0
  }
}

// MARK: Plain values

extension StateSource {
  /// Reads a number or another piece of plain data; zero if too few bytes are left.
  ///
  /// - Precondition: the type takes at most 256 bytes.
  @inlinable @inline(__always) public mutating func get<T: PlainData>(_: T.Type = T.self) -> T {
    if MemoryLayout<T>.size <= end &- used {
      let value = base.loadUnaligned(fromByteOffset: used, as: T.self)
      used &+= MemoryLayout<T>.size
      return value
    }
    precondition(MemoryLayout<T>.size <= 256, "Plain data takes at most 256 bytes")
    stop()
    return zeros.loadUnaligned(as: T.self)
  }

  /// Reads a truth value; a byte other than 0 and 1 ends the reading.
  @inlinable @inline(__always) public mutating func getBool() -> Bool {
    let byte = get(UInt8.self)
    if byte > 1 { stop() }
    return byte == 1
  }

  /// Reads a count of things that take at least `size` bytes each; zero if they cannot be there.
  @inlinable public mutating func getCount(of size: Int = 1) -> Int {
    let count = Int(get(UInt32.self))
    if count <= remaining / max(size, 1) { return count }
    reject("a count of \(count) with \(remaining) bytes left")
    return 0
  }

  /// Reads an array of plain data.
  @inlinable public mutating func getArray<T: PlainData>(of _: T.Type = T.self) -> [T] {
    let count = getCount(of: MemoryLayout<T>.size)
    guard count > 0 else { return [] }
    let start = UnsafeRawBufferPointer(start: base + used, count: count * MemoryLayout<T>.size)
    used &+= start.count
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: start)
      initialized = count
    }
  }

  /// Reads a text; bytes that are not UTF-8 are replaced.
  public mutating func getString() -> String {
    let count = getCount()
    guard count > 0 else { return "" }
    let bytes = UnsafeRawBufferPointer(start: base + used, count: count)
    used += count
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: Values in values

extension StateSource {
  /// Enters a value that may contain others of its kind; false, and a problem, if it is too deep.
  ///
  /// Leave with ``leave()``.
  @inlinable public mutating func enter() -> Bool {
    depth &+= 1
    if depth <= 200 { return true }
    reject("values nested deeper than 200")
    return false
  }

  /// Leaves a value that was entered.
  @inlinable public mutating func leave() { depth &-= 1 }

  /// Reads the mention of a shared object.
  ///
  /// At a first mention the content follows; it is to be read into the returned object, which is
  /// the offered one of this number, or the one now in this place, or a new one.
  @inlinable mutating func getMention<T: Shared>(
    current: T?, make: () -> T
  ) -> (object: T, isNew: Bool) {
    let index = Int(get(UInt32.self))
    if let known = knownObject(index) {
      if type(of: known) == T.self { return (unsafeBitCast(known, to: T.self), false) }
      reject("shared object \(index) is of another type here")
    }
    guard !hasFailed, index == knownCount else {
      reject("shared object \(index) is mentioned before its content")
      return (current ?? make(), false)
    }
    if let offered = offeredObject(index), type(of: offered) == T.self {
      _ = learn(offered)
      return (unsafeBitCast(offered, to: T.self), true)
    }
    if let current, learn(current.object) { return (current, true) }
    let object = make()
    _ = learn(object.object)
    return (object, true)
  }

  @usableFromInline var knownCount: Int { memory.known.objects.count }

  @usableFromInline func knownObject(_ index: Int) -> AnyObject? {
    !hasFailed && index < memory.known.objects.count ? memory.known.objects[index] : nil
  }

  @usableFromInline func offeredObject(_ index: Int) -> AnyObject? {
    index < memory.offered.count ? memory.offered[index] : nil
  }

  /// Gives an object the next number; false if it has one.
  @usableFromInline func learn(_ object: AnyObject) -> Bool {
    memory.known.index(of: object).isNew
  }
}

extension Shared {
  /// The object itself, without the cost of a cast where the type is not known.
  @inlinable var object: AnyObject {
    @inline(__always) get {
      precondition(Self.self is AnyClass, "A shared type is a final class")
      return unsafeBitCast(self, to: AnyObject.self)
    }
  }
}

/// Bytes that are no state, or not of this scene.
public struct StateProblem: Error, Sendable, CustomStringConvertible {
  /// What is wrong.
  public var message: String
  /// Where, in bytes from the start.
  public var offset: Int

  /// Describes a problem `offset` bytes into the state.
  public init(message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The whole message.
  public var description: String { "state at byte \(offset): \(message)" }
}
