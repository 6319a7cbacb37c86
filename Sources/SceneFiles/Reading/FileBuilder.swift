import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// Builds the nodes for one use of one file.
///
/// Each use has its own builder, so that materials and geometries that are shared by name are
/// shared within that use only, and a path such as `/x` starts at the root of that use.
struct FileBuilder {
  /// The keys of a file in addition to those of `SceneState`.
  static let fileKeys = [
    "$schema", "format", "game", "materials", "geometries", "shapes", "defaults", "nodes",
  ]
  /// The keys of a node in addition to those of `NodeState`.
  static let nodeKeys = [
    "name", "class", "scene", "materials", "overrides", "nodes", "import", "repeat",
  ]
  /// The value of the `format` key.
  static let format = "carom.scene/1"

  let loader: SceneLoader
  let document: JSONDocument
  /// The paths of the files from the outermost to this one.
  let chain: [String]
  var reader: Reader
  /// The scene-wide properties of the file; only those of the outermost file are used.
  var sceneState = SceneState()
  private(set) var classes = ClassTable()
  let root = Node()
  /// The depth of the node that is being built, including the nodes of enclosing files.
  private var depth: Int

  /// Whether the file belongs to another game than the scene, whose roles have no effect.
  var isForeign = false

  /// Creates a builder; `roles` are those of the game of the enclosing file, nil for the scene's.
  init(
    _ loader: SceneLoader, _ document: JSONDocument, chain: [String], depth: Int = 0,
    roles: [any Role.Type]? = nil
  ) {
    self.loader = loader
    self.depth = depth
    self.document = document
    self.chain = chain
    reader = Reader(sharing: loader.properties)
    reader[RoleTypes.self] = roles ?? loader.roles
    isForeign = roles != nil
    reader.limit = 2_000
    if chain.count > 1 {
      reader.context = "in " + names(chain.reversed(), joinedBy: " via ")
    }
  }

  /// The names of files in messages.
  private func names(_ paths: [String], joinedBy separator: String) -> String {
    paths.map(loader.settings.root.name).joined(separator: separator)
  }

  /// Builds all nodes and returns a node that contains the top-level ones.
  mutating func build() -> Node {
    let json = document.root
    guard json.isObject else {
      reader.fail(json, wants: "an object with \"format\": \"\(Self.format)\"")
      reportProblems()
      return root
    }
    readHeader(json)
    readShared(json)
    sceneState.readProperties(
      json, &reader, alsoAccepting: Self.fileKeys, hint: Self.hint(forFileKey:))
    classes.read(json["defaults"], &reader)
    if let nodes = json["nodes"] { addNodes(nodes, to: root) }
    if resolveReferences() { checkRoles() }
    if loader.isFirstUse(of: chain[chain.count - 1]) { checkNames(json) }
    reportProblems()
    return root
  }

  private mutating func reportProblems() {
    for problem in reader.takeProblems() + reader.takeWarnings() { loader.report(problem) }
  }

  private mutating func readHeader(_ json: JSON) {
    if let schema = json["$schema"], schema.string == nil {
      reader.fail(schema, wants: "the path of the schema")
    }
    guard let format = json["format"] else {
      return reader.fail(json, "the key \"format\" is missing; \"\(Self.format)\" is accepted")
    }
    if format.string != Self.format {
      reader.fail(format, "the format is \(format); \"\(Self.format)\" is accepted")
    }
    if chain.count > 1, let game = json["game"] { useRoles(ofGame: game) }
  }

