import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// Applies a ``SceneChange`` to a running scene.
struct SceneUpdater {
  private let change: SceneChange
  private let live: Scene
  private var nodes: LiveNodeCache
  /// The objects of the running scene that correspond to shared objects of the new files.
  private var liveObjects: [ObjectIdentifier: AnyObject] = [:]
  private var visited: Set<ObjectIdentifier> = []
  var report = SceneReload.Report()

  init(_ change: SceneChange, in live: Scene) {
    self.change = change
    self.live = live
    nodes = LiveNodeCache(live)
  }

  mutating func apply(addingNodesFrom addedScene: Scene?) {
    // All nodes are looked up before anything changes, because the paths of unnamed nodes depend on
    // their siblings.
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
      let locations = change.shared.geometries.locations[ObjectIdentifier(geometry.old)] ?? []
      report.changed += locations.map(\.path).filter { nodes[$0] != nil }
    }
    updateShapes(of: liveGeometries.flatMap(\.self))
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
    let new = add(parents, from: addedScene)
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

extension SceneUpdater {
  /// The objects of the running scene that correspond to a material of the old files.
  private mutating func objects(_ old: Material) -> [Material] {
    var objects: [Material] = []
    for location in change.shared.materials.locations[ObjectIdentifier(old)] ?? [] {
      guard let materials = geometry(at: location)?.materials, location.index < materials.count
      else { continue }
      let object = materials[location.index]
      if object.name == old.name, !objects.contains(where: { $0 === object }) {
        objects.append(object)
      }
    }
    return objects
  }

  /// The objects of the running scene that correspond to a geometry of the old files.
  private mutating func objects(_ old: Geometry) -> [Geometry] {
    var objects: [Geometry] = []
    for location in change.shared.geometries.locations[ObjectIdentifier(old)] ?? [] {
      guard let object = geometry(at: location), object.name == old.name else { continue }
      if !objects.contains(where: { $0 === object }) { objects.append(object) }
    }
    return objects
  }

  private mutating func geometry(at location: SharedObjectLocation) -> Geometry? {
    var geometry = nodes[location.path]?.geometry
    for level in location.levels {
      let levels = geometry?.levelsOfDetail ?? []
      geometry = level < levels.count ? levels[level].geometry : nil
    }
    return geometry
  }

  /// Looks up the running scene's objects for everything that will be assigned.
  private mutating func findTargets() {
    for (_, new) in change.changedGeometries { findTarget(new) }
    for (_, new) in change.geometries { if let new { findTarget(new) } }
    for (path, _) in change.nodes.added {
      var geometries: [Geometry] = []
      change.new.rootNode.node(atPath: path)?.enumerateHierarchy { node in
        if let geometry = node.geometry { geometries.append(geometry) }
      }
      for geometry in geometries { findTarget(geometry) }
    }
  }

  private mutating func findTarget(_ new: Geometry) {
    guard visited.insert(ObjectIdentifier(new)).inserted else { return }
    let (geometries, materials) = (
      change.shared.geometries.oldByNew, change.shared.materials.oldByNew
    )
    if let old = geometries[ObjectIdentifier(new)] {
      liveObjects[ObjectIdentifier(new)] = objects(old).first
    }
    for material in new.materials {
      guard visited.insert(ObjectIdentifier(material)).inserted,
        let old = materials[ObjectIdentifier(material)]
      else { continue }
      liveObjects[ObjectIdentifier(material)] = objects(old).first
    }
    for level in new.levelsOfDetail { if let other = level.geometry { findTarget(other) } }
  }

  /// The running scene's material for one of the new files; created if there is none.
  private mutating func target(_ new: Material) -> Material {
    if let known = liveObjects[ObjectIdentifier(new)] as? Material { return known }
    let object = new.copy()
    object.name = new.name
    liveObjects[ObjectIdentifier(new)] = object
    return object
  }

