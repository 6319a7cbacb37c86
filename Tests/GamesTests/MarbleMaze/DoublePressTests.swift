import CaromGames
import CaromSimulation
import Testing

// Symptom: a sweep of 98,353 fuzz runs found "playing follows gameOver" and "the score changed by
// -1": a run began without the title, and its score fell.
// Cause: two presses in one tick left the result and started the next run at once.
@Suite("Two presses in one tick")
struct DoublePressTests {
  @Test("Two presses in one tick leave a result, and only a later one starts the next run")
  func leavesResult() throws {
    let play = try Play(MarbleMaze.self)
    let (session, game) = (play.session, play.game)
    session.send(.press(.space))
    session.send(.release(.space))
    session.send(.tilt(x: 1, y: 1))
    for _ in 0..<3_600 where game.state.phase != .gameOver { session.step() }
    #expect(game.state.phase == .gameOver)
    session.step(120)
    for event in [InputEvent.press(.space), .release(.space), .press(.space), .release(.space)] {
      session.send(event)
    }
    session.step()
    #expect(game.state.phase == .tapToPlay && game.state.startsAgain)
    session.send(.press(.space))
    session.step()
    #expect(game.state.phase == .playing)
  }
}
