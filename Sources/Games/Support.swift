import CaromMaths
import CaromSceneGraph
import CaromSimulation

// What both games need of a scene. A role may sit on a node that refers to a sub-scene, while body
// and surface sit on a node inside.
extension Node {
  /// The node itself or the first one below that has a body.
  var bodyNode: Node? {
    if physicsBody != nil { return self }
    for child in childNodes {
      if let found = child.bodyNode { return found }
    }
    return nil
  }

  /// The node itself or the nearest one above that has a role.
  var roleNode: Node? {
    var node: Node? = self
    while let n = node {
      if n.role != nil { return n }
      node = n.parent
    }
    return nil
  }
}

extension Session {
  /// The one node with a role; notes a problem when there is none or more than one.
  func only<R: Role>(_ type: R.Type, _ problems: inout [String]) -> Node? {
    let nodes = scene.rootNode.childNodes(withRole: type)
    if nodes.count == 1 { return nodes[0] }
    problems.append(
      "the scene has \(nodes.count) nodes with the role \(R.name); exactly one is accepted")
    return nil
  }

  /// Changes the text of a label that the game made; its panel shows while there is a text.
  func show(_ text: String, in label: String) {
    scene.overlay.setText(text, of: label)
    if label == "message", scene.overlay[panel: label]?.isVisible == text.isEmpty {
      scene.overlay[panel: label]?.isVisible = !text.isEmpty
    }
  }

  /// Adds the grounds that make score and message stand out from any scene, where it has none itself.
  func addPanels(messageAt messagePlace: Vector2) {
    let ground = Color(0.02, 0.04, 0.09, alpha: 0.55)
    let panels = [
      Panel(
        "score", position: Vector2(0, 16), size: Vector2(150, 54), color: ground, cornerRadius: 14,
        alignment: .center, anchor: .top),
      Panel(
        "message", position: messagePlace, size: Vector2(560, 108), color: ground,
        cornerRadius: 20, alignment: .center, verticalAlignment: .center, anchor: .center),
    ]
    for panel in panels where scene.overlay[panel: panel.name] == nil {
      scene.overlay[panel: panel.name] = panel
    }
  }
}

/// A number with at least four digits, as the games show scores.
func fourDigits(_ number: Int32) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, 4 - text.count)) + text
}
