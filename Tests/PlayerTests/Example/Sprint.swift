import Carom

/// A game of two levels with points and lives: space begins a run and leaves its result, right wins
/// it with 18 points, up gives a point, and down loses all lives.
final class Sprint: Game {
  static let name = "sprint"
  static let title = "Sprint"
  static let summary = "Two runs"
  static var levels: [Level] { (1...2).map { Level("run\($0).json") } }

  struct State: GameState, Hashable {
    static let summary = "The run"
    static var carriedOver: [PartialKeyPath<Self>] { [\.score, \.livesLeft] }
    enum Phase: String, EnumName { case waiting, running, won, lost }
    var phase = Phase.waiting
    var score: Int32 = 0
    var livesLeft: Int32 = 3
    var phaseName: String { phase.rawValue }
    var isOver: Bool { phase == .lost }
    var hasBegun: Bool { phase != .waiting }
    static func properties(_ p: inout some PropertyVisitor<Self>) {
      p.property("phase", \.phase, "The phase")
      p.property("score", \.score, "The points")
      p.property("lives", \.livesLeft, "The lives")
    }
  }
  var state = State()

  /// A session in a level, or in a scene that is none.
  static func session(at index: Int?, storage: Storage = Storage()) throws -> Session {
    let launch = Launch(storage: storage)
    guard let index else { return try Session(scene: Scene(), game: Sprint(), launch: launch) }
    return try Session(
      levels: levels.map { ($0, Scene()) }, startingAt: index, game: Sprint(), launch: launch)
  }

  func handle(_ event: InputEvent, in session: Session) {
    switch (event, state.phase) {
    case (.press(.space), .waiting): state.phase = .running
    case (.press(.space), .won): state.phase = .waiting
    case (.press(.space), .lost): (state.phase, state.score, state.livesLeft) = (.waiting, 0, 3)
    case (.press(.up), .running): state.score += 1
    case (.press(.right), .running):
      (state.phase, state.score) = (.won, state.score + 18)
      session.storage["sprint.best"] = max(
        session.storage["sprint.best"], UInt64(clamping: state.score))
      session.completeLevel()
    case (.press(.down), .running): (state.phase, state.livesLeft) = (.lost, 0)
    default: break
    }
  }
}
