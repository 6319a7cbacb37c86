import CaromAutomation
import CaromMaths
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

/// A game whose score depends on properties that its state does not declare.
private final class Combo: Game {
  static let name = "combo"
  static let title = "Combo"
  static let summary = "Every press counts more than the last"
  static let levels = [Level("combo.json")]
  static var controls: GameControls { GameControls(keys: [.space]) }

  struct State: GameState {
    static let summary = "The state of Combo"
    var score: Int32 = 0
    var combo: Int32 = 0
    var phaseName: String { "playing" }
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The points")
    }
  }
  var state = State()
  /// Found again at every start.
  private var root: Node?
  private var presses = 0

  func bind(to session: Session) throws(GameError) { root = session.scene.rootNode }

  func handle(_ event: InputEvent, in session: Session) {
    guard event == .press(.space) else { return }
    state.combo += 1
    presses += 1
    state.score += state.combo
  }
}

/// Symptom: `the same input led to another state` did not say why.
///
/// Cause: what differed is in no snapshot and no hash, and nothing looked for it.
@Suite("Undeclared state in messages")
struct UndeclaredStateTests {
  private static let makeSession: @Sendable () throws -> Session = {
    try Session(scene: Scene(), game: Combo(), seed: 1)
  }

  @Test("A search names the properties that made a repeated run come out otherwise")
  func repeated() throws {
    let outcome = try Fuzz(ticks: 400, runs: 4, invariants: [], threads: 1)
      .run(makeSession: Self.makeSession)
    let failure = try #require(outcome.failure)
    #expect(failure.invariant == "repeat")
    #expect(failure.message.contains("; in no snapshot and no hash: State.combo: 0 | "))
    #expect(failure.message.contains("Combo.presses: 0 | "), "\(failure.message)")
    #expect(!failure.message.contains("root"), "what a game finds again is no cause")
  }

  @Test("A session that continues from a snapshot otherwise names them, too")
  func restored() throws {
    let session = try Self.makeSession()
    let presses = (0..<20).map { TimedInput(.press(.space), tick: UInt64($0)) }
    let error = #expect(throws: HeavyMode.Difference.self) {
      try HeavyMode(interval: 5).run(
        session, ticks: 20, bot: ScriptPlayer(presses), makeSession: Self.makeSession)
    }
    #expect(error?.undeclared.first == "State.combo: 5 | 0")
    #expect(error?.description.contains("in no snapshot and no hash: State.combo") ?? false)
  }
}
