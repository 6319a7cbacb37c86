/// The state of one owner as it was saved last, so that it is saved and restored again without
/// visiting its properties.
///
/// The owner discards it when its state changes. The bytes contain the numbers of shared objects,
/// and the content of those that are first referred to here. They are used only where these objects
/// have the same numbers and, as their ``ContentMark`` tells, the same content.
public final class SavedState: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer
  /// The shared objects that the bytes refer to, in order.
  let references: UnsafeBufferPointer<SavedReference>
  /// Keeps the objects and marks of the references.
  private let owned: [AnyObject]

  init(_ bytes: UnsafeRawBufferPointer, _ references: [SavedReference], _ owned: [AnyObject]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    let list = UnsafeMutableBufferPointer<SavedReference>.allocate(capacity: references.count)
    _ = list.initialize(from: references)
    self.bytes = UnsafeRawBufferPointer(copy)
    self.references = UnsafeBufferPointer(list)
    self.owned = owned
  }

  deinit {
    bytes.deallocate()
    references.deallocate()
  }

  /// The size in bytes.
  var count: Int { bytes.count }

  /// The number at an offset; zero if it is not within the bytes.
  public func value(at offset: Int) -> Int32 {
    guard offset >= 0, offset + 4 <= count else { return 0 }
    return bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self)
  }

  /// Whether the bytes of two states are the same.
  func hasSameBytes(as other: SavedState) -> Bool {
    self === other || count == other.count && begins(other.bytes)
  }

  /// Whether bytes begin with those of the state.
  func begins(_ other: UnsafeRawBufferPointer) -> Bool {
    guard other.count >= count else { return false }
    var offset = 0
    while offset + 32 <= count {
      let own = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      if own != other.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self) { return false }
      offset += 32
    }
    while offset < count {
      if bytes[offset] != other[offset] { return false }
      offset += 1
    }
    return true
  }
}

/// Stands for the content of a shared object until it changes.
public final class ContentMark {
  /// Whether the content is unchanged since it was saved.
  fileprivate(set) var isCurrent = true

  /// Creates the mark of content that is being saved.
  public init() {}

  /// Tells all that contain the content that it changes.
  public func discard() { isCurrent = false }
}

/// A shared object whose changes are noticed, so that a ``SavedState`` can contain it.
public protocol ContentTracking: AnyObject {
  /// The mark of the content: made when it is saved; discarded and nil after a change.
  var contentMark: ContentMark? { get }
}

/// A reference to a shared object in a ``SavedState``, which keeps the object.
///
/// It has no references of its own, because counting them would take most of the time.
struct SavedReference {
  let object: Unmanaged<AnyObject>
  /// The number of the object.
  let index: Int
  /// The mark of the content, which follows because it is the first reference; nil for others.
  let content: Unmanaged<ContentMark>?
  /// The end of the content in the bytes.
  let contentEnd: Int32
  /// The number of references before that end.
  let nextReference: Int32

  /// Whether the content of the object follows.
  var isFirst: Bool { content != nil }

  /// Whether the content is unchanged since it was saved.
  var isContentCurrent: Bool { content?._withUnsafeGuaranteedRef { $0.isCurrent } ?? true }

  /// Whether another state refers to the same object here, with the same number.
  func refersAlike(_ other: SavedReference) -> Bool {
    object.toOpaque() == other.object.toOpaque() && index == other.index
      && isFirst == other.isFirst
  }
}

extension ObjectTable {
  /// Whether saved state would have the same bytes here; its objects are then numbered.
  mutating func accept(_ saved: SavedState, at offset: Int = 0) -> Bool {
    if expected != nil {
      guard let taken = expected?.take(saved.references), taken else { return false }
    } else {
      var next = count
      for reference in saved.references {
        if reference.isFirst {
          guard reference.index == next, reference.isContentCurrent,
            !contains(reference.object.toOpaque())
          else { return false }
          next += 1
        } else if reference.index < count {
          guard address(of: reference.index) == UnsafeRawPointer(reference.object.toOpaque())
          else { return false }
        } else if reference.index >= next {
          return false
        }
      }
      if next > count { number(firstOf: saved) }
    }
    if recordings > 0 {
      let before = references.count
      references += saved.references.lazy.map { Reference($0, at: offset, after: before) }
    }
    return true
  }
}

// MARK: Saving

/// The beginning of state that is kept as ``SavedState``.
public struct SavingMark {
  let used: Int
  let references: Int
  let rejections: Int
}

extension StateSink {
  /// Appends saved state, if the owner's state would have the same bytes now.
  ///
  /// - Parameters:
  ///   - saved: The saved state, if any.
  ///   - isPiece: Whether snapshots can share it; then ``StateSource/skip(_:)`` and
  ///     ``StateSource/beginLoading()`` must restore it.
  /// - Returns: Whether it was appended. Otherwise write the state, between ``beginSaving()`` and
  ///   ``endSaving(_:isPiece:)``.
  public mutating func put(_ saved: SavedState?, isPiece: Bool = true) -> Bool {
    guard let saved, memory.pointee.objects.accept(saved, at: used) else { return false }
    if !(isPiece && putPiece(saved)) { put(bytes: saved.bytes) }
    return true
  }

  /// Appends saved state as a piece, if snapshots can share it.
  mutating func putPiece(_ saved: SavedState) -> Bool {
    guard memory.pointee.sharesPieces, memory.pointee.objects.recordings == 0 else { return false }
    memory.pointee.append(saved, at: used)
    return true
  }

