// Whether a selector can see anything but nodes, so that parts need not be made for those that cannot.

extension CompiledSelector {
  /// True when parts of nodes could be among what it walks over or reads.
  var needsComponents: Bool { sees(root, readsText: false) }

  private func sees(_ expression: XPathExpression, readsText: Bool) -> Bool {
    switch expression {
    case .number, .literal, .variable, .attribute, .nth: return false
    case .any(let list), .all(let list): return list.contains { sees($0, readsText: false) }
    case .union(let list): return list.contains { sees($0, readsText: readsText) }
    case .comparison(let first, let rest):
      return sees(first, readsText: true) || rest.contains { sees($0.1, readsText: true) }
    case .arithmetic(let first, let rest):
      return sees(first, readsText: true) || rest.contains { sees($0.1, readsText: true) }
    case .negated(let inner): return sees(inner, readsText: true)
    case .filtered(let inner, let predicates):
      return sees(inner, readsText: readsText)
        || predicates.contains { sees($0.condition, readsText: false) }
    case .call(let function, let arguments):
      if function == .id { return true }
      // Without an argument, the context node's own text is meant.
      if arguments.isEmpty, !function.ignoresText, function.arguments.upperBound == 1 {
        return true
      }
      return arguments.contains { sees($0, readsText: !function.ignoresText) }
    case .extended(_, let arguments):
      return arguments.contains { sees($0, readsText: false) }
    case .path(let start, let steps):
      if case .expression(let inner) = start, sees(inner, readsText: false) { return true }
      for (index, step) in steps.enumerated() {
        let following = index + 1 < steps.count ? steps[index + 1] : nil
        if needsComponents(step, before: following) { return true }
      }
      let isAttribute = steps.last?.axis == .attribute || steps.last?.axis == .namespace
      return readsText && !isAttribute
    }
  }

  private func needsComponents(_ step: LocationStep, before next: LocationStep?) -> Bool {
    if step.predicates.contains(where: { sees($0.condition, readsText: false) }) { return true }
    switch step.axis {
    case .attribute, .namespace, .parent, .ancestor, .ancestorOrSelf, .`self`: return false
    case .child, .descendant, .descendantOrSelf, .following, .followingSibling, .preceding,
      .precedingSibling:
      if isNode(step.test) { return false }
      // `//node[2]`: what is no node has no nodes in it.
      guard step.axis == .descendantOrSelf, step.test == .node, step.predicates.isEmpty, let next
      else { return true }
      return !(next.axis == .child && isNode(next.test))
    }
  }

  private func isNode(_ test: NodeTest) -> Bool {
    guard case .name(let slot) = test else { return false }
    return names[slot] == "node" || names[slot] == "scene"
  }
}
