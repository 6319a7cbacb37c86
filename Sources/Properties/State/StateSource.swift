/// A read cursor over state bytes, safe for any input.
///
/// Nothing here traps or reads outside the bytes. The first error is stored in ``problem``; from
/// then on every value is read as zero, so callers read to the end and check for an error once. A
/// loop over a count that was read terminates: counts are checked against the remaining bytes.
public struct StateSource {
  @usableFromInline var base: UnsafeRawPointer
  @usableFromInline var end: Int
  @usableFromInline var used = 0
  /// The offset at which reading failed; negative while it has not.
  @usableFromInline var failedAt = -1
  /// The nesting depth of the value being read.
  @usableFromInline var depth = 0
  @usableFromInline let zeros: UnsafeRawPointer
  /// What is read after a failure.
  private static let zeros = Zeros()
  @usableFromInline let memory: Memory

  /// Rarely used state, behind one reference so that copying a source is cheap.
  @usableFromInline final class Memory {
    var message: String?
    var known = ObjectTable()
    let reusable: [AnyObject]
    /// The parts of the state that are not in its own bytes.
    let pieces: [StatePiece]
    var nextPiece = 0
    /// Whether this program wrote the state.
    let isTrusted: Bool
    /// Whether a piece is being read.
    var isInPiece = false

    init(reusable: [AnyObject], _ state: StatePieces?) {
      (self.reusable, pieces) = (reusable, state?.pieces ?? [])
      isTrusted = state?.isTrusted ?? false
    }

    /// The piece that follows at an offset, if any.
    func piece(at offset: Int) -> StatePiece? {
      guard !isInPiece, nextPiece < pieces.count, pieces[nextPiece].offset == offset else {
        return nil
      }
      return pieces[nextPiece]
    }
  }

  /// 256 bytes of zero, which are never deallocated.
  private struct Zeros: @unchecked Sendable {
    let start: UnsafeRawPointer

    init() {
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
      start = UnsafeRawPointer(bytes)
    }
  }

  /// Starts at the first of `bytes`, which must outlive the source.
  ///
  /// - Parameters:
  ///   - bytes: The content of a ``StateBuffer``.
  ///   - objects: The ``StateBuffer/objects`` of the buffer, to restore the content of these same
  ///     objects.
  public init(_ bytes: UnsafeRawBufferPointer, objects: [AnyObject] = []) {
    self.init(bytes, objects, nil)
  }

  private init(_ bytes: UnsafeRawBufferPointer, _ objects: [AnyObject], _ state: StatePieces?) {
    memory = Memory(reusable: objects, state)
    zeros = Self.zeros.start
    base = bytes.baseAddress ?? zeros
    end = bytes.count
  }

  /// Calls a closure with a source over state in pieces.
  public static func read<Result>(
    _ state: StatePieces, _ body: (inout StateSource) -> Result
  ) -> Result {
    state.own.withUnsafeBytes { bytes in
      var source = StateSource(bytes, [], state)
      return body(&source)
    }
  }

  /// Whether this program wrote the state, so that checks of its consistency can be left out.
  public var isTrusted: Bool { memory.isTrusted }

  /// The number of bytes left; zero after a failure.
  @inlinable public var remaining: Int { end &- used }

  /// The problem with the bytes, or nil.
  public var problem: StateProblem? {
    guard failedAt >= 0 else { return nil }
    return StateProblem(message: memory.message ?? "the state ends too early", offset: failedAt)
  }

  /// Whether reading failed.
  @inlinable public var hasFailed: Bool { failedAt >= 0 }

  /// Throws the first problem, or an error if bytes are left over.
  ///
  /// - Throws: The first problem.
  public mutating func finish() throws(StateProblem) {
    if remaining > 0 || memory.nextPiece < memory.pieces.count {
      reject("\(remaining) bytes more than expected")
    }
    if let problem { throw problem }
  }

  /// Reports that a value is invalid for the caller; every later value is read as zero.
  public mutating func reject(_ message: String) {
    guard failedAt < 0 else { return }
    memory.message = message
    stop()
  }

  /// Ends the reading, without an opaque call, so that the optimizer sees that no object is
  /// released.
  @inlinable @inline(__always) mutating func stop() {
    if failedAt < 0 { failedAt = used }
    end = 0
    used = 0
  }
}

// MARK: Plain values

