public import CaromSceneGraph
public import CaromSimulation

/// Finds what locators name in a scene as it is now.
///
/// Each question looks at the live scene; nothing is kept between two, so nothing gets stale. It
/// changes nothing either: neither the state nor its hash.
///
/// ```swift
/// let finder = Finder(session)
/// let ball = try finder.one(.node("ball"))
/// let high = try finder.all(Locator(xpath: "//node[@position.y > 2]"))
/// ```
public struct Finder {
  /// What is asked.
  public let scene: Scene
  /// The session that plays it, if there is one; its game is the element `game`.
  public let session: Session?
  /// The width of the view divided by its height, for `g:inView()`; that of a session at first.
  public var aspect: Float = 16.0 / 9
  /// How much each question may look at, in nodes and sixteen bytes of text.
  public var workLimit = Evaluator.defaultWorkLimit
  /// The values of variables such as `$name`.
  public var variables: [String: String] = [:]

  /// Makes a finder for a scene.
  public init(_ scene: Scene) {
    self.scene = scene
    session = nil
  }

  /// Makes a finder for the scene of a session.
  public init(_ session: Session) {
    scene = session.scene
    self.session = session
    aspect = session.input.aspect
  }

  // MARK: Asking

  /// What a selector answers with: matches, a number, a text or a truth.
  ///
  /// - Parameters:
  ///   - locator: What is asked.
  ///   - start: The node that a relative path starts at; the root of the scene if left out.
  /// - Returns: The answer; matches read from the live scene.
  /// - Throws: that it is too much work, what a variable or an argument should be, or that the start
  ///   is not in the scene.
  /// - Complexity: A pass over the nodes to note where they are, then the size of the scene for each
  ///   step of the path, unless conditions ask for positions.
  public func evaluate(
    _ locator: Locator, from start: Node? = nil
  ) throws(LocatorError) -> QueryResult {
    let tree = makeTree(includesComponents: locator.selector.needsComponents)
    var evaluator = evaluator(locator, tree)
    switch try evaluator.value(at: try startNode(for: start, in: tree, locator)) {
    case .nodes(let found):
      return .matches(found.filter { $0.index > 0 }.map { Match(tree: tree, item: $0) })
    case .number(let number): return .number(number)
    case .string(let text): return .string(text)
    case .boolean(let flag): return .boolean(flag)
    }
  }

  /// All that a locator finds, in the order of the tree.
  ///
  /// - Throws: as ``evaluate(_:from:)``, and when it answers with a number, text or truth.
  public func all(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> [Match] {
    guard case .matches(let found) = try evaluate(locator, from: start) else {
      throw LocatorError(
        .value, "this answers with a value, not with nodes; a path such as //node is accepted",
        in: locator.text)
    }
    return found
  }

  /// The first that a locator finds, or nil.
  ///
  /// - Throws: as ``all(_:from:)``.
  public func first(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Match? {
    try all(locator, from: start).first
  }

  /// How many a locator finds.
  ///
  /// - Throws: as ``all(_:from:)``.
  public func count(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Int {
    try all(locator, from: start).count
  }

  /// The one that a locator finds.
  ///
  /// - Throws: as ``all(_:from:)``; where none matches, with the step that failed and what is near;
  ///   where several do, with their paths.
  public func one(_ locator: Locator, from start: Node? = nil) throws(LocatorError) -> Match {
    let found = try all(locator, from: start)
    if found.count == 1, let only = found.first { return only }
    if found.isEmpty {
      throw LocatorError(.miss, try explain(locator, from: start).description, in: locator.text)
    }
    let paths = found.prefix(5).map(\.path).joined(separator: ", ")
    throw LocatorError(
      .miss,
      "\(found.count) match, and one is wanted: \(paths)\(found.count > 5 ? ", …" : "")",
      in: locator.text)
  }

  // MARK: Inside

  func makeTree(includesComponents: Bool) -> SceneDocument {
    SceneDocument(scene, session, aspect: aspect, includesComponents: includesComponents)
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
        .value, "the node to start at is not in the scene; one that is in it is accepted",
        in: locator.text)
    }
    return QueryNode(element)
  }
}
