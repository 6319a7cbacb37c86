import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

/// Symptom: the sounds of a serve and of the start of a run were never played.
///
/// Cause: a tick cleared the sounds of the previous tick after the events of the player had been
/// handled, and removed the sounds of the events.
@Suite("Regression: sounds of events")
struct SoundOfAnEventTests {
  final class Bell: Game {
    static let name = "bell"
    static let title = "Bell"
    static let summary = "Space rings a bell"
    static let levels = [Level("bell.json")]
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

  @Test("A sound that is played by an event is reported in the tick of the event only")
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
