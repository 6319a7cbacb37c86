import CaromAutomation
import CaromProperties
import CaromSceneGraph
import CaromSimulation
import Testing

/// A game with a lock of ten keys that only its bot knows, and a trap behind it.
private final class Lock: Game {
  static let name = "lock"
  static let title = "Lock"
  static let summary = "Ten keys in the right order open the lock"
  static let levels = [Level("lock.json")]
  static let code: [KeyCode] = [.c, .a, .b, .b, .c, .a, .c, .b, .c, .c]
  static var controls: GameControls { GameControls(keys: [.a, .b, .c], holdTicks: 2...20) }
  static func makeBot() -> (any Bot)? { Knowing() }
  static var invariants: [Invariant] {
    [
      Invariant("trap", "Nobody gets into the trap", of: State.self) { state, _ in
        state.phaseName == "trapped" ? "somebody is trapped" : nil
      }
    ]
  }

  struct State: GameState {
    static let summary = "The state of Lock"
    var score: Int32 = 0
    var isTrapped = false
    var phaseName: String {
      isTrapped ? "trapped" : Int(score) < Lock.code.count ? "locked" : "open"
    }
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("score", \.score, "The number of right keys")
      p.property("isTrapped", \.isTrapped, "Whether the player is trapped")
    }
  }
  var state = State()

  func handle(_ event: InputEvent, in session: Session) {
    guard case .key(let key) = event, key.isDown else { return }
    if Int(state.score) == Self.code.count {
      // The bot goes on with the first key of the lock.
      state.isTrapped = key.code == .b
    } else {
      state.score = Self.code[Int(state.score)] == key.code ? state.score + 1 : 0
    }
  }

  /// Opens the lock and presses the first key from then on.
  struct Knowing: Bot {
    func play(_ session: Session) -> [InputEvent] {
      guard session.tick % 20 == 0, let state = session.state(as: Lock.State.self) else {
        return []
      }
      let index = Int(state.score)
      let key = index < Lock.code.count ? Lock.code[index] : Lock.code[0]
      return [.press(key), .release(key)]
    }
  }
}

@Suite("Players of a search")
struct PlayerTests {
  /// A session of a game in an empty scene.
  private static func session(_ game: any Game) throws -> Session {
    try Session(scene: Scene(), game: game, seed: 1)
  }

  /// The outcome of a search without shrinking.
  private func search(
    _ fuzz: Fuzz, _ controls: GameControls? = nil, _ game: @escaping @Sendable () -> any Game
  ) throws -> Fuzz.Outcome {
    var fuzz = fuzz
    fuzz.shrinking = 0
    return try fuzz.run(controls: controls) { try Self.session(game()) }
  }

  /// Violated once a key has been held for a number of ticks.
  private func held(_ key: KeyCode, for ticks: Int) -> Invariant {
    Invariant(
      "held", "The key is not held for long",
      watching: { _ in
        var count = 0
        var isDown = false
        return { session in
          for input in session.appliedEvents {
            if case .key(let event) = input.event, event.code == key { isDown = event.isDown }
          }
          count = isDown ? count + 1 : 0
          return count >= ticks ? "held for \(count) ticks" : nil
        }
      })
  }

  @Test("Inputs are held for as long as the game declares")
  func hold() throws {
    let fuzz = Fuzz(ticks: 600, runs: 3, invariants: [held(.left, for: 40)], threads: 1)
    let long = GameControls(keys: [.space, .left], holdTicks: 10...45)
    #expect(try search(fuzz, long, { Jumping() }).failure?.invariant == "held")
    let short = GameControls(keys: [.space, .left], holdTicks: 2...8)
    #expect(try search(fuzz, short, { Jumping() }).failure == nil)
  }

  @Test("Corners of the input space: both ends of the tilt with each key and with both")
  func corners() throws {
    let wanted = Invariant("corner", "Not everything at once") { session in
      let input = session.input
      let isDown = input.isPressed(.space) && input.isPressed(.left)
      return isDown && input.tilt.y < -0.7 && input.tilt.x > 0.7 ? "both keys and the corner" : nil
    }
    let outcome = try search(
      Fuzz(ticks: 3_600, runs: 8, invariants: [wanted], threads: 1),
      GameControls(keys: [.space, .left], usesTilt: true, holdTicks: 2...20), { Jumping() })
    #expect(outcome.failure != nil, "random players press one key at a time")
  }

  @Test("Input grows from that of the game's bot")
  func grown() throws {
    let fuzz = Fuzz(ticks: 400, runs: 40, seed: 5, threads: 2)
    let outcome = try search(fuzz) { Lock() }
    #expect(outcome.failure?.invariant == "trap")
    #expect(outcome.coverage.phases.map(\.name) == ["locked", "open", "trapped"])
    // Without the bot, a random player needs tens of thousands of attempts for the lock.
    let blind = try search(fuzz) { BotlessLock() }
    #expect(blind.failure == nil && blind.coverage.phases.map(\.name) == ["locked"])
  }

  @Test("Players, inputs, phases and states of a search are reported, the same on any threads")
  func coverage() throws {
    var fuzz = Fuzz(ticks: 200, runs: 24, invariants: [], threads: 1)
    let outcome = try search(fuzz) { Lock() }
    let coverage = outcome.coverage
    #expect(coverage.players.map(\.name) == ["bot", "corners", "idle", "random", "variation"])
    #expect(coverage.players.reduce(0) { $0 + $1.count } == 24)
    #expect(coverage.phases.reduce(0) { $0 + $1.count } == outcome.ticks)
    #expect(coverage.inputs.map(\.name).contains("press b"))
    #expect(coverage.states >= 3 && coverage.contacts.isEmpty)
    fuzz.threads = 3
    #expect(try search(fuzz) { Lock() } == outcome)
  }
}

/// The same lock without a bot.
private final class BotlessLock: Game {
  static let name = "botlessLock"
  static let title = "Lock"
  static let summary = "Ten keys in the right order open the lock"
  static let levels = [Level("lock.json")]
  static var controls: GameControls { Lock.controls }
  static var invariants: [Invariant] { Lock.invariants }
  private let rules = Lock()
  var state: Lock.State {
    get { rules.state }
    set { rules.state = newValue }
  }
  func handle(_ event: InputEvent, in session: Session) { rules.handle(event, in: session) }
}
