import CaromDocuments
import CaromProperties
import CaromSceneGraph

/// The differences between two versions of a scene's files.
struct SceneChange {
  let old: Scene
  let new: Scene
  /// The nodes that both versions have and whose properties differ, with the differences as JSON.
  private(set) var patches: [(path: String, json: String, old: Node, new: Node)] = []
  /// The nodes that both versions have and whose geometry was replaced.
  private(set) var geometries: [(path: String, new: Geometry?)] = []
  /// The shared geometries whose shape, materials or levels of detail changed.
  private(set) var changedGeometries: [(old: Geometry, new: Geometry)] = []
  /// The shared materials that changed, with the differences as JSON.
  private(set) var changedMaterials: [(old: Material, new: Material, json: String)] = []
  /// The removed, added and reordered nodes.
  let nodes: NodeMatches
  /// The differences of the scene-wide properties as JSON; nil if there are none.
  private(set) var scenePatch: String?
  /// The correspondence between shared objects.
  let shared: SharedObjectMatches

  init(from file: SceneFile, to other: SceneFile) {
    old = file.scene
    new = other.scene
    nodes = NodeMatches(old, new)
    shared = SharedObjectMatches(old, new, nodes.pairs)
    scenePatch = patch(old.state, new.state)
    let texts = NodeSourceTexts(file, other)
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
    // A node outside of references is identified by its path from the root of the running scene.
    writer[NodePaths.self] = { $0.path.isEmpty ? $0.node(in: scene)?.path : $0.path }
    guard new.writeMembers(changedFrom: old, &writer) else { return nil }
    return "{\(writer.json.text)}"
  }

  private mutating func compareShared() {
    for new in shared.geometries.paired {
      guard let old = shared.geometries.oldByNew[ObjectIdentifier(new)] else { continue }
      if !isSame(old, new) { changedGeometries.append((old, new)) }
    }
    for new in shared.materials.paired {
      guard let old = shared.materials.oldByNew[ObjectIdentifier(new)] else { continue }
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

/// Detects nodes whose source text did not change, so that their properties need not be compared.
private struct NodeSourceTexts {
  private let old: [Int32: [JSON]]
  private let new: [Int32: [JSON]]
  private let canCompare: Bool

  init(_ old: SceneFile, _ new: SceneFile) {
    self.old = old.elements
    self.new = new.elements
    // The text of a node can name a shape or a model, whose definition is elsewhere.
    canCompare =
      old.files == new.files && old.models.isEmpty && new.models.isEmpty
      && old.documents.allSatisfy { path, document in
        let (own, other) = (document.root["shapes"], new.documents[path]?.root["shapes"])
        return own?.description == other?.description
      }
  }

  func areSame(_ a: Node, _ b: Node) -> Bool {
    guard canCompare, let own = old[a.id], let other = new[b.id],
      own.count == other.count, !own.isEmpty
    else { return false }
    return zip(own, other).allSatisfy { $0.hasSameText(as: $1) }
  }
}
