import CaromMaths
import CaromSceneGraph
import CaromSimulation

// The overlay of the games: score, message and their panels.
extension Session {
  /// Sets the text of an overlay label; the message panel is visible while it has a text.
  func setText(_ text: String, of label: String) {
    scene.overlay.setText(text, of: label)
    if label == "message", scene.overlay[panel: label]?.isVisible == text.isEmpty {
      scene.overlay[panel: label]?.isVisible = !text.isEmpty
    }
  }

  /// Adds background panels for the score and the message, unless the scene defines them or has
  /// labels of its own for them.
  func addPanels(messageAt messagePosition: Vector2) {
    let background = Color(0.02, 0.04, 0.09, alpha: 0.55)
    let panels = [
      Panel(
        "score", position: Vector2(0, 16), size: Vector2(150, 54), color: background,
        cornerRadius: 14, alignment: .center, anchor: .top),
      Panel(
        "message", position: messagePosition, size: Vector2(560, 108), color: background,
        cornerRadius: 20, alignment: .center, verticalAlignment: .center, anchor: .center),
    ]
    for panel in panels
    where scene.overlay[panel: panel.name] == nil && scene.overlay[label: panel.name] == nil {
      scene.overlay[panel: panel.name] = panel
    }
  }
}
