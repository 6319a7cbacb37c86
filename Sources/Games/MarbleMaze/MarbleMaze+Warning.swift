import CaromMaths
import CaromSceneGraph
import CaromSimulation

// The warning before the light goes out: output that the rules never read.
extension MarbleMaze {
  /// The share of a full life below which the bar flashes.
  private static let warningShare: Float = 0.25
  /// The time for which the message of the warning stays, and half the period of the flashing bar,
  /// in ticks.
  private static let (messageTicks, flashTicks): (Int32, Int32) = (120, 10)
  /// The color of the bar, and those of its warning.
  static let barColor = Color(1, 0.62, 0.2)
  private static let warningColors = [Color(1, 0.16, 0.12), Color(1, 0.9, 0.75)]

  /// Adds the message of the warning, below the score.
  func makeWarning(_ session: Session) {
    guard session.scene.overlay[label: "warning"] == nil else { return }
    session.scene.overlay[label: "warning"] = Label(
      "warning", position: Vector2(0, 126), size: 30, color: Color(1, 0.5, 0.4),
      alignment: .center, anchor: .top)
    var plate = Panel.plate(
      "warning", at: Vector2(0, 116), size: Vector2(390, 52), anchor: .top)
    plate.isVisible = false
    session.addPlates([plate], unless: [])
  }

  /// Flashes the bar while the light is about to go out, with a message at the beginning.
  func showWarning(_ session: Session) {
    let full = parts?.rules.lifeTicks ?? 1
    let limit = Int32(Float(full) * Self.warningShare)
    let isLow = state.phase == .playing && state.lifeTicks < limit
    let since = limit - state.lifeTicks
    let isTold = isLow && since <= Self.messageTicks
    let text = isTold ? "Your light is going out!" : ""
    if session.scene.overlay[label: "warning"]?.text != text {
      session.setText(text, of: "warning")
      session.scene.overlay[panel: "warning"]?.isVisible = isTold
    }
    let color =
      isLow
      ? Self.warningColors[Int(since / Self.flashTicks) % Self.warningColors.count] : Self.barColor
    // A bar of the scene with another color has it again after a warning only if it is this one.
    guard let bar = session.scene.overlay.bars.firstIndex(where: { $0.name == "life" }),
      session.scene.overlay.bars[bar].color != color,
      ([Self.barColor] + Self.warningColors).contains(session.scene.overlay.bars[bar].color)
    else { return }
    session.scene.overlay.bars[bar].color = color
  }
}
