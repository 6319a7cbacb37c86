import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// Brings what changed in a scene's files into the running scene, and nothing else.
///
/// Compared are the scene as its files said before and as they say now. A property that the files
/// changed is set on the node that has the path; everything else stays as the game made it: places,
/// velocities, actions under way, random streams. Nodes that the files have no more leave, new ones
/// come. A changed material changes on every node that shares it.
///
/// A node whose description changed starts its constraints anew; changed `actions` count for nodes
/// that enter from then on.
public final class SceneReload {
  /// The scene as its files said last; never run.
  public private(set) var file: SceneFile
  /// The running scene.
  private let scene: Scene

  /// What a reload did.
  public struct Report: Equatable, Sendable {
    /// The paths of nodes that were changed, `/` for what holds for the whole scene.
    public var changed: [String] = []
    /// The paths of nodes that came.
    public var added: [String] = []
    /// The paths of nodes that left.
    public var removed: [String] = []
    /// The names of materials that were changed; empty for those without.
    public var materials: [String] = []
    /// The pictures of models that were changed, as slots of materials call them.
    public var images: [String] = []

    /// Whether nothing had to be done.
    public var isEmpty: Bool { self == Report() }
  }

  /// Watches over the running scene of a file that was just read, before or after its first tick.
  ///
  /// - Throws: Nothing that reading the file did not throw.
  public init(_ file: SceneFile) throws(SceneFileError) {
    scene = file.scene
    let loader = SceneLoader(again: file)
    self.file = try loader.settings.load(file.path, by: loader)
  }

  /// Reads the files again and brings what changed into the running scene.
  ///
  /// - Parameter check: Looks at the new scene, which it may keep and run, before anything is done.
  /// - Returns: What was changed.
  /// - Throws: everything that is wrong with the files, or what `check` throws; the running scene is
  ///   then as it was.
  public func reload(checking check: ((SceneFile) throws -> Void)? = nil) throws -> Report {
    let new = try file.reader.load(file.path)
    if let check {
      let loader = SceneLoader(again: new)
      try check(try loader.settings.load(new.path, by: loader))
    }
    // New nodes are taken from a scene of their own, so that what is compared stays whole.
    let loader = SceneLoader(again: new)
    var change = SceneChange(from: file.scene, to: new.scene, in: scene)
    let spare = change.needsNodes ? try loader.settings.load(new.path, by: loader).scene : nil
    change.apply(spare)
    change.report.images = new.images.keys.sorted().filter { name in
      file.images[name].map { $0 != new.images[name] } ?? false
    }
    file = new
    return change.report
  }
}

/// What one reload has to do.
private struct SceneChange {
  let old: Scene
  let new: Scene
  let live: Scene
  var report = SceneReload.Report()
  /// Nodes that both have, with what is different, as JSON to be read over what is there.
  private var patches: [(path: String, json: String, node: Node)] = []
  private var geometries: [(path: String, old: Geometry?, new: Geometry?)] = []
  private var materials: [(new: Material, json: String, uses: [(path: String, index: Int)])] = []
  private var removed: [String] = []
  private var added: [(path: String, parent: String, index: Int)] = []
  private var scenePatch: String?
  private var pairs: [ObjectIdentifier: Int] = [:]

  init(from old: Scene, to new: Scene, in live: Scene) {
    self.old = old
    self.new = new
    self.live = live
    scenePatch = Self.patch(old.state, new.state, new)
    compare(old.rootNode, new.rootNode, "")
  }

  /// Whether nodes came.
  var needsNodes: Bool { !added.isEmpty || geometries.contains { $0.new != nil } }

  // MARK: Finding

  private mutating func compare(_ a: Node, _ b: Node, _ path: String) {
    let (keys, others) = (Self.keys(a), Self.keys(b))
    var index: [String: Int] = [:]
    for (i, key) in keys.enumerated() { index[key] = i }
    var seen: Set<String> = []
    for (i, key) in others.enumerated() {
      let childPath = path + "/" + key
      guard let place = index[key] else {
        added.append((childPath, path.isEmpty ? "/" : path, i))
        continue
      }
      seen.insert(key)
      let (before, after) = (a.childNodes[place], b.childNodes[i])
      compareState(before, after, childPath)
      compare(before, after, childPath)
    }
    for key in keys where !seen.contains(key) { removed.append(path + "/" + key) }
  }

  private static func keys(_ node: Node) -> [String] {
    var counts: [String: Int] = [:]
    return node.childNodes.map { child in
      let name = child.name ?? "*"
      let number = counts[name, default: 0]
      counts[name] = number + 1
      return number == 0 && child.name != nil ? name : "\(name)[\(number)]"
    }
  }

  private mutating func compareState(_ a: Node, _ b: Node, _ path: String) {
    compareGeometry(a.geometry, b.geometry, path)
    var (before, after) = (a.state, b.state)
    before.geometry = nil
    after.geometry = nil
    if let json = Self.patch(before, after, new) { patches.append((path, json, b)) }
  }

  private mutating func compareGeometry(_ a: Geometry?, _ b: Geometry?, _ path: String) {
    guard let a, let b, a.primitive == b.primitive, a.name == b.name,
      a.materials.count == b.materials.count,
      a.hasSameLevels(as: b)
    else {
      if a != nil || b != nil { geometries.append((path, a, b)) }
      return
    }
    for (i, (old, new)) in zip(a.materials, b.materials).enumerated() {
      if let known = pairs[ObjectIdentifier(new)] {
        if known >= 0 { materials[known].uses.append((path, i)) }
        continue
      }
      var writer = PropertyWriter()
      let differs = new.writeMembers(changedFrom: old, &writer)
      pairs[ObjectIdentifier(new)] = differs ? materials.count : -1
      if differs { materials.append((new, "{\(writer.json.text)}", [(path, i)])) }
    }
  }