  /// Reads the tables of shared objects; geometries can refer to materials.
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
      // Keeps the table uniquely referenced, so that it is not copied for each shape.
      reader[NamedShapes.self] = [:]
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
  /// Builds nodes and their descendants in file order.
  ///
  /// An explicit stack replaces recursion, because nodes can be nested deeper than the call stack
  /// allows.
  private mutating func addNodes(_ json: JSON, to parent: Node) {
    let outer = depth
    var stack: [PendingNodes] = []
    defer { depth = outer }
    guard let elements = json.elements else {
      return reader.fail(json, wants: "an array of nodes")
    }
    stack.append(pending(elements, of: parent, depth: outer + 1))
    while let last = stack.indices.last {
      guard let element = stack[last].rest.next() else {
        stack.removeLast()
        continue
      }
      guard element.isObject else {
        reader.fail(element, wants: "a node, that is an object,")
        continue
      }
      depth = stack[last].depth
      let limit = loader.settings.limits.nodeDepth
      guard depth <= limit else {
        reader.fail(
          element, "nodes are nested deeper than \(limit); no deeper is accepted")
        continue
      }
      guard add(element, to: last, &stack) else { return }
    }
  }

  /// The array of the children of a node, which are not built yet.
  private func pending(
    _ elements: JSON.Elements, of parent: Node, depth: Int
  ) -> PendingNodes {
    // A node with "scene" has the children of the file as well.
    PendingNodes(
      parent: parent, rest: elements.makeIterator(), depth: depth,
      inheritedNames: Set(parent.childNodes.compactMap(\.name)))
  }

  /// Builds a node, or the copies of a repeated one, and adds their children to the stack.
  ///
  /// - Returns: Whether the limits of the scene allow more nodes.
  private mutating func add(
    _ element: JSON, to parent: Int, _ stack: inout [PendingNodes]
  ) -> Bool {
    let members = NodeMembers(element)
    var layout: NodeRepeat?
    if let json = members.layout {
      guard let read = readRepeat(json) else { return true }
      layout = read
    }
    for index in 0..<(layout?.count ?? 1) {
      guard loader.countNode(element) else { return false }
      if index > 0, !loader.spend(element) { return false }
      let copy = layout?.copy(index) ?? NodeCopy()
      let node = makeNode(element, members, copy)
      if let name = node.name { checkUnique(name, members, &stack[parent]) }
      stack[parent].parent.addChildNode(node)
      guard let nodes = members.nodes else { continue }
      guard let elements = nodes.elements else {
        reader.fail(nodes, wants: "an array of nodes")
        return true
      }
      stack.append(pending(elements, of: node, depth: depth + 1))
    }
    return true
  }

  private mutating func makeNode(
    _ json: JSON, _ members: NodeMembers, _ copy: NodeCopy
  ) -> Node {
    var node = Node()
    var origin = NodeOrigin(home: chain[chain.count - 1], className: members.className)
    if let scene = members.scene {
      if let (made, file) = makeReference(scene, members.options) {
        node = made
        origin = NodeOrigin(
          home: origin.home, file: file, options: members.options, materials: members.materials,
          className: origin.className)
      }
      if let materials = members.materials { change(materials, of: node) }
      if let overrides = members.overrides { apply(overrides, to: node, of: scene) }
    } else if let overrides = members.overrides {
      reader.fail(overrides, "there is nothing to override; a node with \"scene\" is accepted")
    } else if let materials = members.materials {
      reader.fail(
        materials,
        "there is no file whose materials could change; a node with \"scene\" is accepted, and the "
          + "materials of a geometry belong in \"geometry\"")
    } else if let options = members.options {
      reader.fail(options, "there is nothing to import; a node with a glTF \"scene\" is accepted")
    }
    if origin.file != nil { checkGeometry(json, of: node) }
    if origin.file != nil || origin.className != nil {
      loader.origins[ObjectIdentifier(node), default: []].append(origin)
    }
    var state = node.state
    let layers = readClass(origin.className, of: node, into: &state)
    reader.layers = layers
    state.readProperties(json, &reader, alsoAccepting: Self.nodeKeys)
    reader.layers = []
    if isForeign { dropRole(of: &state, json) }
    if members.layout != nil {
      state.position += copy.offset
      if let rotation = copy.rotation { state.orientation = rotation * state.orientation }
    }
    node.state = state
    loader.layers[ObjectIdentifier(node)] = layers + [json]

    if let name = members.name { readName(name, of: node, copy.suffix) }
    return node
  }

