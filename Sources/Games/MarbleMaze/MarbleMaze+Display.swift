import CaromMaths
import CaromSceneGraph
import CaromSimulation

// Score, life and messages: output that the rules never read.
extension MarbleMaze {
  /// Adds the overlay elements that the scene does not define.
  func makeLabels(_ session: Session) {
    session.addPanels(messageAt: Vector2(0, -100))
    let labels = [
      Label("score", position: Vector2(0, 24), size: 38, alignment: .center, anchor: .top),
      Label(
        "highScore", position: Vector2(-24, 28), size: 30, color: Color(1, 0.85, 0.4),
        alignment: .right, anchor: .topRight),
      Label(
        "message", position: Vector2(0, -100), size: 40, alignment: .center,
        verticalAlignment: .center, anchor: .center),
    ]
    for label in labels where session.scene.overlay[label: label.name] == nil {
      session.scene.overlay[label: label.name] = label
    }
    if session.scene.overlay[bar: "life"] == nil {
      var bar = Bar(
        "life", position: Vector2(62, 36), size: Vector2(180, 16), value: 0,
        color: Color(1, 0.62, 0.2))
      bar.cornerRadius = 8
      session.scene.overlay[bar: "life"] = bar
    }
    if session.scene.overlay[icon: "life"] == nil {
      session.scene.overlay[icon: "life"] = Icon(
        "life", .bolt, position: Vector2(28, 44), size: 28, color: Color(1, 0.72, 0.3),
        verticalAlignment: .center)
    }
  }

  /// Updates the score, the best score and the message.
  func showScore(_ session: Session) {
    let best = max(session.storage["marble-maze.highScore"], UInt64(clamping: state.score))
    session.setText(fourDigits(state.score), of: "score")
    session.setText("Best \(fourDigits(best))", of: "highScore")
    session.setText(Self.message(of: state.phase), of: "message")
  }

  /// Updates the life bar, in steps of one hundredth.
  func showLife(_ session: Session) {
    let value = (state.glow * 100).rounded() * 0.01
    guard let index = session.scene.overlay.bars.firstIndex(where: { $0.name == "life" }),
      session.scene.overlay.bars[index].value != value
    else { return }
    session.scene.overlay.bars[index].value = value
  }

  /// The message of a phase, displayed at the center of the view.
  static func message(of phase: MarbleMazeState.Phase) -> String {
    switch phase {
    case .tapToPlay: "{start} to start"
    case .playing: ""
    case .gameOver: "Game over"
    case .finished: "Goal reached"
    }
  }
}
