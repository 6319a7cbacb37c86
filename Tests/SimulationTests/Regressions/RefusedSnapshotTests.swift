import CaromDocuments
import CaromSceneGraph
import CaromSimulation
import Foundation
import Testing

/// Symptom: after a snapshot whose bytes break off early was refused, the session ended the process with
/// "there is no ball", or had other node objects than before.
///
/// Cause: the scene forgot its nodes as soon as it began to read, and read the state that it went back to
/// into new ones, even in place of the root.
@Suite("A snapshot that breaks off early")
struct RefusedSnapshotTests {
  @Test("Is refused wherever it breaks off, and the nodes stay the same objects")
  func nodesStay() throws {
    let (session, _) = try makeSession(usesChance: true)
    session.step(40)
    let ball = try #require(session.scene.rootNode.childNode(withName: "ball"))
    let head = ReplayHead(session, scene: "diary.json")
    let bytes = try #require(head.snapshot).bytes
    var bare = head
    bare.snapshot = nil
    let before = session.hash
    for length in stride(from: 0, to: bytes.count, by: 61) {
      let text =
        String(bare.line.dropLast(2)) + ",\"tick\":\"40\",\"snapshot\":\""
        + Data(bytes.prefix(length)).base64EncodedString() + "\"}\n"
      let cut = try #require(
        try Replay(reading: SourceText(name: "cut", text)).head.snapshot)
      #expect(throws: SnapshotError.self) { try session.restore(cut) }
      #expect(session.hash == before)
      #expect(session.scene.rootNode.childNode(withName: "ball") === ball)
    }
  }
}