  private static func patch<R: Record>(_ old: R, _ new: R, _ scene: Scene) -> String? {
    var writer = PropertyWriter()
    // A node outside of references is found from the root of the running scene.
    writer[NodePaths.self] = { $0.path.isEmpty ? $0.node(in: scene)?.path : $0.path }
    var other = old
    if let before = old as? NodeState, let after = new as? NodeState, after.isTurnedByAngles,
      !before.isTurnedByAngles
    {
      var plain = before
      plain.orientation = NodeState().orientation
      if let plain = plain as? R { other = plain }
    }
    guard new.writeMembers(changedFrom: other, &writer) else { return nil }
    return "{\(writer.json.text)}"
  }

  // MARK: Doing

  mutating func apply(_ spare: Scene?) {
    // All are found before one leaves, as the paths of nodes without names count them.
    for (path, node) in removed.map({ ($0, live.rootNode.node(atPath: $0)) }) {
      guard let node else { continue }
      node.removeFromParentNode()
      report.removed.append(path)
    }
    for entry in materials { apply(entry.new, entry.json, entry.uses) }
    for entry in geometries { applyGeometry(entry.path, entry.old, entry.new, spare) }
    if let spare { for entry in added { add(entry, spare) } }
    for entry in patches { apply(entry.json, to: entry.path, entry.node) }
    if let scenePatch {
      var state = live.state
      read(scenePatch, into: &state)
      live.state = state
      if scenePatch.contains("\"pointOfView\""),
        let view = new.state.pointOfView.node(in: new)?.path
      {
        live.pointOfView = live.rootNode.node(atPath: view) ?? live.pointOfView
      }
      report.changed.append("/")
    }
  }

  private mutating func apply(
    _ material: Material, _ json: String, _ uses: [(path: String, index: Int)]
  ) {
    var done: Set<ObjectIdentifier> = []
    for use in uses {
      guard let own = live.rootNode.node(atPath: use.path)?.geometry?.materials,
        use.index < own.count, done.insert(ObjectIdentifier(own[use.index])).inserted
      else { continue }
      var target = own[use.index]
      read(json, into: &target)
    }
    if !done.isEmpty { report.materials.append(material.name) }
  }

  private mutating func applyGeometry(
    _ path: String, _ old: Geometry?, _ new: Geometry?, _ spare: Scene?
  ) {
    guard let node = live.rootNode.node(atPath: path) else { return }
    let fresh = spare?.rootNode.node(atPath: path)?.geometry
    if let fresh { share(fresh, like: new) }
    node.geometry = new == nil ? nil : fresh
    report.changed.append(path)
  }

  /// Exchanges the materials of a new geometry for those that the running scene has already.
  private func share(_ fresh: Geometry, like new: Geometry?) {
    guard let new else { return }
    for (i, material) in new.materials.enumerated() where i < fresh.materials.count {
      if let known = liveMaterial(material) { fresh.materials[i] = known }
    }
  }

  /// The running scene's object for a material that a node of both files has.
  private func liveMaterial(_ material: Material) -> Material? {
    guard !material.name.isEmpty, pairs[ObjectIdentifier(material)] != nil else { return nil }
    var found: Material?
    new.rootNode.enumerateChildNodes { node in
      guard found == nil,
        let index = node.geometry?.materials.firstIndex(where: { $0 === material }),
        let own = live.rootNode.node(atPath: node.path)?.geometry?.materials, index < own.count
      else { return }
      found = own[index]
    }
    return found
  }

  private mutating func add(_ entry: (path: String, parent: String, index: Int), _ spare: Scene) {
    guard let node = spare.rootNode.node(atPath: entry.path),
      let parent = live.rootNode.node(atPath: entry.parent)
    else { return }
    node.enumerateHierarchy { below in
      below.updateReferences { reference in
        guard let target = reference.node(in: spare), !node.isAncestorOrSelf(of: target),
          let own = live.rootNode.node(atPath: target.path)
        else { return }
        reference.set(own)
      }
      if let geometry = below.geometry {
        share(geometry, like: new.rootNode.node(atPath: below.path)?.geometry)
      }
    }
    var inside: [(Node, Int, Node)] = []
    node.enumerateHierarchy { below in
      var count = 0
      below.updateReferences { reference in
        if let target = reference.node(in: spare) { inside.append((below, count, target)) }
        count += 1
      }
    }
    node.removeFromParentNode()
    parent.insertChildNode(node, at: min(entry.index, parent.childNodes.count))
    for (below, index, target) in inside {
      var count = 0
      below.updateReferences { reference in
        if count == index { reference.set(target) }
        count += 1
      }
    }
    report.added.append(entry.path)
  }

  private mutating func apply(_ json: String, to path: String, _ source: Node) {
    guard let node = live.rootNode.node(atPath: path) else { return }
    var state = node.state
    read(json, into: &state)
    node.state = state
    // What the patch names by path is what the new file means by it.
    var targets: [Node?] = []
    source.updateReferences { targets.append($0.node(in: new)) }
    var index = 0
    node.updateReferences { reference in
      if reference.source != nil, index < targets.count, let target = targets[index],
        let own = live.rootNode.node(atPath: target.path)
      {
        reference.set(own)
      }
      index += 1
    }
    node.constraints = node.constraints
    report.changed.append(path)
  }

  private func read<R: Record>(_ json: String, into record: inout R) {
    guard let json = try? JSON.parse(json) else { return }
    var reader = Reader()
    reader.checksRequired = false
    reader[RoleTypes.self] = live.roleTypes
    record.readProperties(json, &reader)
  }
}
