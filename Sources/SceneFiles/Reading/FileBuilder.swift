import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// Makes the nodes of one use of one file.
///
/// Every use has its own, so that materials and geometries that are shared by name are shared within
/// the use, and a path such as `/x` starts at its root.
struct FileBuilder {
  /// The keys of a file besides those of `SceneState`.
  static let fileKeys = [
    "$schema", "format", "game", "materials", "geometries", "shapes", "defaults", "nodes",
  ]
  /// The keys of a node besides those of `NodeState`.
  static let nodeKeys = ["name", "class", "scene", "overrides", "nodes"]
  /// What `format` says.
  static let format = "carom.scene/1"

  let loader: SceneLoader
  let document: JSONDocument
  /// The files from the outermost to this one.
  let chain: [String]
  var reader: Reader
  /// What the file says of the whole scene; counts for the outermost file only.
  var sceneState = SceneState()
  private var classes = ClassTable()
  private let root = Node()
  /// How many nodes are above the one that is made, those of the files around counted too.
  private var depth: Int

  init(_ loader: SceneLoader, _ document: JSONDocument, chain: [String], depth: Int = 0) {
    self.loader = loader
    self.depth = depth
    self.document = document
    self.chain = chain
    reader = Reader(sharing: loader.properties)
    reader[RoleTypes.self] = loader.roles
    reader.limit = 2_000
    if chain.count > 1 {
      let above = chain.dropLast().reversed().joined(separator: " via ")
      reader.context = "in \(chain[chain.count - 1]) via \(above)"
    }
  }

  /// Makes all nodes and answers with a node that holds the outermost ones.
  mutating func build() -> Node {
    let json = document.root
    guard json.isObject else {
      reader.fail(json, wants: "an object with \"format\": \"\(Self.format)\"")
      handOver()
      return root
    }
    readHeader(json)
    readShared(json)
    sceneState.readProperties(json, &reader, alsoAccepting: Self.fileKeys)
    classes.read(json["defaults"], &reader)
    if let nodes = json["nodes"] { addNodes(nodes, to: root) }
    resolveReferences()
    handOver()
    return root
  }

  private mutating func handOver() {
    for problem in reader.takeProblems() { loader.report(problem) }
  }

  private mutating func readHeader(_ json: JSON) {
    if let schema = json["$schema"], schema.string == nil {
      reader.fail(schema, wants: "the path of the schema")
    }
    guard let format = json["format"] else {
      return reader.fail(json, "the key \"format\" is missing; \"\(Self.format)\" is accepted")
    }
    if format.string != Self.format {
      reader.fail(format, "this is \(format); \"\(Self.format)\" is accepted")
    }
    if chain.count > 1, let game = json["game"], game.string != loader.game {
      let own = loader.game.map(quoted) ?? "none"
      reader.fail(game, "the game is \(game), but the scene is of \(own)")
    }
  }

  /// Reads the tables of objects that are shared by name; geometries may use materials.
  private mutating func readShared(_ json: JSON) {
    if let table = json["materials"] {
      readTable(table, "materials") { (material: Material, name) in material.name = name }
    }
    if let table = json["geometries"] {
      readTable(table, "geometries") { (geometry: Geometry, name) in geometry.name = name }
    }
    guard let table = json["shapes"] else { return }
    guard let members = table.members else {
      return reader.fail(table, wants: "an object of shapes by name")
    }
    for member in members {
      var shape = PhysicsShape()
      shape.read(member.value, PropertyInfo(member.key), &reader)
      var shapes = reader[NamedShapes.self]
      reader[NamedShapes.self] = [:]  // one owner, or each shape would copy all before it
      shapes[member.key] = shape
      reader[NamedShapes.self] = shapes
    }
  }

  private mutating func readTable<S: Shared>(
    _ json: JSON, _ what: String, _ setName: (S, String) -> Void
  ) {
    guard let members = json.members else {
      return reader.fail(json, wants: "an object of \(what) by name")
    }
    for member in members {
      var object = S()
      object.readProperties(member.value, &reader)
      setName(object, member.key)
      reader.share(object, as: member.key)
    }
  }
}

// MARK: Nodes