  /// Reads the class of a node; returns all layers below the node's own keys.
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
}

// MARK: References to files

extension FileBuilder {
  /// Builds the nodes of another file; reports a problem and returns nil if that fails.
  private mutating func makeReference(
    _ json: JSON, _ options: JSON?
  ) -> (node: Node, file: String)? {
    guard let written = json.string else {
      reader.fail(json, wants: "the path of a scene file")
      return nil
    }
    do throws(PathError) {
      let path = try loader.settings.root.resolve(written, from: chain[chain.count - 1])
      if let first = chain.firstIndex(of: path) {
        let circle = names(chain[first...] + [path], joinedBy: " → ")
        throw PathError("files refer to each other in a circle: \(circle)")
      }
      guard chain.count <= loader.settings.limits.referenceDepth else {
        throw PathError(
          "files refer to each other deeper than \(loader.settings.limits.referenceDepth); no deeper is accepted"
        )
      }
      guard let node = try makeNode(ofFile: path, options) else { return nil }
      return (node, path)
    } catch {
      reader.fail(json, error.message)
      return nil
    }
  }

  /// Builds the node that represents a referenced file; nil if the file is not valid JSON.
  ///
  /// The top-level nodes of a glTF file are always wrapped in a node, because the file's own
  /// animations can move them and they can contain the axis conversion of the exporting program.
  private mutating func makeNode(
    ofFile path: String, _ json: JSON?
  ) throws(PathError) -> Node? {
    if loader.isModel(path) {
      var options = ImportOptions()
      if let json { options.readProperties(json, &reader) }
      let context = "in " + names([path] + chain.reversed(), joinedBy: " via ")
      return try loader.makeNode(ofModel: path, options: options, at: json, context: context)
    }
    if let json { reader.fail(json, "\(path) is not a glTF model; only models have options") }
    guard let document = try loader.document(path) else { return nil }
    guard loader.spend(document) else {
      throw PathError(
        "the files hold more than \(loader.settings.limits.values) values, counted once for each "
          + "use; fewer are accepted")
    }
    var builder = FileBuilder(
      loader, document, chain: chain + [path], depth: depth - 1,
      roles: isForeign ? reader[RoleTypes.self] : nil)
    let root = builder.build()
    guard root.childNodes.count == 1, let only = root.childNodes.first else { return root }
    only.removeFromParentNode()
    return only
  }

  // MARK: Rebuilding base nodes

  /// Reads the tables that nodes refer to by name: shared objects, shapes and classes.
  mutating func readTables() {
    readShared(document.root)
    classes.read(document.root["defaults"], &reader)
  }

  /// Builds a node without its own keys: from a file, a class, or both.
  ///
  /// The node belongs to no scene. Returns nil if the file can no longer be read.
  mutating func makeBase(
    file: String?, options: JSON?, materials: JSON?, className: JSON?
  ) -> Node? {
    var node = Node()
    if let file {
      guard let made = try? makeNode(ofFile: file, options) else { return nil }
      node = made
    }
    if let materials { change(materials, of: node) }
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
      checkGeometry(member.value, of: target)
      var state = target.state
      reader.layers = loader.layers[ObjectIdentifier(target)] ?? []
      state.readProperties(member.value, &reader, hint: Self.hint(forOverride:))
      reader.layers = []
      target.state = state
      loader.layers[ObjectIdentifier(target), default: []].append(member.value)
    }
  }

  /// The paths of all descendants of a node, each with a prefix.
  static func paths(below node: Node, _ prefix: String) -> [String] {
    zip(node.childNodes, NodeMatches.keys(node)).flatMap { child, key in
      [prefix + key] + paths(below: child, prefix + key + "/")
    }
  }
}
