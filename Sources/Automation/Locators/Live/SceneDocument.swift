import CaromProperties
import CaromSceneGraph
import CaromSimulation

/// A scene as the document that selectors are evaluated on.
///
/// Creating the document records the structure of the tree, a few numbers for each node;
/// attributes, positions and contacts are read from the live nodes. Components of nodes, such as
/// lights and bodies, are elements too, and are created only for selectors that can match them.
final class SceneDocument: TreeContent {
  /// The scene.
  let scene: Scene
  /// The session that runs the scene, if any.
  let session: Session?
  /// The number of ticks that have run.
  let tick: UInt64
  /// The contacts that began in the last tick, including those that ended in it.
  let contacts: [ContactChange]
  /// The width of the view divided by its height, for `g:inView()`.
  let aspect: Float
  /// The structure of the document.
  private(set) var tree = QueryTree()
  let types: ElementTypeCache
  /// The prompts that texts display in place of the names of actions.
  private let prompts: [String: String]
  /// The nodes by element; nil for components.
  private(set) var nodes: [Node?] = [nil]
  /// The nodes by name, in document order; created on first use.
  private(set) lazy var named = Dictionary(
    grouping: nodes.compactMap { $0 }.filter { $0.name != nil }, by: { $0.name ?? "" })
  private var components: [ComponentElement.Content] = []
  /// The index in `components` by element; −1 for nodes and texts.
  private var componentIndices: [Int32] = [-1]
  private var elements: [ObjectIdentifier: Int] = [:]
  /// The elements that belong to the whole scene.
  private var ownerless = 0..<0
  /// The element of the game.
  private(set) var gameElement: Int?
  /// Encodes values in the format of scene files, with references as node paths.
  let writer: PropertyWriter

  /// The layers in which CSS counts siblings.
  private enum Layer {
    static let nodes: UInt8 = 0
    static let components: UInt8 = 1
  }

  /// Records the structure of a scene.
  ///
  /// - Parameters:
  ///   - scene: The scene.
  ///   - session: The session that runs it, if any; its game becomes an element.
  ///   - aspect: The width of the view divided by its height.
  ///   - scope: The components that become elements.
  ///   - types: What is known of declared types, from an earlier document.
  init(
    _ scene: Scene, _ session: Session?, aspect: Float, scope: ComponentScope,
    types: ElementTypeCache = ElementTypeCache()
  ) {
    self.scene = scene
    self.types = types
    self.session = session
    self.aspect = aspect
    prompts = session?.prompts ?? [:]
    tick = session?.tick ?? scene.tick
    contacts = session?.contacts.filter { $0.phase == .began } ?? []
    var writer = PropertyWriter()
    writer[NodePaths.self] = { $0.node(in: scene)?.path }
    self.writer = writer
    tree.reserve(scene.nodeCount + 2)
    begin(scene.rootNode, "scene")
    if scope != .none {
      if scope >= .scene { add(types.components(of: scene.state), depth: 0) }
      if let game = session?.game {
        gameElement = tree.count
        addGame(game)
      }
      ownerless = 2..<max(2, tree.count)
      if scope == .all {
        add(types.components(of: scene.rootNode.presentationState), depth: 0)
      }
    }
    // An explicit stack: scenes may be nested deeper than the call stack allows.
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
      if scope == .all { add(types.components(of: node.presentationState), depth: 0) }
      if node.childNodes.isEmpty { tree.end() } else { open.append((node.childNodes, 0)) }
    }
  }

  private func begin(_ node: Node, _ name: String) {
    tree.begin(name, layer: Layer.nodes)
    nodes.append(node)
    componentIndices.append(-1)
  }

  private func addGame<G: Game>(_ game: G) {
    add([ComponentElement(name: "game", content: .record(game.state))], depth: 0)
  }

  /// Adds the elements of components and of their components, up to a depth that no real scene
  /// reaches.
  private func add(_ list: [ComponentElement], depth: Int) {
    guard depth < 12 else { return }
    for component in list {
      tree.begin(component.name, layer: Layer.components)
      componentIndices.append(Int32(components.count))
      components.append(component.content)
      nodes.append(nil)
      switch component.content {
      case .record(let record):
        if let text = Self.text(of: record), !text.isEmpty {
          tree.addText(Overlay.text(text, prompts: prompts))
          nodes.append(nil)
          componentIndices.append(-1)
        }
        add(components(of: record), depth: depth + 1)
      case .choice(let choice): add(types.chosen(of: choice).map { [$0] } ?? [], depth: depth + 1)
      case .value: break
      }
      tree.end()
    }
  }

  /// The text that an element of the overlay displays.
  private static func text(of record: any Record) -> String? {
    switch record {
    case let label as Label: label.text
    case let control as Control: control.text
    case let item as ListItem: item.text
    default: nil
    }
  }

  private func components<R: Record>(of record: R) -> [ComponentElement] {
    types.components(of: record)
  }

  // MARK: Elements and nodes

  /// The node of an element or of the component's node; nil for elements of the whole scene.
  func owner(of element: Int) -> Node? {
    if ownerless.contains(element) { return nil }
    var index = element
    while index > 0 {
      if let node = nodes[index] { return node }
      index = tree.parent(of: index)
    }
    return nil
  }

  /// The element of a node, or nil if the node is not in the scene.
  func element(of node: Node) -> Int? {
    if elements.isEmpty {
      for (index, node) in nodes.enumerated() {
        if let node { elements[ObjectIdentifier(node)] = index }
      }
    }
    return elements[ObjectIdentifier(node)]
  }

  /// The content of a component's element; nil for nodes.
  func component(of element: Int) -> ComponentElement.Content? {
    let index = componentIndices[element]
    return index < 0 ? nil : components[Int(index)]
  }

  /// The attribute that `id()` compares.
  var identifier: String { "id" }
}

extension Node {
  /// The state with animations and constraints applied.
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
