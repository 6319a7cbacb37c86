import CaromDocuments
import CaromMaths
import CaromSimulation
import Foundation
import Testing

/// Damaged recordings and snapshots cause an error with a position or a clean run, never a crash.
@Suite("Damaged recordings and snapshots")
struct DamagedReplayTests {
  /// The number of damaged inputs to try: a sample, or all under `TIER=full`.
  private static let count: Int = {
    let isFull = ProcessInfo.processInfo.environment["TIER"] == "full"
    #if DEBUG
      return isFull ? 10_000 : 500
    #else
      return isFull ? 50_000 : 4_000
    #endif
  }()

  private func recorded(after ticks: Int) throws -> [UInt8] {
    let (session, _) = try makeSession(seed: 9, usesChance: true)
    session.step(ticks)
    let tape = Tape()
    session.record(scene: "diary.json") { tape.text += $0 }
    for tick in 0..<130 {
      if tick == 20 { session.send(.press(.d)) }
      if tick % 9 == 0 { session.send(.tilt(x: 0.5, y: -0.25)) }
      if tick % 13 == 0 { session.send(.pointer(.moved, x: 0.1, y: 0.9)) }
      if tick == 70 { session.send(.command(.restart)) }
      if tick == 71 { session.note("half \"way\"") }
      session.step()
    }
    session.finishRecording()
    return Array(tape.text.utf8)
  }

  /// Changes, removes, duplicates or swaps bytes or whole lines.
  private func damaged(_ bytes: [UInt8], _ random: inout RandomStream) -> [UInt8] {
    var bytes = bytes
    let signs = Array("{}[]\",:0123456789-+.eEtfn\\u\n \u{0}".utf8)
    for _ in 0...random.int(below: 4) where bytes.count > 2 {
      let place = random.int(below: bytes.count)
      switch random.int(below: 7) {
      case 0: bytes[place] = UInt8(random.int(below: 256))
      case 1: bytes[place] = signs[random.int(below: signs.count)]
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(signs[random.int(below: signs.count)], at: place)
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + random.int(below: 60)))
      case 5:
        let piece = Array(bytes[place..<min(bytes.count, place + random.int(below: 90))])
        bytes.insert(contentsOf: piece, at: random.int(below: bytes.count))
      default:
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines.swapAt(random.int(below: lines.count), random.int(below: lines.count))
        bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
      }
    }
    return bytes
  }

  @Test(
    "A damaged recording is rejected with a position or replayed to its end", arguments: [0, 40])
  func recordings(after: Int) throws {
    let whole = try recorded(after: after)
    var random = RandomStream(seed: UInt64(after) + 1)
    var (refused, unfit, played, diverged) = (0, 0, 0, 0)
    for _ in 0..<Self.count / 2 {
      let source = SourceText(name: "a", bytes: damaged(whole, &random))
      let replay: Replay
      do throws(ReplayFileError) { replay = try Replay(reading: source) } catch {
        refused += 1
        #expect(!error.problems.isEmpty)
        #expect(error.problems.allSatisfy { $0.position != nil }, "\(error)")
        continue
      }
      // Replaying up to a distant tick would take minutes.
      guard replay.lastTick < 2_000 else { continue }
      let diary = Diary()
      diary.usesChance = true
      let session = try Session(scene: makeScene(), game: diary, launch: replay.head.launch)
      do throws(ReplayMismatch) {
        var run = try ReplayRun(replay, in: session)
        if run.play().divergence == nil { played += 1 } else { diverged += 1 }
      } catch { unfit += 1 }
    }
    print(
      "after \(after): \(refused) refused, \(unfit) unfit, \(played) the same, \(diverged) otherwise"
    )
    #expect(refused > 0 && played + diverged > 0)
  }

  @Test(
    "A damaged snapshot is rejected and leaves the session unchanged, or is a usable state")
  func snapshots() throws {
    let (session, _) = try makeSession(seed: 9, usesChance: true)
    session.step(40)
    let line = ReplayHead(session, scene: "diary.json")
    let good = try #require(line.snapshot).bytes
    var random = RandomStream(seed: 5)
    let (target, _) = try makeSession(seed: 9, usesChance: true)
    let begin = target.snapshot()
    var (refused, taken) = (0, 0)
    for _ in 0..<Self.count {
      var bytes = good
      for _ in 0...random.int(below: 3) {
        let place = random.int(below: bytes.count)
        switch random.int(below: 4) {
        case 0: bytes[place] ^= 1 << UInt8(random.int(below: 8))
        case 1: bytes[place] = UInt8(random.int(below: 256))
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.int(below: 8)))
        default:
          bytes.insert(contentsOf: repeatElement(0xff, count: random.int(below: 8)), at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      var head = line
      head.snapshot = nil
      let text = SavedText.line(head, bytes, layout: begin.layout)
      guard let replay = try? Replay(reading: SourceText(name: "a", text)),
        let snapshot = replay.head.snapshot
      else {
        Issue.record("a head with arbitrary bytes was read")
        return
      }
      let before = target.hash
      do throws(SnapshotError) {
        try target.restore(snapshot)
        taken += 1
        target.step(3)
        try target.restore(begin)
      } catch {
        refused += 1
        #expect(target.hash == before, "\(error)")
      }
    }
    print("snapshots: \(refused) refused, \(taken) taken")
    #expect(refused > 0)
  }
}

/// Heads of recordings with custom snapshot bytes.
private enum SavedText {
  static func line(_ head: ReplayHead, _ bytes: [UInt8], layout: String) -> String {
    String(head.line.dropLast(2)) + ",\"tick\":\"40\",\"layout\":\"\(layout)\",\"snapshot\":\""
      + Data(bytes).base64EncodedString() + "\"}\n"
  }
}
