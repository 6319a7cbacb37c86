/// State whose unchanged parts are shared with other snapshots instead of copied.
public final class StatePieces: Sendable {
  /// The bytes without the pieces.
  let own: [UInt8]
  /// The pieces, in order.
  let pieces: [StatePiece]
  /// Keeps the pieces; those of a sequence in one array that snapshots share.
  private let owners: (single: [SavedState], sequences: [[SavedState]])
  /// The size of all bytes.
  public let count: Int
  /// Whether this program wrote the bytes, so that they need no checks.
  let isTrusted: Bool

  init(
    own: [UInt8], pieces: [StatePiece], keeping owners: ([SavedState], [[SavedState]]),
    isTrusted: Bool
  ) {
    (self.own, self.pieces, self.owners) = (own, pieces, owners)
    self.isTrusted = isTrusted
    count = pieces.reduce(own.count) { $0 + $1.bytes.count }
  }

  /// Creates state from all its bytes, of any origin.
  public convenience init(bytes: [UInt8]) {
    self.init(own: bytes, pieces: [], keeping: ([], []), isTrusted: false)
  }

  /// All bytes in one array.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public var bytes: [UInt8] {
    guard !pieces.isEmpty else { return own }
    return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
      let target = UnsafeMutableRawBufferPointer(buffer)
      own.withUnsafeBytes { own in
        var (from, to) = (0, 0)
        func copy(_ bytes: UnsafeRawBufferPointer) {
          UnsafeMutableRawBufferPointer(rebasing: target[to...]).copyMemory(from: bytes)
          to += bytes.count
        }
        for piece in pieces {
          copy(UnsafeRawBufferPointer(rebasing: own[from..<piece.offset]))
          copy(piece.bytes)
          from = piece.offset
        }
        copy(UnsafeRawBufferPointer(rebasing: own[from...]))
      }
      initialized = count
    }
  }
}

extension StatePieces {
  /// The hash of all bytes.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public var hash: UInt64 { bytes.withUnsafeBytes { stateHash(of: $0) } }
}

/// Saved state at an offset in the other bytes of a snapshot, which keeps it.
///
/// It has no references of its own, because counting them would take most of the time.
struct StatePiece: @unchecked Sendable {
  /// The number of other bytes before it.
  let offset: Int
  let state: Unmanaged<SavedState>

  /// The bytes of the state.
  var bytes: UnsafeRawBufferPointer { state._withUnsafeGuaranteedRef { $0.bytes } }
  /// The state.
  var saved: SavedState { state.takeUnretainedValue() }
}

/// What a ``StateSink`` keeps while it writes.
@usableFromInline struct SinkMemory {
  /// The shared objects so far.
  @usableFromInline var objects = ObjectTable()
  /// Whether unchanged state becomes a piece instead of being copied.
  var sharesPieces = false
  /// The pieces so far.
  var pieces: [StatePiece] = []
  /// Keeps the pieces.
  var owners: [SavedState] = []
  var sequences: [[SavedState]] = []
  /// The number of times that writing said that its state can change without notice.
  var rejections = 0

  init(objects: ObjectTable = ObjectTable()) { self.objects = objects }

  mutating func removeAll() {
    objects.removeAll()
    pieces.removeAll(keepingCapacity: true)
    owners.removeAll(keepingCapacity: true)
    sequences.removeAll(keepingCapacity: true)
  }

  /// Appends saved state as a piece.
  mutating func append(_ saved: SavedState, at offset: Int) {
    pieces.append(StatePiece(offset: offset, state: .passUnretained(saved)))
    owners.append(saved)
  }

  /// Forgets all pieces but the first ones.
  mutating func keepPieces(_ count: Int) { pieces.removeLast(pieces.count - count) }
}
