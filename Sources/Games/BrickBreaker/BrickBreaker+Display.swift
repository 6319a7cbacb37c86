import CaromMaths
import CaromSceneGraph
import CaromSimulation

// Score, lives, messages and cameras: what the rules show and never read back.
extension BrickBreaker {
  /// Makes the elements of the display that the scene does not bring itself.
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

  /// Shows lives, score and the best score.
  func showScore(_ session: Session) {
    let best = max(
      session.storage["brick-breaker.highScore"], UInt64(clamping: state.score))
    let lives = Int32(clamping: state.livesLeft)
    if session.scene.overlay[icon: "lives"]?.count != lives {
      session.scene.overlay[icon: "lives"]?.count = lives
    }
    session.show(fourDigits(state.score), in: "score")
    session.show("BEST \(fourDigits(Int32(clamping: best)))", in: "highScore")
  }

  /// What the middle of the picture says in a phase.
  static func message(of phase: BrickBreakerState.Phase) -> String {
    switch phase {
    case .ready: "PRESS SPACE TO SERVE"
    case .playing: ""
    case .lifeLost: "BALL LOST"
    case .gameOver: "-GAME OVER-\nPRESS SPACE"
    case .cleared: "ALL CLEAR!\nPRESS SPACE"
    }
  }

  /// The format of the camera to use now.
  func currentView(_ session: Session) -> ViewFormat {
    state.view ?? (session.input.aspect >= 1 ? .landscape : .portrait)
  }

  /// Switches to the camera of the current format.
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