extension FileBuilder {
  /// Makes nodes and all below, in the order of the file.
  ///
  /// With a list of its own, as nodes may stand deeper in each other than calls should.
  private mutating func addNodes(_ json: JSON, to parent: Node) {
    let outer = depth
    var open: [OpenNodes] = []
    defer { depth = outer }
    func enter(_ json: JSON, _ parent: Node, _ reader: inout Reader) {
      guard let elements = json.elements else {
        return reader.fail(json, wants: "an array of nodes")
      }
      open.append(OpenNodes(parent: parent, rest: elements.makeIterator()))
    }
    enter(json, parent, &reader)
    while let last = open.indices.last {
      guard let element = open[last].rest.next() else {
        open.removeLast()
        continue
      }
      guard element.isObject else {
        reader.fail(element, wants: "a node, that is an object,")
        continue
      }
      depth = outer + open.count
      let limit = loader.settings.limits.nodeDepth
      guard depth <= limit else {
        reader.fail(
          element, "nodes stand in each other deeper than \(limit); no deeper is accepted")
        continue
      }
      guard loader.countNode(element) else { return }
      let members = NodeMembers(element)
      let node = makeNode(element, members)
      if let name = node.name, let json = members.name,
        !open[last].names.insert(name).inserted
      {
        reader.fail(
          json, "two siblings are named \"\(name)\"; names unique among siblings are accepted")
      }
      open[last].parent.addChildNode(node)
      if let nodes = members.nodes { enter(nodes, node, &reader) }
    }
  }

  private mutating func makeNode(_ json: JSON, _ members: NodeMembers) -> Node {
    var node = Node()
    var origin = NodeOrigin(home: chain[chain.count - 1], file: nil, className: members.className)
    if let scene = members.scene {
      if let (made, file) = makeReference(scene) {
        node = made
        origin = NodeOrigin(home: origin.home, file: file, className: origin.className)
      }
      if let overrides = members.overrides { apply(overrides, to: node, of: scene) }
    } else if let overrides = members.overrides {
      reader.fail(overrides, "there is nothing to override; a node with \"scene\" is accepted")
    }
    if origin.file != nil || origin.className != nil {
      loader.origins[ObjectIdentifier(node), default: []].append(origin)
    }
    var state = node.state
    let layers = readClass(origin.className, of: node, into: &state)
    reader.layers = layers
    state.readProperties(json, &reader, alsoAccepting: Self.nodeKeys)
    reader.layers = []
    node.state = state
    loader.layers[ObjectIdentifier(node)] = layers + [json]

    if let name = members.name { readName(name, of: node) }
    return node
  }

  /// Reads the class of a node; answers with all that is below the node's own keys.
  private mutating func readClass(
    _ json: JSON?, of node: Node, into state: inout NodeState
  ) -> [JSON] {
    var layers = loader.layers[ObjectIdentifier(node)] ?? []
    guard let json else { return layers }
    reader.checksRequired = false
    for layer in classes.layers(of: json, &reader) {
      reader.layers = layers
      state.readProperties(layer, &reader, alsoAccepting: ClassTable.keys)
      layers.append(layer)
    }
    reader.checksRequired = true
    return layers
  }

  private mutating func readName(_ json: JSON, of node: Node) {
    guard let name = json.string else { return reader.fail(json, wants: "a name") }
    let isReserved =
      name.isEmpty || name == "." || name == ".." || name.hasPrefix("*") || name.hasSuffix("]")
      || name.contains("/") || name.utf8.count > 200
    if isReserved {
      return reader.fail(
        json,
        "\"\(name.prefix(60))\" is no name; text without '/', '*' at its start or ']' at its "
          + "end is accepted")
    }
    node.name = name
  }
}

// MARK: References to files

extension FileBuilder {
  /// Makes the nodes of another file; nil, and a problem, if that is not possible.
  private mutating func makeReference(_ json: JSON) -> (node: Node, file: String)? {
    guard let written = json.string else {
      reader.fail(json, wants: "the path of a scene file")
      return nil
    }
    do throws(PathFault) {
      let path = try loader.settings.root.resolve(written, from: chain[chain.count - 1])
      if let first = chain.firstIndex(of: path) {
        let circle = (chain[first...] + [path]).joined(separator: " → ")
        throw PathFault("files refer to each other in a circle: \(circle)")
      }
      guard chain.count <= loader.settings.limits.referenceDepth else {
        throw PathFault(
          "files refer to each other deeper than \(loader.settings.limits.referenceDepth)")
      }
      guard let node = try makeNode(ofFile: path) else { return nil }
      return (node, path)
    } catch {
      reader.fail(json, error.message)
      return nil
    }
  }

