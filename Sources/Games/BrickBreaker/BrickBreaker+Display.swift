import CaromMaths
import CaromSceneGraph
import CaromSimulation

// Score, lives, messages and cameras: output that the rules never read.
extension BrickBreaker {
  /// Adds the overlay elements that the scene does not define.
  func makeLabels(_ session: Session) {
    session.addPanels(messageAt: Vector2(0, -20))
    if session.scene.overlay[icon: "lives"] == nil {
      session.scene.overlay[icon: "lives"] = Icon(
        "lives", .heart, position: Vector2(28, 44), size: 28, count: 3,
        color: Color(0.95, 0.25, 0.28), verticalAlignment: .center)
    }
    let labels = [
      Label(
        "score", position: Vector2(0, 24), size: 38, alignment: .center, anchor: .top),
      Label(
        "highScore", position: Vector2(-24, 28), size: 30, color: Color(1, 0.85, 0.4),
        alignment: .right, anchor: .topRight),
      Label(
        "message", position: Vector2(0, -20), size: 36, alignment: .center,
        verticalAlignment: .center, anchor: .center),
    ]
    for label in labels where session.scene.overlay[label: label.name] == nil {
      session.scene.overlay[label: label.name] = label
    }
  }

  /// Updates the lives, the score and the best score.
  func showScore(_ session: Session) {
    let best = max(
      session.storage["brick-breaker.highScore"], UInt64(clamping: state.score))
    let lives = Int32(clamping: state.livesLeft)
    if session.scene.overlay[icon: "lives"]?.count != lives {
      session.scene.overlay[icon: "lives"]?.count = lives
    }
    session.setText(fourDigits(state.score), of: "score")
    session.setText("Best \(fourDigits(best))", of: "highScore")
  }

  /// The message of a phase, displayed at the center of the view.
  static func message(of phase: BrickBreakerState.Phase) -> String {
    switch phase {
    case .ready: "{serve} to serve"
    case .playing: ""
    case .lifeLost: "Ball lost"
    case .gameOver: "Game over\n{serve} to play again"
    case .cleared: "All clear!\n{serve} to continue"
    }
  }

  /// The view format to use: the player's choice, or the one that fits the aspect ratio.
  func currentView(_ session: Session) -> ViewFormat {
    state.view ?? (session.input.aspect >= 1 ? .landscape : .portrait)
  }

  /// Activates the camera of the current view format.
  func showView(_ session: Session) {
    guard let views = parts?.views, !views.isEmpty else { return }
    let format = currentView(session)
    for view in views where view.role(as: View.self)?.format == format {
      guard session.scene.state.pointOfView.id != view.id else { return }
      session.scene.pointOfView = view
      return
    }
  }
}
