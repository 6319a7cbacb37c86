import CaromProperties
import CaromSceneGraph

/// Where a node uses a shared object.
struct SharedPlace {
  /// The path of the node.
  let path: String
  /// The levels of detail on the way, one in the other.
  let levels: [Int]
  /// Which of the materials; zero for a geometry.
  var index = 0
}

/// Which shared objects of a scene are which, before and after its files changed.
///
/// Two objects are one where they have the same name, or both none, and stand in the same place of
/// the same node. Those with a name that no place pairs are paired by it, if it is clear.
struct SharedPairs {
  /// The geometries.
  private(set) var geometries = PairTable<Geometry>()
  /// The materials.
  private(set) var materials = PairTable<Material>()

  /// Pairs what two scenes use; `pairs` are the nodes that both have, with their paths.
  init(_ old: Scene, _ new: Scene, _ pairs: [(old: Node, new: Node, path: String)]) {
    for (a, b, _) in pairs {
      if let a = a.geometry, let b = b.geometry { pair(a, b) }
    }
    var (before, after) = (SharedUses(), SharedUses())
    for (a, b, path) in pairs {
      if let geometry = a.geometry { before.add(geometry, path, []) }
      if let geometry = b.geometry { after.add(geometry, path, []) }
    }
    // Nodes that leave or come use objects as well; where they are is of no use to anybody.
    old.rootNode.enumerateChildNodes { if let g = $0.geometry { before.note(g) } }
    new.rootNode.enumerateChildNodes { if let g = $0.geometry { after.note(g) } }
    geometries.pairByName(before.geometries.objects, after.geometries.objects)
    materials.pairByName(before.materials.objects, after.materials.objects)
    geometries.places = before.geometries.places
    materials.places = before.materials.places
  }

  private mutating func pair(_ a: Geometry, _ b: Geometry) {
    if a.name == b.name { geometries.pair(a, b) }
    let (old, new) = (a.materials, b.materials)
    for i in new.indices {
      if i < old.count, old[i].name == new[i].name {
        materials.pair(old[i], new[i])
      } else if !new[i].name.isEmpty, let twin = old.first(where: { $0.name == new[i].name }) {
        materials.pair(twin, new[i])
      }
    }
    for (own, other) in zip(a.levelsOfDetail, b.levelsOfDetail) {
      if let own = own.geometry, let other = other.geometry { pair(own, other) }
    }
  }
}

/// Pairs of shared objects of one type.
struct PairTable<S: Shared & AnyObject> {
  private(set) var newOf: [ObjectIdentifier: S] = [:]
  private(set) var oldOf: [ObjectIdentifier: S] = [:]
  /// The new objects that have an old one, in the order they were met.
  private(set) var paired: [S] = []
  /// Where the nodes use the old objects.
  var places: [ObjectIdentifier: [SharedPlace]] = [:]

  /// Pairs two objects, unless one has another already.
  mutating func pair(_ old: S, _ new: S) {
    guard newOf[ObjectIdentifier(old)] == nil, oldOf[ObjectIdentifier(new)] == nil else { return }
    newOf[ObjectIdentifier(old)] = new
    oldOf[ObjectIdentifier(new)] = old
    paired.append(new)
  }

  /// Pairs those left over that alone have a name.
  mutating func pairByName(_ old: [S], _ new: [S]) {
    let names = Self.clearNames(old.filter { newOf[ObjectIdentifier($0)] == nil })
    let others = Self.clearNames(new.filter { oldOf[ObjectIdentifier($0)] == nil })
    for object in new {
      guard let own = others[object.name], own === object, let twin = names[object.name] else {
        continue
      }
      if let twin { pair(twin, object) }
    }
  }

  private static func clearNames(_ objects: [S]) -> [String: S?] {
    var names: [String: S?] = [:]
    for object in objects where !object.name.isEmpty {
      if names.updateValue(object, forKey: object.name) != nil {
        names.updateValue(nil, forKey: object.name)
      }
    }
    return names
  }

  /// Whether two objects are one.
  func isSame(_ old: S?, _ new: S?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return newOf[ObjectIdentifier(old)] === new
  }
}

/// The shared objects that nodes use, each once, and where.
private struct SharedUses {
  struct List<S: AnyObject> {
    var objects: [S] = []
    var places: [ObjectIdentifier: [SharedPlace]] = [:]

    /// Notes an object; true the first time.
    @discardableResult
    mutating func note(_ object: S) -> Bool {
      guard places[ObjectIdentifier(object)] == nil else { return false }
      places[ObjectIdentifier(object)] = []
      objects.append(object)
      return true
    }

    mutating func add(_ object: S, _ place: SharedPlace) {
      note(object)
      places[ObjectIdentifier(object), default: []].append(place)
    }
  }
  var geometries = List<Geometry>()
  var materials = List<Material>()

  mutating func add(_ geometry: Geometry, _ path: String, _ levels: [Int]) {
    geometries.add(geometry, SharedPlace(path: path, levels: levels))
    for (i, material) in geometry.materials.enumerated() {
      materials.add(material, SharedPlace(path: path, levels: levels, index: i))
    }
    for (i, level) in geometry.levelsOfDetail.enumerated() {
      if let other = level.geometry { add(other, path, levels + [i]) }
    }
  }

  mutating func note(_ geometry: Geometry) {
    guard geometries.note(geometry) else { return }
    for material in geometry.materials { materials.note(material) }
    for level in geometry.levelsOfDetail {
      if let other = level.geometry { note(other) }
    }
  }
}
