import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// Brings a change of files into the running scene.
struct SceneChangeWork {
  private let change: SceneChange
  private let live: Scene
  private var nodes: LiveNodes
  /// The running scene's shared objects for those of the new files.
  private var own: [ObjectIdentifier: AnyObject] = [:]
  private var found: Set<ObjectIdentifier> = []
  var report = SceneReload.Report()

  init(_ change: SceneChange, in live: Scene) {
    self.change = change
    self.live = live
    nodes = LiveNodes(live)
  }

  mutating func apply(_ spare: Scene?) {
    // All are found before anything changes, as the paths of nodes without names count them.
    let removed = change.nodes.removed.map { ($0, nodes[$0]) }
    let parents = change.nodes.added.map { nodes[$0.parent] }
    let orders = change.nodes.orders.map { ($0, nodes[$0.path], $0.children.map { nodes[$0] }) }
    let patches = change.patches.map { ($0, nodes[$0.path]) }
    let geometries = change.geometries.map { ($0.new, nodes[$0.path], $0.path) }
    let liveMaterials = change.changedMaterials.map { objects($0.old) }
    let liveGeometries = change.changedGeometries.map { objects($0.old) }
    findTargets()

    for (material, objects) in zip(change.changedMaterials, liveMaterials) where !objects.isEmpty {
      for var object in objects { read(material.json, into: &object) }
      report.materials.append(material.new.name)
    }
    for (geometry, objects) in zip(change.changedGeometries, liveGeometries) {
      for object in objects { set(object, to: geometry.new) }
      let places = change.shared.geometries.places[ObjectIdentifier(geometry.old)] ?? []
      report.changed += places.map(\.path).filter { nodes[$0] != nil }
    }
    reshape(liveGeometries.flatMap(\.self))
    for (new, node, path) in geometries {
      guard let node else { continue }
      node.geometry = new.map { target($0) }
      report.changed.append(path)
    }
    for (path, node) in removed {
      guard let node else { continue }
      node.removeFromParentNode()
      report.removed.append(path)
    }
    let new = add(parents, from: spare)
    for (order, parent, children) in orders {
      guard let parent else { continue }
      arrange(parent, zip(order.children, children).compactMap { new[$0] ?? $1 })
      if order.isNew { report.changed.append(order.path) }
    }
    for (patch, node) in patches {
      guard let node else { continue }
      apply(patch.json, to: node, from: patch.old, patch.new)
      report.changed.append(patch.path)
    }
    applyScene()
    report.changed = Self.removingDuplicates(report.changed)
  }

  private static func removingDuplicates(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }

  private mutating func applyScene() {
    guard let patch = change.scenePatch else { return }
    var state = live.state
    read(patch, into: &state)
    live.state = state
    if patch.contains("\"pointOfView\""),
      let view = change.new.state.pointOfView.node(in: change.new)?.path
    {
      live.pointOfView = live.rootNode.node(atPath: view) ?? live.pointOfView
    }
    report.changed.append("/")
  }

  private func read<R: Record>(_ json: String, into record: inout R) {
    guard let json = try? JSON.parse(json) else { return }
    var reader = Reader()
    reader.checksRequired = false
    reader[RoleTypes.self] = live.roleTypes
    record.readProperties(json, &reader)
  }
}

// MARK: Shared objects

extension SceneChangeWork {
  /// The running scene's objects for a material of the old files.
  private mutating func objects(_ old: Material) -> [Material] {
    var found: [Material] = []
    for place in change.shared.materials.places[ObjectIdentifier(old)] ?? [] {
      guard let own = geometry(at: place)?.materials, place.index < own.count else { continue }
      let object = own[place.index]
      if object.name == old.name, !found.contains(where: { $0 === object }) { found.append(object) }
    }
    return found
  }

  /// The running scene's objects for a geometry of the old files.
  private mutating func objects(_ old: Geometry) -> [Geometry] {
    var found: [Geometry] = []
    for place in change.shared.geometries.places[ObjectIdentifier(old)] ?? [] {
      guard let object = geometry(at: place), object.name == old.name else { continue }
      if !found.contains(where: { $0 === object }) { found.append(object) }
    }
    return found
  }

