import CaromProperties
import CaromSimulation

/// A snapshot as bytes, with what a session in another process needs to restore it.
struct EncodedSnapshot {
  /// The name of the game, or the path of the scene file.
  var subject: String
  /// The number or the name of the level that the session was opened with.
  var level: String?
  var seed: UInt64
  var snapshot: Snapshot

  /// The first bytes: the name and the version of the format.
  private static let magic = Array("caromsn1".utf8)

  init(_ session: OpenSession) {
    (subject, level) = (session.origin.subject, session.origin.level)
    (seed, snapshot) = (session.session.seed, session.session.snapshot())
  }

  /// Reads bytes from anywhere.
  init(_ bytes: UnsafeRawBufferPointer) throws(CallFailure) {
    let refusal = CallFailure(
      .refused,
      "bytes: are no snapshot, or are damaged; what carom_snapshot has written is accepted")
    guard bytes.count > Self.magic.count + 8, bytes.starts(with: Self.magic) else { throw refusal }
    let content = UnsafeRawBufferPointer(rebasing: bytes.dropLast(8))
    let sum = bytes.loadUnaligned(fromByteOffset: content.count, as: UInt64.self)
    guard UInt64(littleEndian: sum) == stateHash(of: content) else { throw refusal }
    var reader = Reader(bytes: content, offset: Self.magic.count)
    guard let seed = reader.number(), let tick = reader.number(), let subject = reader.text(),
      let level = reader.text(), let game = reader.text(), let layout = reader.text()
    else { throw refusal }
    (self.subject, self.level, self.seed) = (subject, level.isEmpty ? nil : level, seed)
    let state = content.suffix(from: reader.offset)
    snapshot = Snapshot(bytes: Array(state), tick: tick, game: game, layout: layout)
  }

  /// The bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(snapshot.bytes.count + 256)
    bytes += Self.magic
    func add(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    func add(_ text: String) {
      add(UInt64(text.utf8.count))
      bytes += text.utf8
    }
    add(seed)
    add(snapshot.tick)
    for text in [subject, level ?? "", snapshot.game, snapshot.layout] { add(text) }
    bytes += snapshot.bytes
    add(bytes.withUnsafeBytes { stateHash(of: $0) })
    return bytes
  }

  /// Restores the state in a session of the same game.
  func restore(in opened: OpenSession) throws(CallFailure) {
    opened.player = nil
    let session = opened.session
    let old = session.seed
    // Checked here, so that a refusal does not change the seed.
    let name = type(of: session.game).name
    guard snapshot.game == name else {
      throw CallFailure(
        .refused, "the snapshot does not fit: its game is \(snapshot.game), not \(name)")
    }
    let before = old == seed ? nil : session.snapshot()
    if old != seed { session.reset(seed: seed) }
    do throws(SnapshotError) { try session.restore(snapshot) } catch {
      if let before {
        session.reset(seed: old)
        try? session.restore(before)
      }
      throw CallFailure(.refused, "\(error)")
    }
  }

  /// Restores a state that the session itself has had.
  func restoreOwn(in opened: OpenSession) throws(CallFailure) {
    let session = opened.session
    // A reset may have changed the seed, and a recording ends before the restore.
    guard session.seed == seed, !session.isRecording else { return try restore(in: opened) }
    opened.player = nil
    session.restoreOwn(snapshot)
  }

  /// Reads numbers and texts.
  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var offset: Int

    mutating func number() -> UInt64? {
      guard bytes.count - offset >= 8 else { return nil }
      defer { offset += 8 }
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    mutating func text() -> String? {
      guard let count = number(), count <= UInt64(bytes.count - offset) else { return nil }
      defer { offset += Int(count) }
      return String(validating: bytes[offset..<offset + Int(count)], as: UTF8.self)
    }
  }
}
