import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: the sounds of a serve and of the start of a run were never heard.
///
/// Cause: a tick forgot the sounds of the tick before only after the events of the player had been
/// handled, and took those of the events with them.
@Suite("Regression: sounds of events are heard")
struct SoundOfAnEventTests {
  final class Bell: Game {
    static let name = "bell"
    static let title = "Bell"
    static let summary = "Space rings a bell"
    static let scenePath = "bell.json"
    struct State: GameState {
      static let summary = "The state of Bell"
      var score: Int32 { 0 }
      var phaseName: String { "playing" }
      static func properties(_ p: inout some PropertyVisitor<Self>) {}
    }
    var state = State()
    func handle(_ event: InputEvent, in session: Session) {
      if event == .press(.space) { session.scene.playSound("bell") }
    }
  }

  @Test("A sound that an event plays is heard in the tick of the event, and in no other")
  func heard() throws {
    let session = try Session(scene: Scene(), game: Bell())
    session.step()
    #expect(session.sounds.isEmpty)
    session.send(.press(.space))
    session.step()
    #expect(session.sounds.map(\.name) == ["bell"])
    session.step()
    #expect(session.sounds.isEmpty)
  }
}
