import CaromMaths
import CaromPhysics
import CaromProperties
import CaromSceneGraph

/// The whole state of a session as bytes: everything that can change its future.
public struct Snapshot: Hashable, Sendable {
  /// The bytes; their format is that of this version of Carom and of this very scene.
  public internal(set) var bytes: [UInt8] = []
  /// How many ticks had run.
  public internal(set) var tick: UInt64 = 0
  /// The name of the game.
  public internal(set) var game = ""

  init() {}

  init(bytes: [UInt8], tick: UInt64, game: String) {
    (self.bytes, self.tick, self.game) = (bytes, tick, game)
  }

  /// The hash of the state; the same as ``Session/hash`` was.
  public var hash: UInt64 { bytes.withUnsafeBytes { stateHash(of: $0) } }
}

/// Why a snapshot was refused.
public struct SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What does not fit.
  public let message: String
  /// The whole message.
  public var description: String { "the snapshot does not fit: \(message)" }
}

/// One part of the state and its hash, to learn where two sessions differ.
public struct PartHash: Hashable, Sendable {
  /// The part: `session`, `queue`, `random`, `input`, `game`, `scene` or `physics`.
  public let name: String
  /// The hash of that part alone.
  public let hash: UInt64

  /// Puts a part and its hash together.
  public init(name: String, hash: UInt64) {
    self.name = name
    self.hash = hash
  }
}

/// The memory that snapshots and hashes are made in.
final class SnapshotBuffer {
  /// The names of the parts, in the order of their bytes.
  static let parts = ["session", "queue", "random", "input", "game", "scene", "physics"]

  let whole = StateBuffer(capacity: 1 << 16)
  /// Where each part begins, in the bytes that were written last.
  var starts: [Int] = []

  /// The hash of each part of what was written last.
  var partHashes: [PartHash] {
    let bytes = whole.bytes
    let ends = starts.dropFirst() + [bytes.count]
    return zip(Self.parts, zip(starts, ends)).map { name, piece in
      let part = UnsafeRawBufferPointer(rebasing: bytes[piece.0..<piece.1])
      return PartHash(name: name, hash: CaromProperties.stateHash(of: part))
    }
  }
}

extension Session {
  /// The state now.
  ///
  /// Complete: restored into this session or a fresh one of the same files, the game goes on bit
  /// for bit as it does here.
  public func snapshot() -> Snapshot {
    buffer.whole.fill { save(&$0, queue: queue) }
    var snapshot = Snapshot()
    snapshot.bytes = buffer.whole.array
    snapshot.tick = tick
    snapshot.game = type(of: game).name
    return snapshot
  }

  /// Goes back, or forward, to the state of a snapshot.
  ///
  /// A recording ends with the state before: what comes from a snapshot is no consequence of it. A
  /// ``history`` begins anew.
  ///
  /// - Throws: why the snapshot does not fit; the session is then as it was.
  public func restore(_ snapshot: Snapshot) throws(SnapshotError) {
    let name = type(of: game).name
    guard snapshot.game == name else {
      throw SnapshotError(message: "it is of \(snapshot.game), this session plays \(name)")
    }
    let now = self.snapshot()
    let end = recorder.map { _ in ReplayCheck(self, parts: false) }
    do throws(SnapshotError) {
      try load(snapshot)
    } catch {
      // What was the state a moment ago is still one.
      revert(to: now)
      throw error
    }
    forgetLastTick()
    if let end { recorder?.finish(with: end) }
    recorder = nil
    // The past of another state is not that of this one.
    history?.begin(self)
  }

  /// Forgets what the tick before told, which is not true of the one that was gone to.
  func forgetLastTick() {
    (appliedEvents, refusals, contacts) = ([], [], [])
    scene.clearSounds()
  }

  /// Goes to a state that was one of this session; what it was made of is not asked again.
  func revert(to snapshot: Snapshot) {
    do throws(SnapshotError) { try load(snapshot) } catch { preconditionFailure("\(error)") }
  }

  /// The hash of the whole state.
  public var hash: UInt64 {
    buffer.whole.fill { save(&$0, queue: queue) }
    return buffer.whole.hash
  }

