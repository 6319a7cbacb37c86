public import CaromSceneGraph
public import CaromSimulation

/// Finds the elements of a scene that match a locator.
///
/// Every call queries the live scene; no result is cached. Queries change neither the state nor its
/// hash.
///
/// ```swift
/// let finder = Finder(session)
/// let ball = try finder.one(.node("ball"))
/// let high = try finder.all(Locator(xpath: "//node[@position.y > 2]"))
/// ```
public struct Finder {
  /// The scene that is queried.
  public let scene: Scene
  /// The session of the scene, if any; its game is the element `game`.
  public let session: Session?
  /// The width of the view divided by its height, for `g:inView()`; initially that of the session.
  public var aspect: Float = 16.0 / 9
  /// The work limit of a query, in nodes and 16-byte pieces of text.
  public var workLimit = Evaluator.defaultWorkLimit
  /// The documents of the current state, if the driver of the scene keeps them.
  var documents: SceneDocumentCache?
  /// The values of variables such as `$name`.
  public var variables: [String: String] = [:]
  /// Called with each selector and its result, for traces.
  var didEvaluate: ((Locator, QueryResult) -> Void)?

  /// Creates a finder for a scene.
  public init(_ scene: Scene) {
    self.scene = scene
    session = nil
  }

  /// Creates a finder for the scene of a session.
  public init(_ session: Session) {
    scene = session.scene
    self.session = session
    aspect = session.input.aspect
  }

  // MARK: Queries

  /// Evaluates a selector to matches, a number, a string or a boolean.
  ///
  /// - Parameters:
  ///   - locator: The selector.
  ///   - start: The context node of a relative path; the root of the scene by default.
  /// - Returns: The result; matches read from the live scene.
  /// - Throws: An error if the work limit is exceeded, if a variable or an argument is invalid, or
  ///   if the context node is not in the scene.
  /// - Complexity: One pass over the nodes, and then at most the size of the scene for each step of
  ///   the path without positional predicates.
  public func evaluate(
    _ locator: Locator, from start: Node? = nil
  ) throws(LocatorError) -> QueryResult {
    let tree = makeTree(scope(of: locator))
    var evaluator = evaluator(locator, tree)
    let result: QueryResult =
      switch try evaluator.value(at: try startNode(for: start, in: tree, locator)) {
      case .nodes(let found):
        .matches(found.filter { $0.index > 0 }.map { Match(tree: tree, item: $0) })
      case .number(let number): .number(number)
      case .string(let text): .string(text)
      case .boolean(let flag): .boolean(flag)
      }
    didEvaluate?(locator, result)
    return result
  }

  /// All matches of a locator, in document order.
  ///
  /// - Throws: The errors of ``evaluate(_:from:)``, and an error if the selector evaluates to a
  ///   number, string or boolean.
  public func all(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> [Match] {
    guard case .matches(let found) = try evaluate(locator, from: start) else {
      throw LocatorError(
        .value, "this selector evaluates to a value, not to nodes; use a path such as //node",
        in: locator.text)
    }
    return found
  }

  /// The first match of a locator, or nil.
  ///
  /// - Throws: The errors of ``all(_:from:)``.
  public func first(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Match? {
    try all(locator, from: start).first
  }

  /// The number of matches of a locator.
  ///
  /// - Throws: The errors of ``all(_:from:)``.
  public func count(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Int {
    try all(locator, from: start).count
  }

  /// The single match of a locator.
  ///
  /// - Throws: The errors of ``all(_:from:)``; an error with the failed step and near misses if
  ///   nothing matches, or with the paths if several elements match.
  public func one(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Match {
    let found = try all(locator, from: start)
    if found.count == 1, let only = found.first { return only }
    if found.isEmpty {
      throw LocatorError(.miss, try explain(locator, from: start).description, in: locator.text)
    }
    let paths = found.prefix(5).map(\.path).joined(separator: ", ")
    throw LocatorError(
      .miss,
      "\(found.count) elements match, expected one: \(paths)\(found.count > 5 ? ", …" : "")",
      in: locator.text)
  }

  // MARK: Evaluation

  /// The components that the document of a query needs.
  private func scope(of locator: Locator) -> ComponentScope {
    let scope = locator.selector.componentScope
    switch scope {
    case .none, .all: return scope
    case .game: return scene.roleTypes.contains { $0.name == "game" } ? .all : .game
    case .scene:
      // A role can be called `label`, too.
      var isAmbiguous = false
      scene.rootNode.enumerateHierarchy { node, stop in
        guard let role = node.role else { return }
        let name = type(of: role).name
        isAmbiguous = name == "game" || ComponentScope.sceneNames.contains(name)
        stop = isAmbiguous
      }
      return isAmbiguous ? .all : .scene
    }
  }

  func makeTree(_ scope: ComponentScope) -> SceneDocument {
    documents?.document(scene, session, aspect, scope)
      ?? SceneDocument(scene, session, aspect: aspect, scope: scope)
  }

  func evaluator(_ locator: Locator, _ tree: SceneDocument) -> Evaluator {
    evaluator(locator.selector, tree)
  }

  func evaluator(_ selector: CompiledSelector, _ tree: SceneDocument) -> Evaluator {
    Evaluator(
      selector, on: tree.tree, tree, variables: variables.mapValues { .string($0) },
      limit: workLimit)
  }

  func startNode(
    for start: Node?, in tree: SceneDocument, _ locator: Locator
  ) throws(LocatorError) -> QueryNode {
    guard let start else { return QueryNode(1) }
    guard let element = tree.element(of: start) else {
      throw LocatorError(
        .value, "the context node is not in the scene",
        in: locator.text)
    }
    return QueryNode(element)
  }
}
