import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Foundation
import TestSupport
import Testing

/// All levels of Brick Breaker, as they ship.
@Suite("Levels of Brick Breaker")
struct BrickBreakerLevelsTests {
  static let levels = BrickBreaker.levels

  /// A session that starts in a level, with all others.
  static func session(_ level: Level, seed: UInt64 = 1) throws -> Session {
    let scenes = try levels.map { (level: $0, scene: try readLevel(BrickBreaker.self, $0)) }
    let index = try #require(levels.firstIndex(of: level))
    return try Session(
      levels: scenes, startingAt: index, game: BrickBreaker(), launch: Launch(seed: seed))
  }

  private static func state(_ session: Session) throws -> BrickBreakerState {
    try #require(session.state(as: BrickBreakerState.self))
  }

  @Test("There are thirteen levels with titles of their own, in the order of their files")
  func list() throws {
    #expect(Self.levels.count == 13)
    #expect(Set(Self.levels.map(\.title)).count == 13)
    #expect(Self.levels.map(\.name) == (1...13).map { "level\($0)" })
  }

  @Test("Every level has a par time, a bonus after the first, and two cameras", arguments: levels)
  func data(level: Level) throws {
    let scene = try Self.session(level).scene
    let court: Court = try #require(scene.rootNode.childNodes(withRole: Court.self).first?.role())
    #expect(court.parTime >= 60)
    #expect((court.bonus > 0) == (level != Self.levels[0]))
    #expect(scene.rootNode.childNodes(withRole: View.self).count == 2)
    #expect(scene.rootNode.childNodes(withRole: Brick.self).count >= 40)
  }

  @Test("The bot clears every level in the pinned time, to the pinned hash", arguments: levels)
  func bot(level: Level) throws {
    let session = try Self.session(level)
    var bot = try #require(BrickBreaker.makeBot())
    var state = try Self.state(session)
    let time = try cpuTime {
      while state.phase != .cleared, state.phase != .won, session.tick < 40_000 {
        session.step(1, with: &bot)
        state = try Self.state(session)
        if state.phase == .gameOver { break }
      }
    }
    let court: Court = try #require(
      session.scene.rootNode.childNodes(withRole: Court.self).first?.role())
    print(
      "\(level.name) \(level.title): \(state.phase) at tick \(session.tick), in play "
        + "\(state.playTicks / 60) s of par \(court.parTime) s, score \(state.score), lives "
        + "\(state.livesLeft), \(time) of CPU time")
    #expect(state.phase == .cleared || state.phase == .won)
    #expect(state.escapes == 0)
    try PinnedHashes.expect(session.tick, pinned: "brick-breaker/\(level.name)/ticks")
    try PinnedHashes.expect(session.hash, pinned: "brick-breaker/\(level.name)/hash")
  }
}