  /// The hash of the whole state as it is when no event waits for its tick.
  ///
  /// Recordings are checked by this one: an event that was sent ahead of its tick is in the queue of
  /// the session that is recorded, and not yet in that of the one that plays the recording.
  public var settledHash: UInt64 {
    buffer.whole.fill { save(&$0, queue: []) }
    return buffer.whole.hash
  }

  /// The hashes of the parts of the state, in a fixed order.
  ///
  /// The parts are pieces of the whole: written once, hashed each by itself.
  public var partHashes: [PartHash] {
    buffer.whole.fill { save(&$0, queue: queue) }
    return buffer.partHashes
  }

  /// The hash of the state without waiting events, and those of its parts, written once for both.
  var settledHashes: (whole: UInt64, parts: [PartHash]) {
    buffer.whole.fill { save(&$0, queue: []) }
    return (buffer.whole.hash, buffer.partHashes)
  }

  /// Puts scene, game and random streams back to what they were before the first tick.
  ///
  /// The clock goes on, keys that are held stay held, and ``storage`` stays.
  func restart() {
    let (tick, input, storage, queue) = (tick, input, storage, queue)
    do throws(SnapshotError) { try load(beginning) } catch { preconditionFailure("\(error)") }
    self.tick = tick
    self.input = input
    self.storage = storage
    self.queue = queue
  }

  // MARK: Parts

  /// Changes whenever the order or meaning of the bytes does.
  static var stateFormat: String { "carom.state/1" }

  private func save(_ sink: inout StateSink, queue: [TimedInput]) {
    sink.put(Self.stateFormat)
    sink.put(type(of: game).name)
    var starts: [Int] = []
    starts.reserveCapacity(SnapshotBuffer.parts.count)
    starts.append(sink.count)
    saveClock(&sink)
    starts.append(sink.count)
    queue.save(&sink)
    starts.append(sink.count)
    saveRandom(&sink)
    starts.append(sink.count)
    input.saveState(&sink)
    starts.append(sink.count)
    saveGame(&sink)
    starts.append(sink.count)
    scene.saveGraph(into: &sink)
    starts.append(sink.count)
    scene.physicsWorld.simulation.save(into: &sink)
    buffer.starts = starts
  }

  private func saveClock(_ sink: inout StateSink) {
    sink.put(tick)
    sink.put(launch.start.milliseconds)
    launch.arguments.save(&sink)
    storage.save(&sink)
  }

  private func saveRandom(_ sink: inout StateSink) {
    sink.put(seed)
    sink.put(count: random.entries.count)
    for entry in random.entries {
      sink.put(entry.name)
      sink.put(entry.stream.seed)
      sink.put(entry.stream.draws)
    }
  }

  private func saveGame(_ sink: inout StateSink) { Self.save(game, &sink) }

  private static func save(_ game: some Game, _ sink: inout StateSink) {
    game.state.saveState(&sink)
  }

  private static func load(_ game: some Game, _ source: inout StateSource) {
    game.state.loadState(&source)
  }

  private func load(_ snapshot: Snapshot) throws(SnapshotError) {
    let problem: String? = snapshot.bytes.withUnsafeBytes { bytes in
      var source = StateSource(bytes)
      guard source.getString() == Self.stateFormat else {
        return "its format is not \(Self.stateFormat)"
      }
      guard source.getString() == type(of: game).name else { return "it is of another game" }
      tick = source.get()
      guard tick < 1 << 62 else { return "\(tick) ticks are more than any session runs" }
      launch.start = WorldDate(milliseconds: source.get())
      launch.arguments.load(&source)
      storage.load(&source)
      queue.load(&source)
      let savedSeed = source.get(UInt64.self)
      guard savedSeed == seed else { return "its seed is \(savedSeed), here it is \(seed)" }
      var entries: [RandomStreams.Entry] = []
      for _ in 0..<source.getCount(of: 20) {
        let name = source.getString()
        let stream = RandomStream(seed: source.get(), draws: source.get())
        entries.append(RandomStreams.Entry(name: name, stream: stream))
      }
      random = RandomStreams(seed: seed, entries: entries)
      input.loadState(&source)
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
  }
}
