import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A scene as selectors see it: which nodes there are, and what each is asked for when it is asked.
///
/// The shape of the tree is noted when it is made, a number or two for each node; attributes, places
/// and contacts are read from the live nodes. Parts of nodes, such as lights and bodies, are elements
/// too, and are made only for selectors that can see them.
final class SceneDocument: TreeContent {
  /// The scene.
  let scene: Scene
  /// The ticks that have run.
  let tick: UInt64
  /// The contacts that began in the last tick, of which some have ended in it as well.
  let contacts: [ContactChange]
  /// The width of the view divided by its height, for `g:inView()`.
  let aspect: Float
  /// The nodes in order.
  private(set) var tree = QueryTree()
  let types = ElementTypeCache()
  /// The nodes of the scene by element; nil for parts.
  private(set) var nodes: [Node?] = [nil]
  /// The nodes of each name, in order; made for the first function that asks for one.
  private(set) lazy var named = Dictionary(
    grouping: nodes.compactMap { $0 }.filter { $0.name != nil }, by: { $0.name ?? "" })
  private var parts: [Int: ComponentElement.Content] = [:]
  private var elements: [ObjectIdentifier: Int] = [:]
  /// The elements of what belongs to the whole scene.
  private var ownerless = 0..<0
  /// Writes values as files have them, with references as the paths of nodes.
  let writer: PropertyWriter

  /// The layers that CSS counts siblings in.
  private enum Layer {
    static let nodes: UInt8 = 0
    static let parts: UInt8 = 1
  }

  /// Notes the shape of a scene.
  ///
  /// - Parameters:
  ///   - scene: What is asked.
  ///   - session: The session that plays it, if one does; its game becomes an element.
  ///   - aspect: The width of the view divided by its height.
  ///   - includesComponents: Whether what sits on nodes becomes elements.
  init(_ scene: Scene, _ session: Session?, aspect: Float, includesComponents: Bool) {
    self.scene = scene
    self.aspect = aspect
    tick = session?.tick ?? scene.tick
    contacts = session?.contacts.filter { $0.phase == .began } ?? []
    var writer = PropertyWriter()
    writer[NodePaths.self] = { $0.node(in: scene)?.path }
    self.writer = writer
    tree.reserve(scene.nodeCount + 2)
    begin(scene.rootNode, "scene")
    if includesComponents {
      add(types.parts(of: scene.state), depth: 0)
      if let game = session?.game { addGame(game) }
      ownerless = 2..<max(2, tree.count)
      add(types.parts(of: scene.rootNode.presentationState), depth: 0)
    }
    // A stack of our own: nodes may be in each other deeper than the program's.
    var open: [(children: [Node], next: Int)] = [(scene.rootNode.childNodes, 0)]
    while let last = open.last {
      guard last.next < last.children.count else {
        open.removeLast()
        tree.end()
        continue
      }
      open[open.count - 1].next += 1
      let node = last.children[last.next]
      begin(node, "node")
      if includesComponents { add(types.parts(of: node.presentationState), depth: 0) }
      if node.childNodes.isEmpty { tree.end() } else { open.append((node.childNodes, 0)) }
    }
  }

  private func begin(_ node: Node, _ name: String) {
    tree.begin(name, layer: Layer.nodes)
    nodes.append(node)
  }

  private func addGame<G: Game>(_ game: G) {
    add([ComponentElement(name: "game", content: .record(game.state))], depth: 0)
  }

  /// Adds the elements of parts; those of parts of parts too, to a depth that no real scene has.
  private func add(_ list: [ComponentElement], depth: Int) {
    guard depth < 12 else { return }
    for part in list {
      let index = tree.begin(part.name, layer: Layer.parts)
      parts[index] = part.content
      nodes.append(nil)
      switch part.content {
      case .record(let record):
        if let label = record as? Label, !label.text.isEmpty {
          tree.add(.text, text: label.text)
          nodes.append(nil)
        }
        add(inside(record), depth: depth + 1)
      case .choice(let choice): add(types.chosen(of: choice).map { [$0] } ?? [], depth: depth + 1)
      case .value: break
      }
      tree.end()
    }
  }

  private func inside<R: Record>(_ record: R) -> [ComponentElement] { types.parts(of: record) }

  // MARK: From elements to nodes and back

  /// The node that an element is, or that its part sits on; nil for what belongs to the whole scene.
  func owner(of element: Int) -> Node? {
    if ownerless.contains(element) { return nil }
    var index = element
    while index > 0 {
      if let node = nodes[index] { return node }
      index = tree.parent(of: index)
    }
    return nil
  }

  /// The element of a node, or nil when it is not in the scene.
  func element(of node: Node) -> Int? {
    if elements.isEmpty {
      for (index, node) in nodes.enumerated() {
        if let node { elements[ObjectIdentifier(node)] = index }
      }
    }
    return elements[ObjectIdentifier(node)]
  }

  /// What a part's element shows; nil for nodes.
  func part(of element: Int) -> ComponentElement.Content? { parts[element] }

  /// What `id()` looks for.
  var identifier: String { "id" }
}

extension Node {
  /// Its state with what animations and constraints show on top.
  var presentationState: NodeState {
    var state = state
    let shown = presentation
    if shown.position != state.position { state.position = shown.position }
    if shown.orientation != state.orientation { state.orientation = shown.orientation }
    if shown.scale != state.scale { state.scale = shown.scale }
    if shown.opacity != state.opacity { state.opacity = shown.opacity }
    if state.light != nil { state.light = shown.light }
    if state.camera != nil { state.camera = shown.camera }
    return state
  }
}
