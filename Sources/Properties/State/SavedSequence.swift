/// The saved states of owners that are always saved in the same order, such as the nodes of a tree.
///
/// As long as the owners refer to the same shared objects, these have the same numbers. Unchanged
/// owners are then saved and restored without looking at their references, and owners that changed
/// without numbering objects again. Anything else between the states must not refer to shared
/// objects; if it does, the sequence is given up and all are saved or restored one by one.
public final class SavedSequence {
  private(set) var states: [SavedState]
  /// The same states, which are compared and appended without counting references.
  private var pieces: [Unmanaged<SavedState>]
  /// The objects that are numbered before the sequence and by it.
  let objects: ObjectTable
  /// The number of objects before it.
  let firstObject: Int
  /// The marks of all content, in order, with the state that contains it and keeps the mark.
  private var contents: [(mark: Unmanaged<ContentMark>, state: Int)] = []
  /// Whether each state contains content that has changed; empty if none does.
  private var isChanged: [Bool] = []

  init(_ states: [SavedState], _ objects: ObjectTable, firstObject: Int) {
    (self.states, self.objects, self.firstObject) = (states, objects, firstObject)
    pieces = states.map { .passUnretained($0) }
    for (index, state) in states.enumerated() {
      for reference in state.references {
        if let mark = reference.content { contents.append((mark, index)) }
      }
    }
  }

  /// The number of states.
  public var count: Int { states.count }

  /// Whether the sequence can follow the objects of a table.
  func follows(_ table: ObjectTable) -> Bool {
    guard table.expected == nil, table.count == firstObject else { return false }
    for index in 0..<firstObject where table.address(of: index) != objects.addresses[index] {
      return false
    }
    return true
  }

  /// Finds the states with content that has changed.
  func findChanges() {
    isChanged = []
    for content in contents where !content.mark._withUnsafeGuaranteedRef({ $0.isCurrent }) {
      if isChanged.isEmpty { isChanged = Array(repeating: false, count: count) }
      isChanged[content.state] = true
    }
  }

  /// Whether a state contains content that has changed.
  private func hasChangedContent(_ index: Int) -> Bool { !isChanged.isEmpty && isChanged[index] }

  /// Replaces a state by one with the same references.
  func replace(_ index: Int, by state: SavedState) {
    states[index] = state
    pieces[index] = .passUnretained(state)
    guard state.references.contains(where: \.isFirst),
      var next = contents.firstIndex(where: { $0.state == index })
    else { return }
    for reference in state.references {
      guard let mark = reference.content else { continue }
      contents[next].mark = mark
      next += 1
    }
  }

  /// A state that has not changed, nor has the content of its shared objects; nil otherwise.
  func piece(_ index: Int) -> Unmanaged<SavedState>? {
    hasChangedContent(index) ? nil : pieces[index]
  }

  /// Whether a state that takes the place of another has its references.
  func refersAlike(_ index: Int, _ state: SavedState) -> Bool {
    let own = states[index].references
    return state === states[index]
      || own.count == state.references.count
        && zip(own, state.references).allSatisfy {
          $0.refersAlike($1)
        }
  }
}

/// The references that state must have.
struct ExpectedReferences {
  private let list: UnsafeBufferPointer<SavedReference>
  private(set) var next = 0
  /// Whether there were others.
  var isRefused = false
  /// Whether content was restored, so that its mark is discarded.
  private(set) var hasRestoredContent = false

  /// The references of a state, which must be kept; none without one.
  init(_ state: SavedState? = nil) {
    list = state?.references ?? UnsafeBufferPointer(start: nil, count: 0)
  }

  /// What follows these references, of another state or of none.
  func followed(by state: SavedState?) -> ExpectedReferences {
    var next = ExpectedReferences(state)
    next.isRefused = isRefused
    return next
  }

  /// Whether all have been met, and no others.
  var isMet: Bool { !isRefused && next == list.count }

  /// The next reference, if it is to an object.
  mutating func take(_ address: UnsafeRawPointer) -> SavedReference? {
    guard !isRefused, next < list.count, UnsafeRawPointer(list[next].object.toOpaque()) == address
    else {
      isRefused = true
      return nil
    }
    next += 1
    return list[next - 1]
  }

  /// Whether the next references are these, with content that is unchanged.
  mutating func take(_ references: UnsafeBufferPointer<SavedReference>) -> Bool {
    guard !isRefused, references.count <= list.count - next else { return false }
    for (offset, reference) in references.enumerated() {
      guard reference.refersAlike(list[next + offset]), reference.isContentCurrent else {
        return false
      }
    }
    next += references.count
    return true
  }

