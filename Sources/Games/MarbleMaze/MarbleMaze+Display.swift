import CaromMaths
import CaromSceneGraph
import CaromSimulation

// Score, life, time and messages: output that the rules never read.
extension MarbleMaze {
  /// Adds the overlay elements that the scene does not define.
  func makeLabels(_ session: Session) {
    // Above the marble, which is at the center.
    session.addPanels(messageAt: Vector2(0, -170))
    session.addPlates(
      [
        .plate("status", at: Vector2(14, 16), size: Vector2(244, 56)),
        .plate("record", at: Vector2(-12, 16), size: Vector2(190, 100), anchor: .topRight),
      ], unless: ["lives", "highScore", "time"])
    makeWarning(session)
    let labels = [
      Label("score", position: Vector2(0, 24), size: 38, alignment: .center, anchor: .top),
      Label(
        "highScore", position: Vector2(-24, 28), size: 30, color: Color(1, 0.85, 0.4),
        alignment: .right, anchor: .topRight),
      Label("time", position: Vector2(-24, 80), size: 26, alignment: .right, anchor: .topRight),
      Label("lives", position: Vector2(28, 80), size: 26, anchor: .topLeft),
      Label(
        "message", position: Vector2(0, -170), size: 40, alignment: .center,
        verticalAlignment: .center, anchor: .center),
      Label(
        "title", position: Vector2(0, -94), size: 30, color: Color(1, 0.85, 0.4),
        alignment: .center, verticalAlignment: .center, anchor: .center),
    ]
    for label in labels where session.scene.overlay[label: label.name] == nil {
      session.scene.overlay[label: label.name] = label
    }
    if session.scene.overlay[bar: "life"] == nil {
      var bar = Bar(
        "life", position: Vector2(62, 36), size: Vector2(180, 16), value: 1, color: Self.barColor)
      bar.cornerRadius = 8
      session.scene.overlay[bar: "life"] = bar
    }
    if session.scene.overlay[icon: "life"] == nil {
      session.scene.overlay[icon: "life"] = Icon(
        "life", .bolt, position: Vector2(28, 44), size: 28, color: Color(1, 0.72, 0.3),
        verticalAlignment: .center)
    }
  }

  /// Updates the score, the best score, the lives and the messages.
  func showScore(_ session: Session) {
    let best = max(session.storage["marble-maze.highScore"], UInt64(clamping: state.score))
    session.setText("\(state.score)", of: "score")
    session.setText("Best \(best)", of: "highScore")
    let hasLives = parts.map { $0.rules.lives > 1 } ?? false
    session.setText(hasLives ? "Lives \(state.livesLeft)" : "", of: "lives")
    session.fitPlate("status", height: hasLives ? 100 : 56)
    session.fitPlate("record", behind: [("highScore", 30), ("time", 26)])
    session.setText(message(session), of: "message")
    session.setText(title(session), of: "title")
    if state.phase != .tapToPlay, state.phase != .playing {
      hideHint(session)
    }
    fitPanel(session)
    showTime(session)
  }

  /// Extends the panel of the message to the title, unless the scene has a panel of its own.
  private func fitPanel(_ session: Session) {
    let (low, high) = ((y: Float(-170), height: Float(108)), (y: Float(-144), height: Float(160)))
    guard let panel = session.scene.overlay[panel: "message"],
      panel.position.y == low.y || panel.position.y == high.y
    else { return }
    let hasTitle = !(session.scene.overlay[label: "title"]?.text.isEmpty ?? true)
    let wanted = hasTitle ? high : low
    guard panel.position.y != wanted.y else { return }
    session.scene.overlay[panel: "message"]?.position.y = wanted.y
    session.scene.overlay[panel: "message"]?.size.y = wanted.height
  }

  /// The time after which the hint of a level disappears, in ticks of its first run.
  private static let hintTicks: Int32 = 480

  /// Updates the life bar, in steps of one hundredth, and the time, once per second.
  ///
  /// The bar is full before a run, which begins with a full life.
  func showLife(_ session: Session) {
    if state.phase == .playing, isFullSecond(session) { showTime(session) }
    if state.phase == .playing, state.runTicks == Self.hintTicks {
      hideHint(session)
    }
    let full = Float(parts?.rules.lifeTicks ?? 1)
    let life = state.phase == .tapToPlay ? full : Float(max(0, state.lifeTicks))
    let value = (life / full * 100).rounded() * 0.01
    showWarning(session)
    guard let index = session.scene.overlay.bars.firstIndex(where: { $0.name == "life" }),
      session.scene.overlay.bars[index].value != value
    else { return }
    session.scene.overlay.bars[index].value = value
  }

  /// Hides the hint of a level and the panel behind it.
  private func hideHint(_ session: Session) {
    session.scene.overlay.setVisible(false, of: "hint")
    if session.scene.overlay[panel: "hint"]?.isVisible == true {
      session.scene.overlay[panel: "hint"]?.isVisible = false
    }
  }

  private func isFullSecond(_ session: Session) -> Bool {
    let rate = Int32(max(1, (1 / session.tickLength).rounded()))
    return state.runTicks % rate == 0
  }

  /// The time of the run and, if the level has one, its par time.
  private func showTime(_ session: Session) {
    let par = session.scene.par.duration.map { " / \(Self.clock($0))" } ?? ""
    session.setText(
      Self.clock(Double(state.runTicks) * session.tickLength) + par, of: "time")
    session.fitPlate("record", behind: [("highScore", 30), ("time", 26)])
  }

  /// Minutes and seconds.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 1e9) + 1e-6)
    return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
  }

  /// The title of a level before its run, and its result afterwards.
  private func title(_ session: Session) -> String {
    switch state.phase {
    case .tapToPlay where state.startsAgain: return ""
    case .tapToPlay:
      guard let level = session.level, let index = session.levelIndex else { return "" }
      return session.levels.count > 1 ? "\(index + 1). \(level.title)" : level.title
    case .finished: return state.bonus > 0 ? "Under par: +\(state.bonus)" : ""
    case .gameOver: return state.lifeTicks > 0 ? "The marble fell" : "The light went out"
    case .playing, .fallen: return ""
    }
  }

  /// The message of a phase, displayed at the center of the view.
  private func message(_ session: Session) -> String {
    switch state.phase {
    case .tapToPlay: return state.startsAgain ? "" : "{start} to start"
    case .playing: return ""
    case .fallen: return state.lifeTicks > 0 ? "Fallen!" : "The light went out"
    case .gameOver: return "Game over\n{start} to play again"
    case .finished:
      let isLast = session.levels.count > 1 && session.nextLevel == nil
      return isLast
        ? "All levels completed!\n{start} to play again" : "Goal reached\n{start} to continue"
    }
  }
}
