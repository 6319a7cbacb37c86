import CaromProperties
import CaromSceneGraph

/// The location of a use of a shared object.
struct SharedObjectLocation {
  /// The path of the node.
  let path: String
  /// The indices of the levels of detail that lead to the object, outermost first.
  let levels: [Int]
  /// The index of the material; zero for a geometry.
  var index = 0
}

/// The correspondence between the shared objects of a scene before and after its files changed.
///
/// Two objects correspond if they have the same name, or are both unnamed, and are used in the same
/// location of the same node. Remaining named objects correspond by name if the name is
/// unambiguous.
struct SharedObjectMatches {
  /// The geometries.
  private(set) var geometries = SharedObjectMap<Geometry>()
  /// The materials.
  private(set) var materials = SharedObjectMap<Material>()

  /// Matches the objects of two scenes; `pairs` are the nodes that both have, with their paths.
  init(_ old: Scene, _ new: Scene, _ pairs: [(old: Node, new: Node, path: String)]) {
    for (a, b, _) in pairs {
      if let a = a.geometry, let b = b.geometry { pair(a, b) }
    }
    var (before, after) = (SharedObjectIndex(), SharedObjectIndex())
    for (a, b, path) in pairs {
      if let geometry = a.geometry { before.add(geometry, path, []) }
      if let geometry = b.geometry { after.add(geometry, path, []) }
    }
    // Objects of removed and added nodes are matched by name only, so their locations are not
    // recorded.
    old.rootNode.enumerateChildNodes { if let g = $0.geometry { before.insert(g) } }
    new.rootNode.enumerateChildNodes { if let g = $0.geometry { after.insert(g) } }
    geometries.pairByName(before.geometries.objects, after.geometries.objects)
    materials.pairByName(before.materials.objects, after.materials.objects)
    geometries.locations = before.geometries.locations
    materials.locations = before.materials.locations
  }

  private mutating func pair(_ a: Geometry, _ b: Geometry) {
    if a.name == b.name { geometries.pair(a, b) }
    let (old, new) = (a.materials, b.materials)
    for i in new.indices {
      if i < old.count, old[i].name == new[i].name {
        materials.pair(old[i], new[i])
      } else if !new[i].name.isEmpty, let match = old.first(where: { $0.name == new[i].name }) {
        materials.pair(match, new[i])
      }
    }
    for (own, other) in zip(a.levelsOfDetail, b.levelsOfDetail) {
      if let own = own.geometry, let other = other.geometry { pair(own, other) }
    }
  }
}

/// The correspondence between shared objects of one type.
struct SharedObjectMap<S: Shared & AnyObject> {
  private(set) var newByOld: [ObjectIdentifier: S] = [:]
  private(set) var oldByNew: [ObjectIdentifier: S] = [:]
  /// The new objects that correspond to an old one, in the order in which they were matched.
  private(set) var paired: [S] = []
  /// The locations in which nodes use the old objects.
  var locations: [ObjectIdentifier: [SharedObjectLocation]] = [:]

  /// Matches two objects unless one of them is already matched.
  mutating func pair(_ old: S, _ new: S) {
    guard newByOld[ObjectIdentifier(old)] == nil, oldByNew[ObjectIdentifier(new)] == nil else {
      return
    }
    newByOld[ObjectIdentifier(old)] = new
    oldByNew[ObjectIdentifier(new)] = old
    paired.append(new)
  }

  /// Matches the remaining objects whose name is unique among them.
  mutating func pairByName(_ old: [S], _ new: [S]) {
    let names = Self.unambiguousNames(old.filter { newByOld[ObjectIdentifier($0)] == nil })
    let others = Self.unambiguousNames(new.filter { oldByNew[ObjectIdentifier($0)] == nil })
    for object in new {
      guard let own = others[object.name], own === object, let match = names[object.name] else {
        continue
      }
      if let match { pair(match, object) }
    }
  }

  private static func unambiguousNames(_ objects: [S]) -> [String: S?] {
    var names: [String: S?] = [:]
    for object in objects where !object.name.isEmpty {
      if names.updateValue(object, forKey: object.name) != nil {
        names.updateValue(nil, forKey: object.name)
      }
    }
    return names
  }

  /// Whether two objects correspond, or are both nil.
  func isSame(_ old: S?, _ new: S?) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return newByOld[ObjectIdentifier(old)] === new
  }
}

/// The shared objects that nodes use, each listed once, and their locations.
private struct SharedObjectIndex {
  struct List<S: AnyObject> {
    var objects: [S] = []
    var locations: [ObjectIdentifier: [SharedObjectLocation]] = [:]

    /// Inserts an object; returns true the first time.
    @discardableResult
    mutating func insert(_ object: S) -> Bool {
      guard locations[ObjectIdentifier(object)] == nil else { return false }
      locations[ObjectIdentifier(object)] = []
      objects.append(object)
      return true
    }

    mutating func add(_ object: S, _ location: SharedObjectLocation) {
      insert(object)
      locations[ObjectIdentifier(object), default: []].append(location)
    }
  }
  var geometries = List<Geometry>()
  var materials = List<Material>()

  mutating func add(_ geometry: Geometry, _ path: String, _ levels: [Int]) {
    geometries.add(geometry, SharedObjectLocation(path: path, levels: levels))
    for (i, material) in geometry.materials.enumerated() {
      materials.add(material, SharedObjectLocation(path: path, levels: levels, index: i))
    }
    for (i, level) in geometry.levelsOfDetail.enumerated() {
      if let other = level.geometry { add(other, path, levels + [i]) }
    }
  }

  mutating func insert(_ geometry: Geometry) {
    guard geometries.insert(geometry) else { return }
    for material in geometry.materials { materials.insert(material) }
    for level in geometry.levelsOfDetail {
      if let other = level.geometry { insert(other) }
    }
  }
}