  private mutating func geometry(at place: SharedPlace) -> Geometry? {
    var geometry = nodes[place.path]?.geometry
    for level in place.levels {
      let levels = geometry?.levelsOfDetail ?? []
      geometry = level < levels.count ? levels[level].geometry : nil
    }
    return geometry
  }

  /// Finds what the running scene has of all that will be set.
  private mutating func findTargets() {
    for (_, new) in change.changedGeometries { findTarget(new) }
    for (_, new) in change.geometries { if let new { findTarget(new) } }
    for (path, _) in change.nodes.added {
      var shown: [Geometry] = []
      change.new.rootNode.node(atPath: path)?.enumerateHierarchy { node in
        if let geometry = node.geometry { shown.append(geometry) }
      }
      for geometry in shown { findTarget(geometry) }
    }
  }

  private mutating func findTarget(_ new: Geometry) {
    guard found.insert(ObjectIdentifier(new)).inserted else { return }
    let (geometries, materials) = (change.shared.geometries.oldOf, change.shared.materials.oldOf)
    if let old = geometries[ObjectIdentifier(new)] {
      own[ObjectIdentifier(new)] = objects(old).first
    }
    for material in new.materials {
      guard found.insert(ObjectIdentifier(material)).inserted,
        let old = materials[ObjectIdentifier(material)]
      else { continue }
      own[ObjectIdentifier(material)] = objects(old).first
    }
    for level in new.levelsOfDetail { if let other = level.geometry { findTarget(other) } }
  }

  /// The running scene's object for a material of the new files; a new one if it has none.
  private mutating func target(_ new: Material) -> Material {
    if let known = own[ObjectIdentifier(new)] as? Material { return known }
    let object = new.copy()
    object.name = new.name
    own[ObjectIdentifier(new)] = object
    return object
  }

  /// The running scene's object for a geometry of the new files; a new one if it has none.
  private mutating func target(_ new: Geometry) -> Geometry {
    if let known = own[ObjectIdentifier(new)] as? Geometry { return known }
    let object = Geometry(new.primitive, name: new.name)
    own[ObjectIdentifier(new)] = object
    set(object, to: new)
    return object
  }

  /// Makes a geometry of the running scene what one of the new files is.
  private mutating func set(_ object: Geometry, to new: Geometry) {
    object.primitive = new.primitive
    object.materials = new.materials.map { target($0) }
    object.levelsOfDetail = new.levelsOfDetail.map { level in
      var own = level
      own.geometry = level.geometry.map { target($0) }
      return own
    }
  }

  /// Tells the bodies of nodes that their geometry is another shape.
  private func reshape(_ geometries: [Geometry]) {
    guard !geometries.isEmpty else { return }
    let changed = Set(geometries.map { ObjectIdentifier($0) })
    live.rootNode.enumerateChildNodes { node in
      guard let own = node.geometry, changed.contains(ObjectIdentifier(own)) else { return }
      node.geometry = own
    }
  }
}

// MARK: Nodes

extension SceneChangeWork {
  /// Takes new nodes, with all below, out of a scene of their own into the running one.
  ///
  /// - Parameters:
  ///   - parents: The nodes of the running scene that they come to, in order.
  ///   - spare: The scene as the new files say.
  /// - Returns: The nodes by their paths.
  private mutating func add(_ parents: [Node?], from spare: Scene?) -> [String: Node] {
    guard let spare else { return [:] }
    // Paths count the nodes without names, of which none may have left yet.
    let nodes = change.nodes.added.map { spare.rootNode.node(atPath: $0.path) }
    var added: [String: Node] = [:]
    var twins: [ObjectIdentifier: Node] = [:]
    var pairs: [(own: Node, file: Node)] = []
    for ((entry, parent), node) in zip(zip(change.nodes.added, parents), nodes) {
      guard let node, let parent, let file = change.new.rootNode.node(atPath: entry.path) else {
        continue
      }
      let (own, files) = (Self.hierarchy(node), Self.hierarchy(file))
      for (a, b) in zip(own, files) {
        twins[ObjectIdentifier(b)] = a
        pairs.append((a, b))
        if let geometry = b.geometry { a.geometry = target(geometry) }
      }
      node.removeFromParentNode()
      parent.addChildNode(node)
      added[entry.path] = node
      report.added.append(entry.path)
    }
    for (own, file) in pairs {
      var targets: [Node?] = []
      file.updateReferences { reference in
        let target = reference.node(in: change.new)
        targets.append(target.flatMap { twins[ObjectIdentifier($0)] ?? self.nodes[$0.path] })
      }
      var index = 0
      own.updateReferences { reference in
        if index < targets.count, let target = targets[index] { reference.set(target) }
        index += 1
      }
    }
    return added
  }