  /// Begins state that is kept; ``endSaving(_:isPiece:)`` follows.
  public mutating func beginSaving() -> SavingMark {
    memory.pointee.objects.recordings += 1
    return SavingMark(
      used: used, references: memory.pointee.objects.references.count,
      rejections: memory.pointee.rejections)
  }

  /// Ends state that is kept.
  ///
  /// - Parameters:
  ///   - mark: What ``beginSaving()`` returned.
  ///   - isPiece: Whether snapshots can share it, as in ``put(_:isPiece:)``.
  /// - Returns: The state; nil if it is not complete in the buffer, or can change unnoticed.
  public mutating func endSaving(_ mark: SavingMark, isPiece: Bool = true) -> SavedState? {
    var saved: SavedState?
    if stream == nil, used <= capacity, memory.pointee.rejections == mark.rejections {
      let bytes = UnsafeRawBufferPointer(start: base + mark.used, count: used - mark.used)
      saved = memory.pointee.objects.saved(bytes, at: mark.used, from: mark.references)
    }
    memory.pointee.objects.recordings -= 1
    if memory.pointee.objects.recordings == 0 { memory.pointee.objects.references = [] }
    if let saved, isPiece, memory.pointee.sharesPieces, memory.pointee.objects.recordings == 0 {
      // The piece takes the place of the bytes.
      used = mark.used
      memory.pointee.append(saved, at: used)
    }
    return saved
  }

  /// Declares that the state being written can change without notice, so that it is not kept.
  public mutating func rejectSaving() { memory.pointee.rejections += 1 }

  /// Whether saved state would be replaced by the same bytes, for assertions.
  public mutating func isCurrent(
    _ saved: SavedState?, _ write: (inout StateSink) -> Void
  ) -> Bool {
    guard let saved else { return true }
    var other = SinkMemory(objects: memory.pointee.objects)
    other.objects.recordings = 0
    let start = other.objects
    guard other.objects.accept(saved) else { return true }
    other.objects = start
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: saved.count, alignment: 1)
    defer { bytes.deallocate() }
    return withUnsafeMutablePointer(to: &other) { other in
      guard let base = bytes.baseAddress else { return saved.count == 0 }
      var sink = StateSink(base: base, capacity: saved.count, memory: other)
      write(&sink)
      return sink.used == saved.count && saved.begins(UnsafeRawBufferPointer(bytes))
    }
  }
}

// MARK: Restoring

/// The beginning of state that may be ``SavedState``.
public struct LoadingMark {
  /// The bytes around a piece, if the state is one.
  let outer: (base: UnsafeRawPointer, end: Int, used: Int)?
}

extension StateSource {
  /// Skips state that is the saved state of its owner, and so need not be restored.
  ///
  /// - Returns: Whether it was skipped. Otherwise read the state, between ``beginLoading()`` and
  ///   ``endLoading(_:)``.
  public mutating func skip(_ saved: SavedState?) -> Bool {
    guard let saved, !hasFailed else { return false }
    if let piece = memory.piece(at: used) {
      guard piece.saved.hasSameBytes(as: saved), memory.known.accept(saved) else { return false }
      memory.nextPiece += 1
    } else {
      let rest = UnsafeRawBufferPointer(start: base + used, count: remaining)
      guard saved.begins(rest), memory.known.accept(saved) else { return false }
      used += saved.count
    }
    return true
  }

  /// Begins state that was written between ``StateSink/beginSaving()`` and
  /// ``StateSink/endSaving(_:isPiece:)``.
  public mutating func beginLoading() -> LoadingMark {
    guard !hasFailed, let piece = memory.piece(at: used), let start = piece.bytes.baseAddress
    else { return LoadingMark(outer: nil) }
    let mark = LoadingMark(outer: (base, end, used))
    memory.nextPiece += 1
    memory.isInPiece = true
    (base, end, used) = (start, piece.bytes.count, 0)
    return mark
  }

  /// Ends state that began with ``beginLoading()``.
  public mutating func endLoading(_ mark: LoadingMark) {
    guard let outer = mark.outer else { return }
    memory.isInPiece = false
    if remaining > 0 { reject("\(remaining) bytes more than expected") }
    if !hasFailed { (base, end, used) = outer }
  }

  /// The next value, which is read again; zero if too few bytes are left.
  public func peek<T: PlainData>(_: T.Type = T.self) -> T? {
    let piece = hasFailed ? nil : memory.piece(at: used)
    let next = piece?.bytes ?? UnsafeRawBufferPointer(start: base + used, count: remaining)
    return next.count < MemoryLayout<T>.size ? nil : next.loadUnaligned(as: T.self)
  }

  /// Whether the next bytes are zero, which are then skipped.
  public mutating func skipZeros(_ count: Int) -> Bool {
    guard remaining >= count, memory.piece(at: used) == nil else { return false }
    for offset in used..<used + count
    where base.loadUnaligned(fromByteOffset: offset, as: UInt8.self) != 0 { return false }
    // Pieces do not begin within state that is always written.
    used += count
    return true
  }

  /// A position to return to.
  public struct Position {
    let used: Int
    let piece: Int
    let objects: Int
  }

  /// The current position, outside of state that began with ``beginLoading()``.
  public var position: Position {
    Position(used: used, piece: memory.nextPiece, objects: memory.known.count)
  }

  /// Returns to a position, unless reading failed.
  public mutating func rewind(_ mark: LoadingMark? = nil, to position: Position) {
    guard !hasFailed else { return }
    if let outer = mark?.outer { (base, end, used) = outer }
    memory.isInPiece = false
    used = position.used
    memory.nextPiece = position.piece
    memory.known.keep(position.objects)
  }
}
