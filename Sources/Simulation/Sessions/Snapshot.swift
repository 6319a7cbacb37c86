import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneGraph

/// The complete state of a session as bytes: everything that affects its future.
///
/// Snapshots share what did not change between them, so many of them take little memory.
public struct Snapshot: Sendable {
  /// The state; a part of it may be shared with other snapshots.
  let state: StatePieces
  /// The number of ticks that had run.
  public let tick: UInt64
  /// The name of the game.
  public let game: String
  /// The ``Game/stateLayoutTag`` of the program that made the snapshot; not part of the hash.
  public let layout: String

  init(_ state: StatePieces, tick: UInt64, game: String, layout: String) {
    (self.state, self.tick, self.game, self.layout) = (state, tick, game, layout)
  }

  /// Creates a snapshot from the parts of another, which can come from another process.
  package init(bytes: [UInt8], tick: UInt64, game: String, layout: String) {
    self.init(StatePieces(bytes: bytes), tick: tick, game: game, layout: layout)
  }

  /// The bytes; their format is specific to a ``layout`` and to a scene.
  ///
  /// - Complexity: O(n) in the number of bytes.
  public var bytes: [UInt8] { state.bytes }

  /// The number of bytes, at no cost.
  public var byteCount: Int { state.count }

  /// The hash of the state, equal to ``Session/hash`` at the time of the snapshot.
  public var hash: UInt64 { state.hash }
}

extension Snapshot: Hashable {
  /// Whether two snapshots have the same bytes and layout.
  public static func == (a: Snapshot, b: Snapshot) -> Bool {
    a.tick == b.tick && a.game == b.game && a.layout == b.layout && a.byteCount == b.byteCount
      && a.bytes == b.bytes
  }

  /// Hashes the state.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The reason why a snapshot was rejected.
public struct SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  public let message: String
  /// The message.
  public var description: String { "the snapshot does not fit: \(message)" }
}

/// The hash of one part of the state, for locating differences between sessions.
public struct PartHash: Hashable, Sendable {
  /// The part: `session`, `queue`, `random`, `input`, `level`, `game`, `scene` or `physics`.
  public let name: String
  /// The hash of the part.
  public let hash: UInt64

  /// Creates a hash of a part.
  public init(name: String, hash: UInt64) {
    self.name = name
    self.hash = hash
  }
}

/// The reusable buffer for snapshots and hashes.
final class SnapshotBuffer {
  /// The names of the parts, in the order of their bytes.
  static let parts = ["session", "queue", "random", "input", "level", "game", "scene", "physics"]

  let whole = StateBuffer(capacity: 1 << 16)
  /// The offset of each part in the bytes that were written last.
  var starts: [Int] = []
  private var layoutTag = ""

  /// The ``Game/stateLayoutTag`` of the game, computed once.
  func layoutTag(of game: any Game) -> String {
    if layoutTag.isEmpty { layoutTag = type(of: game).stateLayoutTag }
    return layoutTag
  }

  /// The hash of each part that was written last.
  var partHashes: [PartHash] {
    let bytes = whole.bytes
    let ends = starts.dropFirst() + [bytes.count]
    return zip(Self.parts, zip(starts, ends)).map { name, range in
      let part = UnsafeRawBufferPointer(rebasing: bytes[range.0..<range.1])
      return PartHash(name: name, hash: CaromProperties.stateHash(of: part))
    }
  }
}

extension Session {
  /// A snapshot of the current state.
  ///
  /// A snapshot is complete: restored into this session or into a new one of the same files, the
  /// game continues bit for bit.
  public func snapshot() -> Snapshot {
    Snapshot(
      buffer.whole.pieces { save(&$0, queue: queue) }, tick: tick, game: type(of: game).name,
      layout: buffer.layoutTag(of: game))
  }

  /// Restores the state of a snapshot.
  ///
  /// A recording ends with the state before the restore, because the restored state does not follow
  /// from it. The ``history`` is cleared.
  ///
  /// - Throws: ``SnapshotError`` if the snapshot does not fit; the session is then unchanged.
  public func restore(_ snapshot: Snapshot) throws(SnapshotError) {
    let name = type(of: game).name
    guard snapshot.game == name else {
      throw SnapshotError(message: "its game is \(snapshot.game), that of the session is \(name)")
    }
    let layout = buffer.layoutTag(of: game)
    guard snapshot.layout == layout else {
      throw SnapshotError(
        message: "its state has the layout \(snapshot.layout), that of this program is \(layout); "
          + "only a snapshot with the same declared properties can be restored")
    }
    let now = self.snapshot()
    let end = recorder.map { _ in ReplayCheck(self, parts: false) }
    do throws(SnapshotError) {
      try load(snapshot)
    } catch {
      // The previous state is valid for this session.
      revert(to: now)
      throw error
    }
    clearTickEvents()
    if let end { recorder?.finish(with: end) }
    recorder = nil
    // The history belongs to the state before the restore.
    history?.begin(self)
  }

  /// Restores a snapshot of a session of the same files and launch parameters, in half the time of
  /// ``restore(_:)``, which keeps the current state in case that the snapshot does not fit.
  ///
  /// The session must not record.
  package func restoreOwn(_ snapshot: Snapshot) {
    precondition(recorder == nil, "a session that records is restored with restore(_:)")
    revert(to: snapshot)
    clearTickEvents()
    history?.begin(self)
  }