  private static func hierarchy(_ node: Node) -> [Node] {
    var nodes: [Node] = []
    node.enumerateHierarchy { nodes.append($0) }
    return nodes
  }

  /// Puts children into an order; others stay behind the one that they followed.
  private func arrange(_ parent: Node, _ children: [Node]) {
    let own = children.filter { $0.parent === parent }
    let known = Set(own.map { ObjectIdentifier($0) })
    var followers: [ObjectIdentifier: [Node]] = [:]
    var first: [Node] = []
    var last: Node?
    for child in parent.childNodes {
      if known.contains(ObjectIdentifier(child)) {
        last = child
      } else if let last {
        followers[ObjectIdentifier(last), default: []].append(child)
      } else {
        first.append(child)
      }
    }
    parent.reorderChildNodes(first + own.flatMap { [$0] + (followers[ObjectIdentifier($0)] ?? []) })
  }

  private func apply(_ json: String, to node: Node, from old: Node, _ new: Node) {
    var state = node.state
    read(json, into: &state)
    node.state = state
    // What the patch names by path is what the new file means by it.
    var targets: [String: [Node]] = [:]
    new.updateReferences { reference in
      if let target = reference.node(in: change.new) {
        targets[reference.path.isEmpty ? target.path : reference.path, default: []].append(target)
      }
    }
    node.updateReferences { reference in
      guard reference.source != nil, let known = targets[reference.path], let target = known.first
      else { return }
      if known.count > 1 { targets[reference.path]?.removeFirst() }
      if let own = live.rootNode.node(atPath: target.path) { reference.set(own) }
    }
    node.constraints = node.constraints
    node.applyDeclarationChanges(from: old.state, to: new.state)
  }
}

/// The nodes of the running scene by their paths; quick for many of one parent.
struct LiveNodes {
  private let scene: Scene
  private var children: [ObjectIdentifier: [String: Node]] = [:]
  private var known: [String: Node] = [:]

  init(_ scene: Scene) { self.scene = scene }

  /// The node at a path, as it was when the first node below the same parent was asked for.
  subscript(path: String) -> Node? {
    mutating get {
      if path == "/" { return scene.rootNode }
      if let node = known[path] { return node }
      guard let slash = path.lastIndex(of: "/") else { return nil }
      guard let parent = self[slash == path.startIndex ? "/" : String(path[..<slash])] else {
        return nil
      }
      if children[ObjectIdentifier(parent)] == nil {
        children[ObjectIdentifier(parent)] = Self.table(parent)
      }
      let node = children[ObjectIdentifier(parent)]?[String(path[path.index(after: slash)...])]
      known[path] = node
      return node
    }
  }

  private static func table(_ parent: Node) -> [String: Node] {
    var table: [String: Node] = [:]
    var counts: [String: Int] = [:]
    for child in parent.childNodes {
      let name = child.name.flatMap { $0.isEmpty ? nil : $0 } ?? "*"
      let number = counts[name, default: 0]
      counts[name] = number + 1
      if number == 0, name != "*" { table[name] = child }
      if table["\(name)[\(number)]"] == nil { table["\(name)[\(number)]"] = child }
    }
    return table
  }
}