  /// The running scene's geometry for one of the new files; created if there is none.
  private mutating func target(_ new: Geometry) -> Geometry {
    if let known = liveObjects[ObjectIdentifier(new)] as? Geometry { return known }
    let object = Geometry(new.primitive, name: new.name)
    liveObjects[ObjectIdentifier(new)] = object
    set(object, to: new)
    return object
  }

  /// Assigns the content of a geometry of the new files to one of the running scene.
  private mutating func set(_ object: Geometry, to new: Geometry) {
    object.primitive = new.primitive
    object.materials = new.materials.map { target($0) }
    object.levelsOfDetail = new.levelsOfDetail.map { level in
      var updated = level
      updated.geometry = level.geometry.map { target($0) }
      return updated
    }
  }

  /// Rebuilds the collision shapes of bodies whose node has one of these geometries.
  private func updateShapes(of geometries: [Geometry]) {
    guard !geometries.isEmpty else { return }
    let changed = Set(geometries.map { ObjectIdentifier($0) })
    live.rootNode.enumerateChildNodes { node in
      guard let geometry = node.geometry, changed.contains(ObjectIdentifier(geometry)) else {
        return
      }
      node.geometry = geometry
    }
  }
}

// MARK: Nodes

extension SceneUpdater {
  /// Moves new nodes and their descendants from a separate scene to the running one.
  ///
  /// - Parameters:
  ///   - parents: Their parents in the running scene, in the order of the added nodes.
  ///   - addedScene: A second scene built from the new files.
  /// - Returns: The new nodes by path.
  private mutating func add(_ parents: [Node?], from addedScene: Scene?) -> [String: Node] {
    guard let addedScene else { return [:] }
    // Paths depend on unnamed siblings, so all nodes are looked up before any is moved.
    let nodes = change.nodes.added.map { addedScene.rootNode.node(atPath: $0.path) }
    var added: [String: Node] = [:]
    var copies: [ObjectIdentifier: Node] = [:]
    var pairs: [(live: Node, file: Node)] = []
    for ((entry, parent), node) in zip(zip(change.nodes.added, parents), nodes) {
      guard let node, let parent, let file = change.new.rootNode.node(atPath: entry.path) else {
        continue
      }
      let (live, files) = (Self.hierarchy(node), Self.hierarchy(file))
      for (a, b) in zip(live, files) {
        copies[ObjectIdentifier(b)] = a
        pairs.append((a, b))
        if let geometry = b.geometry { a.geometry = target(geometry) }
      }
      node.removeFromParentNode()
      parent.addChildNode(node)
      added[entry.path] = node
      report.added.append(entry.path)
    }
    for (live, file) in pairs {
      var targets: [Node?] = []
      file.updateReferences { reference in
        let target = reference.node(in: change.new)
        targets.append(target.flatMap { copies[ObjectIdentifier($0)] ?? self.nodes[$0.path] })
      }
      var index = 0
      live.updateReferences { reference in
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

  /// Reorders children; children that are not listed stay behind their predecessor.
  private func arrange(_ parent: Node, _ children: [Node]) {
    let listed = children.filter { $0.parent === parent }
    let known = Set(listed.map { ObjectIdentifier($0) })
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
    parent.reorderChildNodes(
      first + listed.flatMap { [$0] + (followers[ObjectIdentifier($0)] ?? []) })
  }

  private func apply(_ json: String, to node: Node, from old: Node, _ new: Node) {
    var state = node.state
    read(json, into: &state)
    node.state = state
    // A path in the patch refers to the node that it names in the new files.
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
      if let liveTarget = live.rootNode.node(atPath: target.path) { reference.set(liveTarget) }
    }
    node.constraints = node.constraints
    node.applyDeclarationChanges(from: old.state, to: new.state)
  }
}

/// The nodes of the running scene by path, cached for parents with many children.
struct LiveNodeCache {
  private let scene: Scene
  private var children: [ObjectIdentifier: [String: Node]] = [:]
  private var known: [String: Node] = [:]

  init(_ scene: Scene) { self.scene = scene }

  /// The node at a path, as of the first lookup below the same parent.
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
