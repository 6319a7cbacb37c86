import CaromDocuments
import CaromProperties
public import CaromSceneGraph

/// Writes scenes as files that read back as the same scenes.
///
/// The text contains the current *description* of the scene: names, transforms, components,
/// velocities and scene-wide properties. The clock, running actions, contacts and sleep state are
/// not part of a description; snapshots contain them.
///
/// - Defaults are omitted. Keys are written in the order of their declaration, in the layout of
///   `JSONFormatter`. Comments of the original file are lost.
/// - **References** are preserved: a node that was read from another file is written as `scene`
///   with its own keys and with `overrides` for the differences. This requires that all nodes that
///   the file defines below it still exist under the same names and in the same order. New nodes
///   below it are written under `nodes`. Otherwise the reference is replaced by the nodes
///   themselves, some of which may be references.
/// - **Classes** are preserved for nodes of the scene's own file.
/// - **Shared objects** stay shared. Named objects keep their name unless it would be ambiguous,
///   and unused entries of the file's tables are preserved. An unnamed object with several users
///   receives a name. A changed material that a node of another file shares is written to this
///   file.
/// - **Paths** of nodes are written as they were read while they resolve to the same node.
public enum SceneWriter {
  /// The text of a scene.
  ///
  /// - Parameters:
  ///   - scene: The scene, which is not changed.
  ///   - file: The file that the scene was read from, for its references and tables; nil writes
  ///     every node in full.
  ///   - game: The name of the game; nil takes that of the file.
  ///   - path: The future path of the text, relative to the root of the file; nil takes the file's
  ///     own path.
  /// - Returns: The complete text in canonical layout.
  /// - Throws: ``SceneFileError`` if the scene cannot be represented, with positions in the text
  ///   that would be written: duplicate sibling names, numbers out of range, targets that no longer
  ///   exist.
  public static func text(
    of scene: Scene, from file: SceneFile? = nil, game: String? = nil, path: String? = nil
  ) throws(SceneFileError) -> String {
    // A scene that was read from a glTF file is written as a scene file beside it.
    let own = file.map { $0.documents[$0.path] == nil ? "\($0.path).json" : $0.path }
    let target = path ?? own ?? "scene.json"
    var composer = SceneComposer(scene, file, target)
    let text = JSONFormatter.format(
      composer.compose(game: game ?? file?.game), limits: SceneLimits().text)
    composer.releaseBaseNodes()
    try check(text, scene, file, target)
    return text
  }

  /// Reads the text back, so that no text is returned that cannot be read.
  private static func check(
    _ text: String, _ scene: Scene, _ file: SceneFile?, _ path: String
  ) throws(SceneFileError) {
    let loader: SceneLoader
    if let file {
      loader = SceneLoader(rebuilding: file)
    } else {
      // Without a file there are no references, so the folder is never accessed.
      var reader = SceneReader(root: SceneRoot.nowhere, roles: scene.roleTypes)
      reader.limits.nodes = SceneLimits.unlimited
      loader = SceneLoader(reader)
    }
    do throws(Problem) {
      let source = SourceText(name: "\(path), to be written", text)
      loader.use(try JSONParser.parse(source, limits: SceneLimits().text), as: path)
    } catch { throw SceneFileError(problems: [error]) }
    _ = try loader.settings.load(path, by: loader)
  }
}

/// The state of writing one scene.
private struct SceneComposer {
  private let scene: Scene
  private let file: SceneFile?
  /// The path of the text.
  private let path: String
  private let sources: [ObjectIdentifier: NodeSource]
  /// The base nodes, retained because their object identities are used as keys.
  private let baseNodes: [Node]
  private let shared: SharingPlan
  private let shapes: [PhysicsShape: String]
  private let paths: PathWriter
  private var writer = PropertyWriter()

  init(_ scene: Scene, _ file: SceneFile?, _ path: String) {
    self.scene = scene
    self.file = file
    self.path = path
    var finder = NodeSources(file)
    var sources: [ObjectIdentifier: NodeSource] = [:]
    var whole: [Node] = []
    var pairs: [(live: Node, base: Node)] = []
    func plan(_ node: Node) {
      guard let source = finder?.source(of: node) else {
        whole.append(node)
        return node.childNodes.forEach(plan)
      }
      sources[ObjectIdentifier(node)] = source
      if source.file == nil { whole.append(node) } else { pairs += source.pairs }
      node.childNodes.dropFirst(source.base.childNodes.count).forEach(plan)
    }
    scene.rootNode.childNodes.forEach(plan)
    self.sources = sources
    baseNodes = finder?.baseNodes ?? []

    let document = file.flatMap { $0.documents[$0.path] }?.root
    let reader = finder?.builder.reader ?? Reader()
    let tables = FileTables(
      materials: Self.table(document?["materials"], reader),
      geometries: Self.table(document?["geometries"], reader))
    let shared = SharingPlan(whole: whole, pairs: pairs, tables: tables)
    self.shared = shared
    var shapes: [PhysicsShape: String] = [:]
    for member in document?["shapes"]?.members.map(Array.init) ?? [] {
      guard let shape = reader[NamedShapes.self][member.key], shapes[shape] == nil else { continue }
      shapes[shape] = member.key
    }
    self.shapes = shapes
    paths = PathWriter(scene, sources.values.flatMap(\.pairs))

    writer[SharedNames.self] = shared.name
    writer[SharedEquality.self] = shared.isSame
    writer[ShapeNames.self] = { [shapes] in shapes[$0] }
    writer[NodePaths.self] = { [paths] in paths.path(of: $0) }
  }

