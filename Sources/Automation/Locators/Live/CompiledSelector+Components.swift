// Determines whether a selector can match anything but nodes, so that components are created only
// if needed.

/// The components of a scene that become elements of its document.
enum ComponentScope: Int, Comparable {
  /// None: the document consists of nodes.
  case none
  /// The state of the game.
  case game
  /// The state of the game and the components of the scene, such as the overlay.
  case scene
  /// The state of the game, and the components of the scene and of every node.
  case all

  /// Whether a scope has fewer components than another.
  static func < (a: ComponentScope, b: ComponentScope) -> Bool { a.rawValue < b.rawValue }

  /// The names of elements that only the scene has, unless a role has one of them.
  static let sceneNames = ["label", "control", "item", "panel", "bar", "icon"]
}

extension CompiledSelector {
  /// The components that the selector may visit or whose text it may read.
  ///
  /// Most selectors of a game's state, such as `//game[@score > 3]`, need no other component.
  var componentScope: ComponentScope {
    if !ComponentVisits(selector: self, skipped: ["node", "scene"]).occur { return .none }
    let inGame = ["node", "scene", "game"]
    if !ComponentVisits(selector: self, skipped: inGame).occur { return .game }
    let inScene = inGame + ComponentScope.sceneNames
    return ComponentVisits(selector: self, skipped: inScene).occur ? .all : .scene
  }
}

/// Determines whether a selector visits elements with other names than those of a list.
private struct ComponentVisits {
  let selector: CompiledSelector
  let skipped: [String]

  var occur: Bool { needsComponents(selector.root, readsText: false) }

  private func needsComponents(_ expression: XPathExpression, readsText: Bool) -> Bool {
    switch expression {
    case .number, .literal, .variable, .attribute, .nth: return false
    case .any(let list), .all(let list):
      return list.contains { needsComponents($0, readsText: false) }
    case .union(let list): return list.contains { needsComponents($0, readsText: readsText) }
    case .comparison(let first, let rest):
      return needsComponents(first, readsText: true)
        || rest.contains { needsComponents($0.1, readsText: true) }
    case .arithmetic(let first, let rest):
      return needsComponents(first, readsText: true)
        || rest.contains { needsComponents($0.1, readsText: true) }
    case .negated(let inner): return needsComponents(inner, readsText: true)
    case .filtered(let inner, let predicates):
      return needsComponents(inner, readsText: readsText)
        || predicates.contains { needsComponents($0.condition, readsText: false) }
    case .call(let function, let arguments):
      if function == .id { return true }
      // Without an argument, the function reads the text of the context node.
      if arguments.isEmpty, !function.ignoresText, function.arguments.upperBound == 1 {
        return true
      }
      return arguments.contains { needsComponents($0, readsText: !function.ignoresText) }
    case .extended(_, let arguments):
      return arguments.contains { needsComponents($0, readsText: false) }
    case .path(let start, let steps):
      if case .expression(let inner) = start, needsComponents(inner, readsText: false) {
        return true
      }
      for (index, step) in steps.enumerated() {
        let following = index + 1 < steps.count ? steps[index + 1] : nil
        if visitsComponents(step, before: following) { return true }
      }
      let isAttribute = steps.last?.axis == .attribute
      return readsText && !isAttribute
    }
  }

  private func visitsComponents(_ step: LocationStep, before next: LocationStep?) -> Bool {
    if step.predicates.contains(where: { needsComponents($0.condition, readsText: false) }) {
      return true
    }
    switch step.axis {
    case .attribute, .parent, .ancestor, .ancestorOrSelf, .`self`: return false
    case .child, .descendant, .descendantOrSelf, .following, .followingSibling, .preceding,
      .precedingSibling:
      if isSkipped(step.test) { return false }
      // `//node[2]`: only nodes contain nodes.
      guard step.axis == .descendantOrSelf, step.test == .node, step.predicates.isEmpty, let next
      else { return true }
      return !(next.axis == .child && isSkipped(next.test))
    }
  }

  private func isSkipped(_ test: NodeTest) -> Bool {
    guard case .name(let name) = test else { return false }
    return skipped.contains(selector.names[name])
  }
}
