import CaromDocuments
import CaromProperties
public import CaromSceneGraph

/// Writes scenes as files that read back as the same scenes.
///
/// What is written is what the scene is *described* as now: names, places, what sits on each node,
/// velocities, what holds for the whole scene. Of a scene that has run, its clock, the actions under
/// way, contacts and sleep are no part of a description; snapshots hold them.
///
/// - Defaults are left out. Keys come in the order of their declaration. The layout is the one of
///   `JSONFormatter`; comments of the file that the scene was read from are not kept.
/// - **References** stay: a node that was read from another file is written as `scene` with its own
///   keys and `overrides` for what differs from that file, as long as the nodes that the file puts
///   below it are all there, under their names and in their order. New nodes below come under
///   `nodes`. Where that does not do, the reference is replaced by the nodes themselves, of which
///   some may be references again.
/// - **Classes** stay, with the nodes of the scene's own file that name them.
/// - **Shared objects** stay shared. Those with a name keep it, unless two would have the same, and
///   entries of the file's tables that nothing uses stay. An unnamed one with several users gets a
///   name. A material that a node of another file shares and that was changed is given by this file.
/// - **Paths** to nodes stay as they were written while they lead to the same node.
public enum SceneWriter {
  /// The text of a scene.
  ///
  /// - Parameters:
  ///   - scene: The scene; it is not changed.
  ///   - file: What it was read from, for the references and tables to keep; nil for a scene that
  ///     was made in code, of which every node is written.
  ///   - game: The game to name; that of the file if nil.
  ///   - path: Where the text will be, relative to the root of the file; its own path if nil.
  /// - Returns: The whole text, in canonical layout.
  /// - Throws: what about the scene no file can say, at its place in the text that would be written:
  ///   siblings of one name, numbers out of range, targets that are gone.
  public static func text(
    of scene: Scene, from file: SceneFile? = nil, game: String? = nil, path: String? = nil
  ) throws(SceneFileError) -> String {
    // A scene that was read from a glTF file is written as one of ours beside it.
    let own = file.map { $0.documents[$0.path] == nil ? "\($0.path).json" : $0.path }
    let target = path ?? own ?? "scene.json"
    var composer = SceneComposer(scene, file, target)
    let text = JSONFormatter.format(
      composer.compose(game: game ?? file?.game), limits: SceneLimits().text)
    composer.letGo()
    try check(text, scene, file, target)
    return text
  }

  /// Reads what was written; nothing is given out that could not be read.
  private static func check(
    _ text: String, _ scene: Scene, _ file: SceneFile?, _ path: String
  ) throws(SceneFileError) {
    let loader: SceneLoader
    if let file {
      loader = SceneLoader(again: file)
    } else {
      // Without a file there are no references, so the folder is never looked at.
      var reader = SceneReader(root: SceneRoot.nowhere, roles: scene.roleTypes)
      reader.limits.nodes = 1 << 40
      loader = SceneLoader(reader)
    }
    do throws(Problem) {
      let source = SourceText(name: "\(path), to be written", text)
      loader.use(try JSONParser.parse(source, limits: SceneLimits().text), as: path)
    } catch { throw SceneFileError(problems: [error]) }
    _ = try loader.settings.load(path, by: loader)
  }
}

/// One writing of a scene.
private struct SceneComposer {
  private let scene: Scene
  private let file: SceneFile?
  /// Where the text will be.
  private let path: String
  private let sources: [ObjectIdentifier: NodeSource]
  /// All nodes that were made for comparing.
  private let made: [Node]
  private let shared: SharedPlan
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
    made = finder?.kept ?? []

    let document = file.flatMap { $0.documents[$0.path] }?.root
    let reader = finder?.builder.reader ?? Reader()
    let tables = FileTables(
      materials: Self.table(document?["materials"], reader),
      geometries: Self.table(document?["geometries"], reader))
    let shared = SharedPlan(whole: whole, pairs: pairs, tables: tables)
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
    paths.holder = scene.rootNode
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

  /// Lets go of the nodes that were made for comparing.
  func letGo() {
    for node in made { node.forgetReferences() }
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
    if let className = source?.className {
      writer.json.key("class")
      writer.json.value(className)
    }
    paths.holder = node
    properties(node, source)
    let children = node.childNodes.dropFirst(source?.base.childNodes.count ?? 0)
    if !children.isEmpty { nodes(children) }
    writer.json.endObject()
  }

  /// Writes a node's own keys; apart from those below it, whose writing would hold on to the state.
  private mutating func properties(_ node: Node, _ source: NodeSource?) {
    guard let source else { return node.state.writeMembers(&writer) }
    _ = change(node, source.base)
    overrides(source)
  }

  /// Writes what differs between a node and one that it is made from.
  private mutating func change(_ node: Node, _ base: Node) -> Bool {
    let state = node.state
    var other = base.state
    // Angles that are read take the place of a quaternion, so that there is none to compare with.
    if state.usesEulerAngles, !other.usesEulerAngles {
      other.orientation = NodeState().orientation
    }
    return state.writeMembers(changedFrom: other, &writer)
  }

  private mutating func overrides(_ source: NodeSource) {
    let top = source.base.path
    var members: [(path: String, json: String)] = []
    let outside = writer
    for (live, base) in source.pairs.dropFirst() {
      writer.json = JSONWriter()
      paths.holder = live
      guard change(live, base) else { continue }
      let path = String(base.path.dropFirst(top == "/" ? 1 : top.count + 1))
      members.append((path, "{\(writer.json.text)}"))
    }
    writer = outside
    guard !members.isEmpty else { return }
    writer.json.key("overrides")
    writer.json.beginObject()
    for (path, json) in members {
      writer.json.key(path)
      writer.json.raw(json)
    }
    writer.json.endObject()
  }

  /// The path of a file as the one that is written mentions it.
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

/// Turns references to nodes into paths from the root of the scene.
private final class PathWriter {
  private let scene: Scene
  /// The nodes of the scene for those that files make.
  private var live: [ObjectIdentifier: Node] = [:]
  /// The node whose references are written.
  var holder: Node

  init(_ scene: Scene, _ pairs: [(live: Node, base: Node)]) {
    self.scene = scene
    holder = scene.rootNode
    for pair in pairs { live[ObjectIdentifier(pair.base)] = pair.live }
  }

  /// The path of the node that a reference names; nil where it names none of the scene.
  func path(of reference: NodeReference) -> String? {
    let node = reference.pending.map { live[ObjectIdentifier($0)] ?? $0 }
    guard let node = node ?? scene.node(withID: reference.id), node.scene === scene else {
      return nil
    }
    let written = reference.path
    let start = written.hasPrefix("/") ? scene.rootNode : holder
    if !written.isEmpty, start.node(atPath: written) === node { return written }
    return node.path
  }
}