  /// Clears per-tick events, which belong to the tick before the restore.
  func clearTickEvents() {
    (appliedEvents, rejectedChanges, contacts) = ([], [], [])
    hasJustCompletedLevel = false
    scene.clearSounds()
  }

  /// Restores a snapshot that this session made, which cannot fail.
  func revert(to snapshot: Snapshot) {
    do throws(SnapshotError) { try load(snapshot) } catch { preconditionFailure("\(error)") }
  }

  /// The hash of the complete state.
  public var hash: UInt64 {
    buffer.whole.fill { save(&$0, queue: queue) }
    return buffer.whole.hash
  }

  /// The hash of the complete state without pending events; recordings store this hash.
  ///
  /// An event that was sent ahead of its tick is pending in the recorded session, but not yet in
  /// the session that replays the recording.
  public var replayHash: UInt64 {
    buffer.whole.fill { save(&$0, queue: []) }
    return buffer.whole.hash
  }

  /// The hashes of the parts of the state, in a fixed order.
  ///
  /// The parts are consecutive ranges of one buffer, which is written once.
  public var partHashes: [PartHash] {
    buffer.whole.fill { save(&$0, queue: queue) }
    return buffer.partHashes
  }

  /// The hash of the state without pending events and the hashes of its parts, from one buffer.
  var replayHashes: (whole: UInt64, parts: [PartHash]) {
    buffer.whole.fill { save(&$0, queue: []) }
    return (buffer.whole.hash, buffer.partHashes)
  }

  // MARK: Parts

  /// The name of the byte format, the first bytes of every hash.
  ///
  /// The declared properties in it have a separate tag, ``Snapshot/layout``, which is not hashed:
  /// renaming a key must not change the hashes of recordings.
  static var stateFormat: String { "carom.state/1" }

  private func save(_ sink: inout StateSink, queue: [TimedInput]) {
    sink.put(Self.stateFormat)
    sink.put(type(of: game).name)
    var starts: [Int] = []
    starts.reserveCapacity(SnapshotBuffer.parts.count)
    starts.append(sink.count)
    header.save(&sink)
    starts.append(sink.count)
    queue.save(&sink)
    starts.append(sink.count)
    RandomState(RandomStreams(seed: seed, entries: random.entries)).save(&sink)
    starts.append(sink.count)
    input.saveState(&sink)
    starts.append(sink.count)
    levelState.saveState(&sink)
    Self.save(entryState, &sink)
    starts.append(sink.count)
    saveGame(&sink)
    starts.append(sink.count)
    scene.saveGraph(into: &sink)
    starts.append(sink.count)
    scene.physicsWorld.simulation.save(into: &sink)
    buffer.starts = starts
  }

  private var header: SessionHeader {
    SessionHeader(
      tick: tick, start: UInt64(bitPattern: launch.start.milliseconds),
      arguments: launch.arguments.entries,
      storage: storage.entries)
  }

  private func saveGame(_ sink: inout StateSink) { Self.save(game, &sink) }

  private static func save(_ game: some Game, _ sink: inout StateSink) {
    game.state.saveState(&sink)
  }

  private static func save(_ state: some GameState, _ sink: inout StateSink) {
    state.saveState(&sink)
  }

  private static func load(_ game: some Game, _ source: inout StateSource) {
    game.state.loadState(&source)
  }

  /// Reads the state of a game without setting it.
  private static func state<G: Game>(of _: G, _ source: inout StateSource) -> any GameState {
    var state = G.State()
    state.loadState(&source)
    return state
  }

  private func load(_ snapshot: Snapshot) throws(SnapshotError) {
    let problem: String? = StateSource.read(snapshot.state) { source in
      guard source.getString() == Self.stateFormat else {
        return "its format is not \(Self.stateFormat)"
      }
      guard source.getString() == type(of: game).name else { return "its game is another one" }
      var header = SessionHeader()
      header.load(&source)
      guard header.tick < 1 << 62 else { return "its tick \(header.tick) is out of range" }
      tick = header.tick
      launch.start = WorldDate(milliseconds: Int64(bitPattern: header.start))
      launch.arguments = LaunchArguments(entries: header.arguments)
      storage = Storage(entries: header.storage)
      queue.load(&source)
      var randomState = RandomState()
      randomState.load(&source)
      guard randomState.value.seed == seed else {
        return "its seed is \(randomState.value.seed), that of the session is \(seed)"
      }
      random = randomState.value
      input.loadState(&source)
      levelState.loadState(&source)
      if let problem = levelState.problem(forLevels: levelScenes.count) { return problem }
      scene = levelScenes[Int(levelState.index)].scene
      entryState = Self.state(of: game, &source)
      Self.load(game, &source)
      do throws(StateProblem) {
        try scene.load(from: &source)
        try source.finish()
      } catch {
        return "\(error)"
      }
      return nil
    }
    if let problem { throw SnapshotError(message: problem) }
    do throws(GameError) { try game.bind(to: self) } catch {
      throw SnapshotError(message: "\(error)")
    }
    scene.transitionCover = levelState.cover
    scene.updatePresentation()
  }
}
