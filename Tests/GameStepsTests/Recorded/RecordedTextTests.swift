import CaromAutomation
import CaromContent
import CaromDocuments
import CaromGames
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// `carom replay to-swift` generates tests that compile and run; one of them is checked in here.
///
/// The final hash is removed from it, because it changes with the physics. `PIN_HASHES=1` writes
/// the file again.
@Suite("Recordings as Swift")
struct RecordedTextTests {
  private static let path = "Tests/GameStepsTests/Recorded/RecordedGame.swift"

  /// A game with every kind of event and launch argument.
  private func recording() throws -> Replay {
    var launch = Launch(seed: 12)
    launch.start = try #require(WorldDate("2026-11-22T01:02:03Z"))
    launch.arguments["easy"] = .bool(true)
    launch.arguments["speed"] = .number(1.5)
    launch.arguments["who"] = .text("\"Ada\" \\ Lovelace\n\u{7}é")
    launch.storage["best \"one\""] = .max
    let loader = SessionLoader(games: GameList.all, root: try ContentRoot.find())
    let session = try loader.load(BrickBreaker.name, launch: launch).session
    var text = ""
    session.record(scene: BrickBreaker.scenePath) { text += $0 }
    let events: [InputEvent] = [
      .viewport(width: 640, height: 480), .press(.space), .release(.space),
      .pointer(.pressed, x: 0.25, y: 0.75), .pointer(.moved, x: 0.3, y: 0.1),
      .pointer(.released, x: 0, y: 1), .tilt(x: -0.1, y: 1e-7), .axis(.leftX, -0.5),
      .button(ButtonInput(button: .start, isDown: true)), .command(.pause), .command(.resume),
      try InputEvent(
        json: "{\"set\":{\"target\":\"/ball\",\"property\":\"opacity\",\"value\":\"0.5\"}}"),
    ]
    for (index, event) in events.enumerated() {
      session.step(index)
      session.send(event)
    }
    session.note("it goes\non \"here\" */ \\")
    session.step(60)
    session.finishRecording()
    return try Replay(reading: SourceText(name: "recording", text))
  }

  @Test("The generated test equals the one that is compiled in this target")
  func text() throws {
    let replay = try recording()
    let end = try #require(replay.end)
    let digits = String(end.hash, radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    let hash = "  #expect(driver.session.replayHash == 0x\(padded))"
    let lines = try ReplayTestWriter.swift(of: replay).components(separatedBy: "\n")
    #expect(lines.filter { $0 == hash }.count == 1)
    let text = lines.filter { $0 != hash }.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["PIN_HASHES"] == "1" {
      try Data(text.utf8).write(to: Repository.url(Self.path), options: .atomic)
    } else {
      #expect(try Repository.text(Self.path) == text)
    }
  }
}