  /// The next reference, if it has a number.
  mutating func take(number: Int) -> SavedReference? {
    guard !isRefused, next < list.count, list[next].index == number else {
      isRefused = true
      return nil
    }
    next += 1
    return list[next - 1]
  }

  /// Whether the content of the reference that was taken last is unchanged, with all that it refers
  /// to first; it is then passed over.
  mutating func passContent(of reference: SavedReference) -> Bool {
    let after = Int(reference.nextReference)
    guard reference.isContentCurrent, list[next..<after].allSatisfy(\.isContentCurrent) else {
      hasRestoredContent = true
      return false
    }
    next = after
    return true
  }
}

// MARK: Saving

/// The beginning of a ``SavedSequence`` in state that is being written.
public struct SequenceMark {
  let used: Int
  let pieces: Int
  let objects: Int
}

extension StateSink {
  /// The current position, for ``sequence(of:since:)`` and ``end(_:since:)``.
  public var sequenceMark: SequenceMark {
    SequenceMark(
      used: used, pieces: memory.pointee.pieces.count, objects: memory.pointee.objects.count)
  }

  /// The sequence of states that have been written one by one since a mark.
  ///
  /// - Returns: The sequence; nil if the state of an owner is not kept, or if something else refers
  ///   to shared objects.
  public func sequence(of states: [SavedState?], since mark: SequenceMark) -> SavedSequence? {
    let objects = memory.pointee.objects
    guard stream == nil, used <= capacity, objects.recordings == 0, objects.expected == nil,
      objects.isWhole
    else { return nil }
    var (known, kept): (Int, [SavedState]) = (mark.objects, [])
    kept.reserveCapacity(states.count)
    for state in states {
      guard let state else { return nil }
      known += state.references.count(where: \.isFirst)
      kept.append(state)
    }
    guard known == objects.count else { return nil }
    return SavedSequence(kept, objects, firstObject: mark.objects)
  }

  /// Begins to write a sequence whose owners may have changed.
  ///
  /// If it can, write each owner with ``put(_:_:)`` or, if it has changed, between
  /// ``beginSaving(_:_:)`` and ``endSaving(_:_:_:)``, and call ``end(_:since:)``.
  ///
  /// - Returns: Whether it can follow here.
  public mutating func begin(_ sequence: SavedSequence) -> Bool {
    guard stream == nil, memory.pointee.objects.recordings == 0,
      sequence.follows(memory.pointee.objects)
    else { return false }
    sequence.findChanges()
    memory.pointee.objects.expected = ExpectedReferences()
    return true
  }

  /// Appends the state of an owner that has not changed.
  ///
  /// - Returns: Whether it was appended; otherwise the content of a shared object has changed.
  public mutating func put(_ sequence: SavedSequence, _ index: Int) -> Bool {
    guard let piece = sequence.piece(index) else { return false }
    if memory.pointee.sharesPieces {
      memory.pointee.pieces.append(StatePiece(offset: used, state: piece))
    } else {
      piece._withUnsafeGuaranteedRef { put(bytes: $0.bytes) }
    }
    return true
  }

  /// Begins the state of an owner that may have changed.
  public mutating func beginSaving(_ sequence: SavedSequence, _ index: Int) -> SavingMark {
    memory.pointee.objects.expect(sequence.states[index])
    return beginSaving()
  }

  /// Ends the state of an owner.
  ///
  /// - Returns: The state; nil if it can change unnoticed or has other references.
  public mutating func endSaving(
    _ mark: SavingMark, _ sequence: SavedSequence, _ index: Int
  ) -> SavedState? {
    let saved = endSaving(mark)
    let isMet = memory.pointee.objects.expected?.isMet ?? false
    memory.pointee.objects.expect(nil, isRefused: !isMet || saved == nil)
    guard isMet, let saved else { return nil }
    sequence.replace(index, by: saved)
    return saved
  }

  /// Whether the state of an owner would be replaced by the same bytes, for assertions.
  public mutating func isCurrent(
    _ sequence: SavedSequence, _ index: Int, _ write: (inout StateSink) -> Void
  ) -> Bool {
    let expected = memory.pointee.objects.expected
    defer { memory.pointee.objects.expected = expected }
    memory.pointee.objects.expect(sequence.states[index])
    return isCurrent(sequence.states[index], write)
  }