extension StateSource {
  /// Reads a number or another plain value; zero if too few bytes are left.
  ///
  /// - Precondition: The type takes at most 256 bytes.
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

  /// Reads a Boolean; a byte other than 0 and 1 ends the reading.
  @inlinable @inline(__always) public mutating func getBool() -> Bool {
    let byte = get(UInt8.self)
    if byte > 1 { stop() }
    return byte == 1
  }

  /// Reads a count of elements of at least `size` bytes each; zero if they cannot fit in the rest.
  @inlinable public mutating func getCount(of size: Int = 1) -> Int {
    let count = Int(get(UInt32.self))
    if count <= remaining / max(size, 1) { return count }
    reject("a count of \(count) with \(remaining) bytes left")
    return 0
  }

  /// Reads an array of plain data.
  @inlinable public mutating func getArray<T: PlainData>(of _: T.Type = T.self) -> [T] {
    let bytes = getBytes(of: MemoryLayout<T>.size)
    guard !bytes.isEmpty else { return [] }
    let count = bytes.count / MemoryLayout<T>.size
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      initialized = count
    }
  }

  /// Reads the bytes of an array, without copying them: they are valid as long as the state.
  ///
  /// - Parameter size: The number of bytes of an element.
  /// - Returns: The bytes of all elements.
  @inlinable public mutating func getBytes(of size: Int) -> UnsafeRawBufferPointer {
    let bytes = UnsafeRawBufferPointer(start: base + used + 4, count: getCount(of: size) * size)
    used &+= bytes.count
    return bytes
  }

  /// Reads a string; invalid UTF-8 is replaced.
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
  /// Increments the nesting depth; false, and a problem, if the depth exceeds the limit of 200.
  ///
  /// Balance each call with ``leave()``.
  @inlinable public mutating func enter() -> Bool {
    depth &+= 1
    if depth <= 200 { return true }
    reject("values nested deeper than 200")
    return false
  }

  /// Decrements the nesting depth.
  @inlinable public mutating func leave() { depth &-= 1 }

  /// Reads the reference to a shared object.
  ///
  /// At a first reference the content follows. It must be read into the returned object, which is
  /// the reusable object with this number, the current value of the property, or a new object.
  @inlinable mutating func getReference<T: Shared>(
    current: T?, make: () -> T
  ) -> (object: T, isNew: Bool) {
    let index = Int(get(UInt32.self))
    if isExpecting {
      if let next = expectedObject(index), type(of: next.object) == T.self {
        return (unsafeBitCast(next.object, to: T.self), next.isNew)
      }
      refuseExpected()
      return (current ?? make(), false)
    }
    if let known = knownObject(index) {
      if type(of: known) == T.self { return (unsafeBitCast(known, to: T.self), false) }
      reject("shared object \(index) is of another type here")
    }
    guard !hasFailed, index == knownCount else {
      reject("shared object \(index) is mentioned before its content")
      return (current ?? make(), false)
    }
    if let reusable = reusableObject(index), type(of: reusable) == T.self {
      _ = register(reusable)
      return (unsafeBitCast(reusable, to: T.self), true)
    }
    if let current, register(current.object) { return (current, true) }
    let object = make()
    _ = register(object.object)
    return (object, true)
  }

  @usableFromInline var knownCount: Int { memory.known.count }

  @usableFromInline func knownObject(_ index: Int) -> AnyObject? {
    !hasFailed && index < memory.known.count ? memory.known[index] : nil
  }

  @usableFromInline func reusableObject(_ index: Int) -> AnyObject? {
    index < memory.reusable.count ? memory.reusable[index] : nil
  }

  /// Assigns the next number to an object; false if it already has one.
  @usableFromInline func register(_ object: AnyObject) -> Bool {
    memory.known.index(of: object).isNew
  }
}

extension Shared {
  /// The object as `AnyObject`, without the cost of a dynamic cast in generic code.
  @inlinable var object: AnyObject {
    @inline(__always) get {
      precondition(Self.self is AnyClass, "A shared type is a final class")
      return unsafeBitCast(self, to: AnyObject.self)
    }
  }
}

/// An error in state bytes: malformed, or written for another scene.
public struct StateProblem: Error, Sendable, CustomStringConvertible {
  /// The problem.
  public var message: String
  /// The byte offset of the error.
  public var offset: Int

  /// Describes a problem at a byte offset.
  public init(message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The whole message.
  public var description: String { "state at byte \(offset): \(message)" }
}
