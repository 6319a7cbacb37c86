import CaromContent
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: a part of a scene that is too large was read completely for each of the games, and
/// refused each time.
///
/// Cause: a part names no game, so it was read with the roles of every game, whatever was wrong.
@Suite("Regression: invalid parts are read once", .serialized)
struct ReadOnceTests {
  private func uses(reading text: String) throws -> (count: Int, message: String) {
    let folder = try TemporaryFolder(["part.json": text])
    let loader = SessionLoader(games: [CountingGame.self, BallGame.self], root: nil)
    CountingGame.uses.count = 0
    var message = ""
    do throws(LoadError) { _ = try loader.read(folder.path + "/part.json") } catch {
      message = "\(error)"
    }
    withExtendedLifetime(folder) {}
    return (CountingGame.uses.count, message)
  }

  @Test("Problems that no game can change are found by reading once")
  func once() throws {
    let label = "{ \"text\": \"a\" }"
    let labels = Array(repeating: label, count: 1_001).joined(separator: ",")
    let large = try uses(
      reading: "{ \"format\": \"carom.scene/1\", \"overlay\": { \"labels\": [\(labels)] } }")
    #expect(large.count == 1 && large.message.contains("at most 1000 are accepted"))
    let misspelled = try uses(reading: "{ \"format\": \"carom.scene/1\", \"nodse\": [] }")
    #expect(misspelled.count == 1 && misspelled.message.contains("nodse"), "\(misspelled)")
  }

  @Test("A part whose roles fit one game is still found to be valid")
  func roles() throws {
    let found = try uses(
      reading: """
        { "format": "carom.scene/1",
          "nodes": [{ "role": { "bouncy": { "height": 20 } } }] }
        """)
    #expect(found.message.isEmpty, "\(found.message)")
  }
}

/// A game whose role has the name of another game's, and a wider range.
private final class CountingGame: Game {
  /// How often the roles were asked for.
  final class Uses: @unchecked Sendable { var count = 0 }
  static let uses = Uses()

  static let name = "counting-game"
  static let title = "Counting game"
  static let summary = "Nothing happens"
  static let levels = [Level("counting.json")]
  static var roles: [any Role.Type] {
    uses.count += 1
    return [HighRole.self]
  }

  struct State: GameState {
    static let summary = "The state of the counting game"
    var phaseName: String { "playing" }
    var score: Int32 { 0 }

    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }
  var state = State()
}

private struct HighRole: Role {
  static let name = "bouncy"
  static let summary = "Bounces high"
  var height: Float = 1

  static func properties(_ p: inout some PropertyVisitor<Self>) {
    p.property("height", \.height, "How high", .meters, 0...100)
  }
}
