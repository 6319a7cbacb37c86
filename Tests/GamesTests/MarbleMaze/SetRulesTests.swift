import CaromGames
import CaromMaths
import CaromSceneGraph
import CaromSimulation
import Testing

// Symptom: a session in which a rule of the marble was set, such as its acceleration, continued
// differently after a snapshot was restored.
// Cause: the game copies the rules when it binds to the scene, and did that only when a snapshot
// was restored, so the new value was ignored until then.
@Suite("Rules that are set")
struct SetRulesTests {
  @Test("A rule that is set takes effect at once, and a restored session continues alike")
  func acceleration() throws {
    func play(_ acceleration: String?) throws -> (here: UInt64, restored: UInt64, distance: Float) {
      let play = try Play(MarbleMaze.self)
      play.session.send(.press(.space))
      play.session.step(30)
      if let acceleration {
        play.session.send(
          .set(SetInput("role.ball.acceleration", of: "/ball", to: acceleration)))
      }
      play.session.send(.tilt(x: 0.5, y: 0.5))
      play.session.step()
      #expect(play.session.rejectedChanges == [])
      let snapshot = play.session.snapshot()
      let start = play.ball.worldPosition
      play.session.step(12)
      let (here, end) = (play.session.hash, play.ball.worldPosition)
      try play.session.restore(snapshot)
      play.session.step(12)
      // Before the marble rolls off the board.
      return (here, play.session.hash, abs(end.x - start.x))
    }
    let (slow, usual) = (try play("1"), try play(nil))
    #expect(slow.here == slow.restored && usual.here == usual.restored)
    #expect(slow.distance < usual.distance / 4)
  }
}
