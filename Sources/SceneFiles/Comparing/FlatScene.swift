import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// A scene as it is in the end, as JSON node by node.
struct FlatScene {
  /// What holds for the whole scene, with the shared objects that are compared by name.
  let header: JSON?
  /// The nodes.
  let root: FlatNode

  /// Describes a scene; objects with one of some names are written apart from the nodes.
  init(_ scene: Scene, by names: Set<String>) {
    var writer = PropertyWriter()
    writer[SharedNames.self] = { _, name in names.contains(name) ? name : "" }
    writer[NodePaths.self] = { $0.node(in: scene)?.path }
    let geometries = Self.geometries(of: scene)
    var header = writer.blank
    header.json.beginObject()
    scene.state.writeMembers(&header)
    Self.table("materials", geometries.flatMap(\.materials), names, &header)
    Self.table("geometries", geometries, names, &header)
    header.json.endObject()
    self.header = Self.parse(header.json.text)
    root = FlatNode(scene.rootNode, key: "", path: "/", &writer)
  }

  /// The names that mean one material, or one geometry, in both of two scenes.
  static func sharedNames(_ a: Scene, _ b: Scene) -> Set<String> {
    sharedNames(a).intersection(sharedNames(b))
  }

  private static func sharedNames(_ scene: Scene) -> Set<String> {
    var names: Set<String> = []
    var unclear: Set<String> = []
    let geometries = geometries(of: scene)
    note(geometries.flatMap(\.materials), &names, &unclear)
    note(geometries, &names, &unclear)
    return names.subtracting(unclear)
  }

  private static func note<S: Shared & AnyObject>(
    _ objects: [S], _ names: inout Set<String>, _ unclear: inout Set<String>
  ) {
    var first: [String: S] = [:]
    for object in objects where !object.name.isEmpty {
      names.insert(object.name)
      if let other = first[object.name], other !== object { unclear.insert(object.name) }
      first[object.name] = object
    }
  }

  private static func geometries(of scene: Scene) -> [Geometry] {
    var geometries: [Geometry] = []
    scene.rootNode.enumerateChildNodes { if let g = $0.geometry { geometries.append(g) } }
    return geometries
  }

  private static func table<S: Shared>(
    _ key: String, _ objects: [S], _ names: Set<String>, _ writer: inout PropertyWriter
  ) {
    var done: Set<String> = []
    let entries = objects.filter { names.contains($0.name) && done.insert($0.name).inserted }
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

/// A node as it is in the end.
struct FlatNode {
  /// What tells it from its siblings.
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
    children = zip(node.childNodes, NodePairs.keys(node)).map { child, key in
      FlatNode(child, key: key, path: below + key, &writer)
    }
  }
}
