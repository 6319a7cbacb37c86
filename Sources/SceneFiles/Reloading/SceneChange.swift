import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// What differs between a scene as its files said before and as they say now.
struct SceneChange {
  let old: Scene
  let new: Scene
  /// Nodes that both have, with what is different, as JSON to be read over what is there.
  private(set) var patches: [(path: String, json: String, old: Node, new: Node)] = []
  /// Nodes that both have and that show another geometry now.
  private(set) var geometries: [(path: String, new: Geometry?)] = []
  /// Shared geometries that are another shape now, or of other materials or levels.
  private(set) var changedGeometries: [(old: Geometry, new: Geometry)] = []
  /// Shared materials that changed, with what is different.
  private(set) var changedMaterials: [(old: Material, new: Material, json: String)] = []
  /// Nodes that left, that came, and how children are ordered.
  let nodes: NodePairs
  /// What holds for the whole scene.
  private(set) var scenePatch: String?
  /// Which shared objects are which.
  let shared: SharedPairs

  init(from file: SceneFile, to other: SceneFile) {
    old = file.scene
    new = other.scene
    nodes = NodePairs(old, new)
    shared = SharedPairs(old, new, nodes.pairs)
    scenePatch = patch(old.state, new.state)
    let texts = NodeTexts(file, other)
    for (a, b, path) in nodes.pairs {
      if !shared.geometries.isSame(a.geometry, b.geometry) { geometries.append((path, b.geometry)) }
      if !texts.areSame(a, b) { compareState(a, b, path) }
    }
    compareShared()
  }

  // MARK: Comparing

  private mutating func compareState(_ a: Node, _ b: Node, _ path: String) {
    var (before, after) = (a.state, b.state)
    before.geometry = nil
    after.geometry = nil
    if after.usesEulerAngles, !before.usesEulerAngles {
      before.orientation = NodeState().orientation
    }
    if let json = patch(before, after) { patches.append((path, json, a, b)) }
  }

  private func patch<R: Record>(_ old: R, _ new: R) -> String? {
    let scene = self.new
    var writer = PropertyWriter()
    // A node outside of references is found from the root of the running scene.
    writer[NodePaths.self] = { $0.path.isEmpty ? $0.node(in: scene)?.path : $0.path }
    guard new.writeMembers(changedFrom: old, &writer) else { return nil }
    return "{\(writer.json.text)}"
  }

  private mutating func compareShared() {
    for new in shared.geometries.paired {
      guard let old = shared.geometries.oldOf[ObjectIdentifier(new)] else { continue }
      if !isSame(old, new) { changedGeometries.append((old, new)) }
    }
    for new in shared.materials.paired {
      guard let old = shared.materials.oldOf[ObjectIdentifier(new)] else { continue }
      var writer = PropertyWriter()
      guard new.writeMembers(changedFrom: old, &writer) else { continue }
      changedMaterials.append((old, new, "{\(writer.json.text)}"))
    }
  }

  private func isSame(_ a: Geometry, _ b: Geometry) -> Bool {
    a.primitive == b.primitive && a.materials.count == b.materials.count
      && a.levelsOfDetail.count == b.levelsOfDetail.count
      && zip(a.materials, b.materials).allSatisfy { shared.materials.isSame($0, $1) }
      && zip(a.levelsOfDetail, b.levelsOfDetail).allSatisfy {
        $0.threshold == $1.threshold && shared.geometries.isSame($0.geometry, $1.geometry)
      }
  }
}

/// Tells nodes whose description has not a letter changed, so that they need not be compared.
private struct NodeTexts {
  private let old: [Int32: [JSON]]
  private let new: [Int32: [JSON]]
  private let canTell: Bool

  init(_ old: SceneFile, _ new: SceneFile) {
    self.old = old.elements
    self.new = new.elements
    // What a node says of itself may name a shape, which is written elsewhere, or a model.
    canTell =
      old.files == new.files && old.models.isEmpty && new.models.isEmpty
      && old.documents.allSatisfy { path, document in
        let (own, other) = (document.root["shapes"], new.documents[path]?.root["shapes"])
        return own?.description == other?.description
      }
  }

  func areSame(_ a: Node, _ b: Node) -> Bool {
    guard canTell, let own = old[a.id], let other = new[b.id],
      own.count == other.count, !own.isEmpty
    else { return false }
    return zip(own, other).allSatisfy { $0.hasSameText(as: $1) }
  }
}
