import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// A fully resolved scene, described as JSON node by node.
struct FlatScene {
  /// The scene-wide properties and the shared objects that are compared by name.
  let header: JSON?
  /// The root node and its descendants.
  let root: FlatNode

  /// Describes a scene; shared objects whose names are in `names` are written to ``header``.
  init(_ scene: Scene, by names: Set<String>) {
    var writer = PropertyWriter()
    writer[SharedNames.self] = { _, name in names.contains(name) ? name : "" }
    writer[NodePaths.self] = { $0.node(in: scene)?.path }
    let geometries = Self.geometries(of: scene)
    var header = writer.blank
    header.json.beginObject()
    scene.state.writeMembers(&header)
    Self.writeTable("materials", geometries.flatMap(\.materials), names, &header)
    Self.writeTable("geometries", geometries, names, &header)
    header.json.endObject()
    self.header = Self.parse(header.json.text)
    root = FlatNode(scene.rootNode, key: "", path: "/", &writer)
  }

  /// The names that identify one material or one geometry in both scenes.
  static func sharedNames(_ a: Scene, _ b: Scene) -> Set<String> {
    sharedNames(a).intersection(sharedNames(b))
  }

  private static func sharedNames(_ scene: Scene) -> Set<String> {
    var names: Set<String> = []
    var ambiguous: Set<String> = []
    let geometries = geometries(of: scene)
    collectNames(geometries.flatMap(\.materials), &names, &ambiguous)
    collectNames(geometries, &names, &ambiguous)
    return names.subtracting(ambiguous)
  }

  private static func collectNames<S: Shared & AnyObject>(
    _ objects: [S], _ names: inout Set<String>, _ ambiguous: inout Set<String>
  ) {
    var first: [String: S] = [:]
    for object in objects where !object.name.isEmpty {
      names.insert(object.name)
      if let other = first[object.name], other !== object { ambiguous.insert(object.name) }
      first[object.name] = object
    }
  }

  private static func geometries(of scene: Scene) -> [Geometry] {
    var geometries: [Geometry] = []
    scene.rootNode.enumerateChildNodes { if let g = $0.geometry { geometries.append(g) } }
    return geometries
  }

  private static func writeTable<S: Shared>(
    _ key: String, _ objects: [S], _ names: Set<String>, _ writer: inout PropertyWriter
  ) {
    var written: Set<String> = []
    let entries = objects.filter { names.contains($0.name) && written.insert($0.name).inserted }
    guard !entries.isEmpty else { return }
    writer.json.key(key)
    writer.json.beginObject()
    for object in entries.sorted(by: { $0.name < $1.name }) {
      writer.json.key(object.name)
      object.writeProperties(&writer)
    }
    writer.json.endObject()
  }

  static func parse(_ text: String) -> JSON? { try? JSON.parse(text) }
}

/// A node of a ``FlatScene``.
struct FlatNode {
  /// The key that identifies the node among its siblings.
  let key: String
  let name: String?
  let path: String
  let json: JSON?
  let children: [FlatNode]

  init(_ node: Node, key: String, path: String, _ writer: inout PropertyWriter) {
    self.key = key
    name = node.name
    self.path = path
    var own = writer.blank
    own.json.beginObject()
    node.state.writeMembers(&own)
    own.json.endObject()
    json = FlatScene.parse(own.json.text)
    let below = path == "/" ? path : path + "/"
    children = zip(node.childNodes, NodeMatches.keys(node)).map { child, key in
      FlatNode(child, key: key, path: below + key, &writer)
    }
  }
}