  private static func table<S: Shared>(_ json: JSON?, _ reader: Reader) -> [(String, S)] {
    (json?.members.map(Array.init) ?? []).compactMap { member in
      reader.shared(named: member.key, of: S.self).map { (member.key, $0) }
    }
  }

  mutating func compose(game: String?) -> String {
    let document = file.flatMap { $0.documents[$0.path] }?.root
    writer.json.beginObject()
    if let schema = document?["$schema"] {
      writer.json.key("$schema")
      writer.json.value(schema)
    }
    member("format", FileBuilder.format)
    if let game { member("game", game) }
    paths.referencingNode = scene.rootNode
    scene.state.writeMembers(&writer)
    table("materials", shared.materials)
    table("geometries", shared.geometries)
    for key in ["shapes", "defaults"] {
      guard let json = document?[key] else { continue }
      writer.json.key(key)
      writer.json.value(json)
    }
    if !scene.rootNode.childNodes.isEmpty { nodes(scene.rootNode.childNodes[...]) }
    writer.json.endObject()
    return writer.json.text
  }

  /// Breaks the reference cycles of the base nodes, so that they are deallocated.
  func releaseBaseNodes() {
    for node in baseNodes { node.clearReferences() }
  }

  private mutating func member(_ key: String, _ value: String) {
    writer.json.key(key)
    writer.json.value(value)
  }

  private mutating func table<S: Shared>(_ key: String, _ entries: [(name: String, object: S)]) {
    guard !entries.isEmpty else { return }
    writer.json.key(key)
    writer.json.beginObject()
    for entry in entries {
      writer.json.key(entry.name)
      entry.object.writeProperties(&writer)
    }
    writer.json.endObject()
  }

  // MARK: Nodes

  private mutating func nodes(_ nodes: ArraySlice<Node>) {
    writer.json.key("nodes")
    writer.json.beginArray()
    for node in nodes { write(node) }
    writer.json.endArray()
  }

  private mutating func write(_ node: Node) {
    let source = sources[ObjectIdentifier(node)]
    writer.json.beginObject()
    if let name = node.name { member("name", name) }
    if let file = source?.file { member("scene", relative(file)) }
    if let materials = source?.materials {
      writer.json.key("materials")
      writer.json.value(materials)
    }
    if let options = source?.options {
      writer.json.key("import")
      writer.json.value(options)
    }
    if let className = source?.className {
      writer.json.key("class")
      writer.json.value(className)
    }
    paths.referencingNode = node
    properties(node, source)
    let children = node.childNodes.dropFirst(source?.base.childNodes.count ?? 0)
    if !children.isEmpty { nodes(children) }
    writer.json.endObject()
  }

  /// Writes the properties of a node, excluding its children, which would retain a copy of the
  /// state during the recursion.
  private mutating func properties(_ node: Node, _ source: NodeSource?) {
    guard let source else { return node.state.writeMembers(&writer) }
    _ = writeChange(of: node, from: source.base)
    overrides(source)
  }

  /// Writes the differences between a node and its base.
  private mutating func writeChange(of node: Node, from base: Node) -> Bool {
    let state = node.state
    var other = base.state
    // Euler angles replace a base quaternion, so the base orientation is reset before the
    // comparison.
    if state.usesEulerAngles, !other.usesEulerAngles {
      other.orientation = NodeState().orientation
    }
    return state.writeMembers(changedFrom: other, &writer)
  }

  private mutating func overrides(_ source: NodeSource) {
    let top = source.base.path
    var members: [(path: String, json: String)] = []
    let outerWriter = writer
    for (live, base) in source.pairs.dropFirst() {
      writer.json = JSONWriter()
      paths.referencingNode = live
      guard writeChange(of: live, from: base) else { continue }
      let path = String(base.path.dropFirst(top == "/" ? 1 : top.count + 1))
      members.append((path, "{\(writer.json.text)}"))
    }
    writer = outerWriter
    guard !members.isEmpty else { return }
    writer.json.key("overrides")
    writer.json.beginObject()
    for (path, json) in members {
      writer.json.key(path)
      writer.json.raw(json)
    }
    writer.json.endObject()
  }

  /// The path of a file relative to the text that is written.
  private func relative(_ file: String) -> String {
    var from = path.split(separator: "/").dropLast()[...]
    var to = file.split(separator: "/")[...]
    while let a = from.first, a == to.first, to.count > 1 {
      from = from.dropFirst()
      to = to.dropFirst()
    }
    return (from.map { _ in ".." } + to).joined(separator: "/")
  }
}

/// Converts node references to paths.
private final class PathWriter {
  private let scene: Scene
  /// The nodes of the scene by base node.
  private var live: [ObjectIdentifier: Node] = [:]
  /// The node that contains the references that are written.
  var referencingNode: Node

  init(_ scene: Scene, _ pairs: [(live: Node, base: Node)]) {
    self.scene = scene
    referencingNode = scene.rootNode
    for pair in pairs { live[ObjectIdentifier(pair.base)] = pair.live }
  }

  /// The path of a referenced node; nil if the scene does not contain the node.
  func path(of reference: NodeReference) -> String? {
    let node = reference.pending.map { live[ObjectIdentifier($0)] ?? $0 }
    guard let node = node ?? scene.node(withID: reference.id), node.scene === scene else {
      return nil
    }
    let written = reference.path
    let start = written.hasPrefix("/") ? scene.rootNode : referencingNode
    if !written.isEmpty, start.node(atPath: written) === node { return written }
    return node.path
  }
}
