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

  /// Adds plates behind labels, unless the scene defines them or has labels of its own.
  ///
  /// - Parameters:
  ///   - plates: The plates.
  ///   - labels: The labels that a scene places itself, after which no plate fits.
  func addPlates(_ plates: [Panel], unless labels: [String]) {
    guard labels.allSatisfy({ scene.overlay[label: $0] == nil }) else { return }
    for plate in plates where scene.overlay[panel: plate.name] == nil {
      scene.overlay[panel: plate.name] = plate
    }
  }

  /// The width of a character of a label for each unit of its size, at most for most texts.
  private static let characterWidth: Float = 0.56

  /// Makes a plate as wide as the longest of the labels before it, with a margin.
  func fitPlate(_ name: String, behind labels: [(name: String, size: Float)]) {
    let widths = labels.map { label, size in
      Float(scene.overlay[label: label]?.text.count ?? 0) * size * Self.characterWidth
    }
    let width = ((widths.max() ?? 0) + 36).rounded(.up)
    guard let old = scene.overlay[panel: name]?.size.x, old != width else { return }
    scene.overlay[panel: name]?.size.x = width
  }

  /// Makes a plate as high as the rows before it.
  func fitPlate(_ name: String, height: Float) {
    guard let old = scene.overlay[panel: name]?.size.y, old != height else { return }
    scene.overlay[panel: name]?.size.y = height
  }
}

extension Panel {
  /// A translucent plate behind labels, which are legible before bright things with it.
  static func plate(
    _ name: String, at position: Vector2, size: Vector2, anchor: OverlayAnchor = .topLeft
  ) -> Panel {
    Panel(
      name, position: position, size: size, color: Color(0.02, 0.04, 0.09, alpha: 0.55),
      cornerRadius: 14, anchor: anchor)
  }
}
