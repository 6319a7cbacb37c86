import CaromMaths
import CaromSceneGraph
import CaromSimulation

// Score, lives, messages and debris: output that the rules never read.
extension BrickBreaker {
  /// Adds the overlay elements that the scene does not define.
  func makeLabels(_ session: Session) {
    session.addPanels(messageAt: Vector2(0, -20))
    var powers = Panel.plate(
      "powerUps", at: Vector2(14, -12), size: Vector2(140, 44), anchor: .bottomLeft)
    powers.isVisible = false
    session.addPlates(
      [
        .plate("status", at: Vector2(14, 16), size: Vector2(120, 56)),
        .plate("record", at: Vector2(-12, 16), size: Vector2(150, 54), anchor: .topRight), powers,
      ], unless: ["level", "highScore", "powerUps"])
    if session.scene.overlay[icon: "lives"] == nil {
      session.scene.overlay[icon: "lives"] = Icon(
        "lives", .heart, position: Vector2(28, 44), size: 28, count: 3,
        color: Color(0.95, 0.25, 0.28), verticalAlignment: .center)
    }
    let pale = Color(0.75, 0.82, 0.95)
    let labels = [
      Label(
        "score", position: Vector2(0, 24), size: 38, alignment: .center, anchor: .top),
      Label(
        "highScore", position: Vector2(-24, 28), size: 30, color: Color(1, 0.85, 0.4),
        alignment: .right, anchor: .topRight),
      Label(
        "message", position: Vector2(0, -20), size: 36, alignment: .center,
        verticalAlignment: .center, anchor: .center),
      Label(
        "result", position: Vector2(0, 62), size: 26, color: pale, alignment: .center,
        verticalAlignment: .center, anchor: .center),
      Label("level", position: Vector2(28, 72), size: 24, color: pale),
      Label(
        "powerUps", position: Vector2(28, -24), size: 26, color: Color(0.55, 0.95, 0.75),
        verticalAlignment: .bottom, anchor: .bottomLeft),
    ]
    for label in labels where session.scene.overlay[label: label.name] == nil {
      session.scene.overlay[label: label.name] = label
    }
    guard let level = session.level, let index = session.levelIndex else { return }
    session.setText("\(index + 1)  \(level.title)", of: "level")
    session.fitPlate("status", height: 90)
  }

  /// Updates the lives, the score and the best score.
  func showScore(_ session: Session) {
    let best = max(
      session.storage["brick-breaker.highScore"], UInt64(clamping: state.score))
    let lives = Int32(clamping: state.livesLeft)
    if session.scene.overlay[icon: "lives"]?.count != lives {
      session.scene.overlay[icon: "lives"]?.count = lives
    }
    session.setText("\(state.score)", of: "score")
    session.setText("Best \(best)", of: "highScore")
    session.fitPlate("record", behind: [("highScore", 30)])
    fitStatusPlate(session)
  }

  /// Makes the plate of the lives and the level as wide as the wider of the two.
  private func fitStatusPlate(_ session: Session) {
    let hearts = Float(max(0, state.livesLeft)) * 34 + 28
    let title = Float(session.scene.overlay[label: "level"]?.text.count ?? 0) * 24 * 0.56 + 32
    let width = max(hearts, title).rounded(.up)
    guard let old = session.scene.overlay[panel: "status"]?.size.x, old != width else { return }
    session.scene.overlay[panel: "status"]?.size.x = width
  }

  /// Shows the time of a cleared level, and the bonus for it.
  func showResult(bonus: Int32, _ session: Session) {
    func time(_ seconds: Double) -> String {
      let whole = Int(seconds)
      return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
    guard let par = parts?.court.parTime, par > 0 else { return }
    let own = time(Double(state.playTicks) * session.tickLength)
    session.setText(
      "Time \(own), par \(time(par))" + (bonus > 0 ? ": bonus \(bonus)" : ""), of: "result")
  }

  /// Shows the power-ups that act, with the seconds that are left.
  func showPowerUps(_ session: Session) {
    let timers = [
      ("Wide", state.wideTicks), ("Slow", state.slowTicks), ("Sticky", state.stickyTicks),
      ("Laser", state.laserTicks),
    ]
    let lines = timers.filter { $0.1 > 0 }.map { name, ticks in
      "\(name) \(Int((Double(ticks) * session.tickLength).rounded(.up)))"
    }
    session.setText(lines.joined(separator: "\n"), of: "powerUps")
    let height = Float(lines.count) * 31.2 + 18
    guard let plate = session.scene.overlay[panel: "powerUps"],
      plate.isVisible != !lines.isEmpty || plate.size.y != height
    else { return }
    session.scene.overlay[panel: "powerUps"]?.isVisible = !lines.isEmpty
    session.scene.overlay[panel: "powerUps"]?.size.y = height
  }

  /// The message of a phase, displayed at the center of the view.
  static func message(of phase: BrickBreakerState.Phase) -> String {
    switch phase {
    case .ready: "{serve} to serve"
    case .playing: ""
    case .lifeLost: "Life lost"
    case .gameOver: "Game over\n{serve} to play again"
    case .cleared: "All clear!\n{serve} to continue"
    case .won: "You won every level!\n{serve} to play again"
    }
  }

  // MARK: Effects

  /// Adds the debris of a brick in its color, for a second.
  func showDebris(of node: Node, _ brick: Brick, _ session: Session) {
    guard let original = brick.debris?.node(in: session.scene) else { return }
    let copy = original.clone()
    if case .color(let color)? = node.geometry?.materials.first?.diffuse.contents {
      for index in copy.particleSystems.indices {
        copy.particleSystems[index].particleColor = color
      }
    }
    copy.isHidden = false
    session.scene.rootNode.addChildNode(copy)
    copy.worldPosition = node.worldPosition
    copy.runAction(.sequence([.wait(duration: 1), .removeFromParentNode()]))
  }

  /// Shakes the cameras for half a second.
  ///
  /// - Parameter amount: The greatest displacement, in meters.
  func shake(by amount: Float) {
    for view in parts?.views ?? [] where view.action(forKey: "shake") == nil {
      var last = Vector3.zero
      let moves = (0..<12).map { number -> Action in
        let fade = Float(11 - number) / 11
        let side: Float = number % 2 == 0 ? 1 : -1
        let next = Vector3(side, number % 4 < 2 ? 1 : -1, 0) * (amount * fade)
        defer { last = next }
        return .move(by: next - last, duration: 0.05)
      }
      view.runAction(.sequence(moves), forKey: "shake")
    }
  }
}