  /// Makes the node that a reference to a file stands for; nil if the file is no JSON.
  ///
  /// A glTF file is always held by a node, as what is outermost in it may be moved by the file's own
  /// animations, or turned from the axes of the program that made it.
  private func makeNode(ofFile path: String) throws(PathFault) -> Node? {
    if loader.isModel(path) {
      let above = chain.reversed().joined(separator: " via ")
      return try loader.makeNode(ofModel: path, context: "in \(path) via \(above)")
    }
    guard let document = try loader.document(path) else { return nil }
    guard loader.spend(document) else {
      throw PathFault(
        "the files hold more than \(loader.settings.limits.values) values, counted once for each "
          + "use; fewer are accepted")
    }
    var builder = FileBuilder(loader, document, chain: chain + [path], depth: depth - 1)
    let root = builder.build()
    guard root.childNodes.count == 1, let only = root.childNodes.first else { return root }
    only.removeFromParentNode()
    return only
  }

  // MARK: Making again what own keys are read over

  /// Reads what nodes of the file can name: shared objects, shapes and classes.
  mutating func readTables() {
    readShared(document.root)
    classes.read(document.root["defaults"], &reader)
  }

  /// Makes a node as it is before its own keys are read: from a file, a class, or both.
  ///
  /// The node is in no scene. Nil if the file cannot be had any more.
  mutating func makeBase(file: String?, className: JSON?) -> Node? {
    var node = Node()
    if let file {
      guard let made = try? makeNode(ofFile: file) else { return nil }
      node = made
    }
    var state = node.state
    _ = readClass(className, of: node, into: &state)
    node.state = state
    return node
  }

  private mutating func apply(_ overrides: JSON, to node: Node, of scene: JSON) {
    guard let members = overrides.members else {
      return reader.fail(overrides, wants: "an object of node properties by path")
    }
    var known: [String]?
    for member in members {
      let path = member.key
      guard let target = path.hasPrefix("/") ? nil : node.node(atPath: path) else {
        let paths = known ?? ["."] + Self.paths(below: node, "")
        known = paths
        reader.report(
          member.problem(
            "\(scene.string ?? "the file") has no node \"\(path)\""
              + loader.suggest(path, paths)))
        continue
      }
      var state = target.state
      reader.layers = loader.layers[ObjectIdentifier(target)] ?? []
      state.readProperties(member.value, &reader)
      reader.layers = []
      target.state = state
      loader.layers[ObjectIdentifier(target), default: []].append(member.value)
    }
  }

  /// The paths of all nodes below one, each after a prefix.
  private static func paths(below node: Node, _ prefix: String) -> [String] {
    zip(node.childNodes, NodePairs.keys(node)).flatMap { child, key in
      [prefix + key] + paths(below: child, prefix + key + "/")
    }
  }
}

// MARK: References to nodes

extension FileBuilder {
  /// Finds the nodes that constraints, roles and the file itself name by path.
  private mutating func resolveReferences() {
    let root = root
    var unknown: [(json: JSON, path: String)] = []
    func resolve(_ reference: inout NodeReference, from node: Node) {
      guard let source = reference.source else { return }
      let path = reference.path
      let start = path.hasPrefix("/") ? root : node
      if let target = start.node(atPath: path), target !== root {
        reference.set(target)
      } else {
        unknown.append((source, path))
        reference = NodeReference()
      }
    }
    root.enumerateHierarchy { node in
      node.updateReferences { resolve(&$0, from: node) }
    }
    resolve(&sceneState.pointOfView, from: root)
    guard !unknown.isEmpty else { return }
    let known = Self.paths(below: root, "/")
    for (json, path) in unknown {
      reader.fail(json, "there is no node \"\(path)\"" + loader.suggest(path, known))
    }
  }
}

/// What a node says besides its properties, found in one walk.
private struct NodeMembers {
  private static let keys = KeyTable(FileBuilder.nodeKeys)

  private(set) var name: JSON?
  private(set) var className: JSON?
  private(set) var scene: JSON?
  private(set) var overrides: JSON?
  private(set) var nodes: JSON?

  init(_ json: JSON) {
    guard let members = json.members else { return }
    for member in members {
      // Of a key given twice the first counts.
      switch Self.keys.position(of: member) {
      case 0: name = name ?? member.value
      case 1: className = className ?? member.value
      case 2: scene = scene ?? member.value
      case 3: overrides = overrides ?? member.value
      case 4: nodes = nodes ?? member.value
      default: break
      }
    }
  }
}

/// An array of nodes that is being read.
private struct OpenNodes {
  /// What the nodes are put into.
  let parent: Node
  /// The nodes that are still to be made.
  var rest: JSON.Elements.Iterator
  /// The names of those that were.
  var names: Set<String> = []
}
