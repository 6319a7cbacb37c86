import CaromDocuments
import CaromSceneGraph
import CaromSimulation
import Foundation
import Testing

/// Symptom: after a truncated snapshot was rejected, the session terminated the process with
/// "there is no ball", or had other node objects than before.
///
/// Cause: the scene discarded its nodes as soon as it started to read, and restored the previous
/// state into new nodes, even for the root.
@Suite("Regression: truncated snapshots")
struct RefusedSnapshotTests {
  @Test("A truncated snapshot is rejected, and the nodes remain the same objects")
  func nodesStay() throws {
    let (session, _) = try makeSession(usesChance: true)
    session.step(40)
    let ball = try #require(session.scene.rootNode.childNode(withName: "ball"))
    let head = ReplayHead(session, scene: "diary.json")
    let snapshot = try #require(head.snapshot)
    let bytes = snapshot.bytes
    var bare = head
    bare.snapshot = nil
    let before = session.hash
    for length in stride(from: 0, to: bytes.count, by: 61) {
      let text =
        String(bare.line.dropLast(2))
        + ",\"tick\":\"40\",\"layout\":\"\(snapshot.layout)\",\"snapshot\":\""
        + Data(bytes.prefix(length)).base64EncodedString() + "\"}\n"
      let cut = try #require(
        try Replay(reading: SourceText(name: "cut", text)).head.snapshot)
      #expect(throws: SnapshotError.self) { try session.restore(cut) }
      #expect(session.hash == before)
      #expect(session.scene.rootNode.childNode(withName: "ball") === ball)
    }
  }

  @Test("A snapshot of another layout is rejected with both tags")
  func otherLayout() throws {
    let (session, _) = try makeSession(usesChance: true)
    session.step(40)
    let head = ReplayHead(session, scene: "diary.json")
    let layout = try #require(head.snapshot).layout
    #expect(layout.count == 16)
    let text = head.line.replacing("\"layout\":\"\(layout)\"", with: "\"layout\":\"0123\"")
    let other = try #require(
      try Replay(reading: SourceText(name: "other", text)).head.snapshot)
    let before = session.hash
    let error = #expect(throws: SnapshotError.self) { try session.restore(other) }
    #expect(
      error?.description
        == "the snapshot does not fit: its state has the layout 0123, that of this "
        + "program is \(layout); only a snapshot with the same declared properties can be restored")
    #expect(session.hash == before)
  }
}
