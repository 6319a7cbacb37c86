import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A reference to an element that survives queries and ticks, such as an element of WebDriver.
///
/// A reference to a node is its identity; a component, a label or a control is found by its path
/// from there.
public struct ElementReference: Hashable, Sendable {
  /// A step from an element to one of its components.
  private struct Step: Hashable, Sendable {
    /// The name of the element.
    var kind: String
    /// The value of its `name` attribute; nil if it has none.
    var name: String?
    /// The number of earlier siblings of the same kind, and of the same name if there is one.
    var position: Int
  }

  /// The identity of the node; nil for elements of the whole scene.
  private let node: Int32?
  /// The steps from the node or the scene.
  private let steps: [Step]
  /// The index of the level; identities belong to a scene.
  private let level: Int

  /// Creates a reference to a match.
  public init(_ match: Match) {
    let document = match.tree
    let tree = document.tree
    level = document.session?.levelIndex ?? 0
    var element = match.item.index
    if tree.kind(of: element) != .element { element = tree.parent(of: element) }
    var steps: [Step] = []
    while element > 1, document.nodes[element] == nil {
      steps.append(Self.step(to: element, document))
      element = tree.parent(of: element)
    }
    self.steps = steps.reversed()
    node = element > 1 ? document.nodes[element]?.id : nil
  }

  private static func step(to element: Int, _ document: SceneDocument) -> Step {
    let (kind, name) = (document.tree.name(of: element), document.attribute("name", of: element))
    var position = 0
    for sibling in document.children(of: document.tree.parent(of: element)) where sibling < element
    {
      let isSame = document.attribute("name", of: sibling) == name
      if document.tree.name(of: sibling) == kind, isSame { position += 1 }
    }
    return Step(kind: kind, name: name, position: position)
  }

  /// An XPath that finds the element as long as it is in the scene.
  public var selector: String {
    var path = node.map { "//node[@identity='\($0)']" } ?? "/scene"
    for step in steps {
      let name = step.name.map { "[@name=\(literal($0))]" } ?? ""
      path += "/\(step.kind)\(name)[\(step.position + 1)]"
    }
    return path
  }

  /// The referenced element now, or nil if it is no longer there.
  ///
  /// - Complexity: One pass over the nodes; over all components for a component of a node.
  public func resolve(with finder: Finder) -> Match? {
    let document = finder.makeTree(scope)
    return element(in: document).map { Match(tree: document, item: QueryNode($0)) }
  }

  /// The components that a document needs to have the element.
  private var scope: ComponentScope {
    guard let first = steps.first else { return .none }
    if node != nil { return .all }
    return first.kind == "game" ? .game : .scene
  }

  /// The index of the referenced element in a document, or nil if it is not there.
  func element(in document: SceneDocument) -> Int? {
    guard level == document.session?.levelIndex ?? 0 else { return nil }
    var element = 1
    if let node {
      guard let found = document.scene.node(withID: node),
        let index = document.element(of: found)
      else { return nil }
      element = index
    }
    for step in steps {
      let candidates = document.children(of: element).filter {
        document.tree.name(of: $0) == step.kind && document.attribute("name", of: $0) == step.name
      }
      guard candidates.indices.contains(step.position) else { return nil }
      element = candidates[step.position]
    }
    return element
  }
}

extension Finder {
  /// The matches of a locator inside a referenced element, in document order.
  ///
  /// An XPath is evaluated from the element, as by `querySelectorAll` all matches of a CSS selector
  /// are taken that are inside of it.
  ///
  /// - Returns: The matches; nil if the element is no longer there.
  /// - Throws: The errors of ``all(_:from:)``.
  public func all(
    _ locator: Locator, inside reference: ElementReference
  ) throws(LocatorError) -> [Match]? {
    let document = makeTree(.all)
    guard let start = reference.element(in: document) else { return nil }
    var evaluator = evaluator(locator, document)
    guard case .nodes(let found) = try evaluator.value(at: QueryNode(start)) else {
      throw LocatorError(
        .value, "this selector evaluates to a value, not to nodes; use a path such as .//node",
        in: locator.text)
    }
    let inside = start + 1..<max(start + 1, document.tree.end(of: start))
    return found.filter {
      $0.index > 0 && (locator.language == .xpath || inside.contains($0.index))
    }.map { Match(tree: document, item: $0) }
  }
}

extension SceneDocument {
  /// The child elements of an element, in document order.
  func children(of element: Int) -> [Int] {
    var (result, next): ([Int], Int) = ([], element + 1)
    let end = tree.end(of: element)
    while next < end {
      if tree.kind(of: next) == .element { result.append(next) }
      next = max(next + 1, tree.end(of: next))
    }
    return result
  }
}
