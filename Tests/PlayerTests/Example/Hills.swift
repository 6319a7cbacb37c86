import Carom

/// A game of ten levels; right completes a level and goes to the next one, if there is one.
final class Hills: Game {
  static let name = "hills"
  static let title = "Hills"
  static let summary = "Ten hills"
  static var levels: [Level] {
    (1...10).map { Level("hill\($0).json", title: "Hill \($0)") }
  }

  struct State: GameState {
    static let summary = "No state"
    var phaseName: String { "playing" }
    var score: Int32 { 3 }
    static func properties(_ p: inout some PropertyVisitor<Self>) {}
  }
  var state = State()

  /// A session in a level, with stored numbers.
  static func session(at index: Int = 0, storage: Storage = Storage()) throws -> Session {
    try Session(
      levels: levels.map { ($0, Scene()) }, startingAt: index, game: Hills(),
      launch: Launch(storage: storage))
  }

  /// The stored numbers of a player who has completed the first levels.
  static func storage(completed count: Int) throws -> Storage {
    let session = try session()
    for level in levels.prefix(count) {
      session.present(level)
      session.step(5)
      session.completeLevel()
    }
    return session.storage
  }

  /// The progress of a player who has completed the first levels.
  static func progress(completed count: Int) throws -> [LevelProgress] {
    progress(in: try storage(completed: count))
  }

  func handle(_ event: InputEvent, in session: Session) {
    guard event == .press(.right) else { return }
    session.completeLevel()
    if let next = session.nextLevel { session.present(next) }
  }
}
