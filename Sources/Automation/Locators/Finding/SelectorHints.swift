import CaromDocuments

// Frequent mistakes in selectors that are well-formed, which therefore match nothing but cause no
// error.

extension Evaluator {
  /// Hints at the probable meaning of an expression, one sentence for each mistake.
  mutating func hints(_ expression: XPathExpression) -> [String] {
    var found: [String] = []
    collect(expression, inPredicate: false, &found)
    return found
  }

  private mutating func collect(
    _ expression: XPathExpression, inPredicate: Bool, _ found: inout [String]
  ) {
    switch expression {
    case .any(let parts), .all(let parts), .union(let parts), .call(_, let parts):
      for part in parts { collect(part, inPredicate: inPredicate, &found) }
    case .comparison(let first, let rest):
      for (side, other) in [(first, rest.first?.1)] + rest.map({ ($0.1, Optional(first)) }) {
        if inPredicate, let name = bareName(side) {
          add(hint(name, comparedWith: other), &found)
        } else {
          collect(side, inPredicate: inPredicate, &found)
        }
      }
    case .arithmetic(let first, let rest):
      collect(first, inPredicate: inPredicate, &found)
      for (_, operand) in rest { collect(operand, inPredicate: inPredicate, &found) }
    case .negated(let inner): collect(inner, inPredicate: inPredicate, &found)
    case .path(let start, let steps):
      if inPredicate, let name = bareName(expression) {
        add(hint(name, comparedWith: nil), &found)
      }
      if case .expression(let inner) = start { collect(inner, inPredicate: inPredicate, &found) }
      for step in steps {
        add(hint(forElement: step), &found)
        collect(step.predicates, &found)
      }
    case .filtered(let inner, let predicates):
      collect(inner, inPredicate: inPredicate, &found)
      collect(predicates, &found)
    case .extended(let function, let arguments):
      for (position, argument) in arguments.enumerated() {
        if case .literal(let name) = argument {
          add(hint(forNode: name, function, position), &found)
        } else {
          collect(argument, inPredicate: true, &found)
        }
      }
    case .number, .literal, .variable, .attribute, .nth: break
    }
  }

  private mutating func collect(_ predicates: [Predicate], _ found: inout [String]) {
    for predicate in predicates { collect(predicate.condition, inPredicate: true, &found) }
  }

  private func add(_ hint: String?, _ found: inout [String]) {
    if let hint, !found.contains(hint), found.count < 3 { found.append(hint) }
  }

  // MARK: Names

  /// The name in a path that consists only of the name of a child.
  private func bareName(_ expression: XPathExpression) -> String? {
    guard case .path(.context, let steps) = expression, steps.count == 1,
      steps[0].axis == .child, steps[0].predicates.isEmpty, case .name(let index) = steps[0].test
    else { return nil }
    return selector.names[index]
  }

  private mutating func hint(
    _ name: String, comparedWith other: XPathExpression?
  ) -> String? {
    // The name of an element is a component such as `light`.
    if tree.nameIndex(of: name) < 0, isProperty(name) {
      return "\"\(name)\" without @ is a child; the property is @\(name)"
    }
    guard let other else { return nil }
    var isText = bareName(other).map(isProperty) ?? false
    if case .attribute = other { isText = true }
    guard isText else { return nil }
    return "\(name) without quotes is a child; the text is '\(name)'"
  }

  /// The name of a node in the place of the name of an element, such as `//ball`.
  private func hint(forElement step: LocationStep) -> String? {
    guard case .name(let index) = step.test, step.axis != .attribute else { return nil }
    let name = selector.names[index]
    guard tree.nameIndex(of: name) < 0, nodeNames.contains(name) else { return nil }
    return "\(name) is the name of a node; //node[@name='\(name)'] is accepted, or #\(name) in CSS"
  }

  /// The names of all nodes.
  private var nodeNames: [String] {
    elements.filter { tree.name(of: $0) == "node" }.compactMap { content.attribute("name", of: $0) }
  }

  /// Whether an element of the scene has an attribute.
  private func isProperty(_ name: String) -> Bool {
    elements.contains { content.attribute(name, of: $0) != nil }
  }

  private var elements: some Sequence<Int> {
    (0..<tree.count).lazy.filter { [tree] in tree.kind(of: $0) == .element }
  }

  /// A name that no node has, in an argument which refers to a node.
  private func hint(forNode name: String, _ function: Int, _ position: Int) -> String? {
    switch SceneFunction(rawValue: function) {
    case .distance: break
    case .touching, .inView: if position > 0 { return nil }
    case .speed, .moving, .atRest, .visible, .acting, nil: return nil
    }
    let names = nodeNames
    guard !names.contains(name) else { return nil }
    let near = nearest(name, in: names).map { "; did you mean '\($0)'?" } ?? ""
    return "no node is named '\(name)'\(near)"
  }
}