  /// Ends a sequence.
  ///
  /// - Returns: Whether it is complete; otherwise nothing was written since the mark.
  public mutating func end(_ sequence: SavedSequence, since mark: SequenceMark) -> Bool {
    let isMet = memory.pointee.objects.expected?.isMet ?? false
    memory.pointee.objects.expected = nil
    if isMet {
      memory.pointee.objects.adopt(sequence)
      if memory.pointee.sharesPieces { memory.pointee.sequences.append(sequence.states) }
    } else {
      used = mark.used
      memory.pointee.keepPieces(mark.pieces)
    }
    return isMet
  }
}

// MARK: Restoring

extension StateSource {
  /// Begins to read the states of owners that were saved as a sequence.
  ///
  /// - Returns: The position to return to with ``end(_:since:)``; nil if the state is not one that
  ///   this program has saved after the same objects. Then read each owner with ``skip(_:_:)``, or
  ///   between ``beginLoading(_:_:)`` and ``endLoading(_:_:_:)``.
  public mutating func begin(_ sequence: SavedSequence) -> SequencePosition? {
    guard !hasFailed, memory.isTrusted, !memory.isInPiece, memory.piece(at: used) != nil,
      sequence.follows(memory.known)
    else { return nil }
    sequence.findChanges()
    memory.known.expected = ExpectedReferences()
    return SequencePosition(base: base, end: end, used: used, piece: memory.nextPiece, depth: depth)
  }

  /// Skips the state of an owner that is unchanged, if that is what follows.
  public mutating func skip(_ sequence: SavedSequence, _ index: Int) -> Bool {
    guard let piece = memory.piece(at: used), let known = sequence.piece(index),
      piece.state.toOpaque() == known.toOpaque()
    else { return false }
    memory.nextPiece += 1
    return true
  }

  /// Begins the state of an owner that changed; nil if what follows has other references.
  public mutating func beginLoading(_ sequence: SavedSequence, _ index: Int) -> LoadingMark? {
    guard let piece = memory.piece(at: used), sequence.refersAlike(index, piece.saved) else {
      refuseExpected()
      return nil
    }
    memory.known.expect(piece.saved)
    return beginLoading()
  }

  /// Ends the state of an owner.
  ///
  /// - Returns: What is now its saved state; nil if it must be saved again.
  public mutating func endLoading(
    _ mark: LoadingMark, _ sequence: SavedSequence, _ index: Int
  ) -> SavedState? {
    let state = memory.pieces[memory.nextPiece - 1].saved
    let expected = memory.known.expected
    endLoading(mark)
    let isMet = expected?.isMet ?? false
    memory.known.expect(nil, isRefused: !isMet)
    guard let expected, isMet, !expected.hasRestoredContent else { return nil }
    sequence.replace(index, by: state)
    return state
  }

  /// Ends a sequence.
  ///
  /// - Returns: Whether it was complete; otherwise the source is at the position again.
  public mutating func end(_ sequence: SavedSequence, since start: SequencePosition) -> Bool {
    let isMet = !hasFailed && memory.known.expected?.isMet ?? false
    memory.known.expected = nil
    if isMet {
      memory.known.adopt(sequence)
    } else {
      (base, end, used, depth) = (start.base, start.end, start.used, start.depth)
      (failedAt, memory.message) = (-1, nil)
      (memory.nextPiece, memory.isInPiece) = (start.piece, false)
    }
    return isMet
  }

  /// Whether the references that follow are known.
  @usableFromInline var isExpecting: Bool { memory.known.expected != nil }

  /// The object with a number, if the next reference is to it, and whether its content follows.
  @usableFromInline mutating func expectedObject(
    _ number: Int
  ) -> (object: AnyObject, isNew: Bool)? {
    guard let next = memory.known.expected?.take(number: number) else { return nil }
    var isNew = next.isFirst
    if isNew, memory.known.expected?.passContent(of: next) ?? false {
      used = Int(next.contentEnd)
      isNew = false
    }
    return (next.object.takeUnretainedValue(), isNew)
  }

  /// Notes that the references are others than expected.
  @usableFromInline func refuseExpected() { memory.known.expected?.isRefused = true }
}

/// The beginning of a ``SavedSequence`` in state that is being read.
public struct SequencePosition {
  let base: UnsafeRawPointer
  let end: Int
  let used: Int
  let piece: Int
  let depth: Int
}
