import CaromProperties
import CaromSceneGraph

/// Which shared objects the file has to give itself, and by what names.
///
/// Those of nodes that are changes of a file need not be given as long as they have the content of
/// the file's and are shared by the same nodes.
struct SharedPlan {
  private var given: Set<ObjectIdentifier> = []
  private let known: Set<ObjectIdentifier>
  private var pairs: [(live: Node, base: Node)] = []
  private var liveOf: [ObjectIdentifier: AnyObject] = [:]
  private var baseOf: [ObjectIdentifier: AnyObject] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// The materials with a name in the file, in the order to write them.
  private(set) var materials: [(name: String, object: Material)] = []
  /// The geometries with a name in the file, in the order to write them.
  private(set) var geometries: [(name: String, object: Geometry)] = []

  /// Plans for nodes that are written whole and for pairs of nodes with those of files.
  ///
  /// - Parameters:
  ///   - whole: Nodes whose shared objects the file gives in any case.
  ///   - pairs: Nodes of the scene with those of the files they come from.
  ///   - tables: The shared objects of the scene's own file as it was read.
  init(whole: [Node], pairs: [(live: Node, base: Node)], tables: FileTables) {
    known = Set(
      tables.materials.map { ObjectIdentifier($0.object) }
        + tables.geometries.map { ObjectIdentifier($0.object) })
    self.pairs = pairs
    for node in whole { if let geometry = node.geometry { give(geometry) } }
    while compare() {}
    name(whole + pairs.map(\.live), tables)
  }

  /// The name to write for an object; empty for one that is written where it is used.
  func name(of object: AnyObject, _ own: String) -> String {
    let id = ObjectIdentifier(object)
    return names[id] ?? (known.contains(id) ? own : "")
  }

  /// Whether an object is what a file gives already; nil where the names decide.
  func isSame(_ object: AnyObject, _ base: AnyObject) -> Bool? {
    guard given.contains(ObjectIdentifier(object)) else { return true }
    return known.contains(ObjectIdentifier(base)) ? nil : false
  }

  // MARK: What has to be given

  private mutating func give(_ geometry: Geometry) {
    given.insert(ObjectIdentifier(geometry))
    for material in geometry.materials { given.insert(ObjectIdentifier(material)) }
    for level in geometry.levelsOfDetail {
      if let other = level.geometry { give(other) }
    }
  }

  /// Compares all pairs once; true if something more has to be given, so that it has to be done again.
  private mutating func compare() -> Bool {
    let before = given.count
    liveOf = [:]
    baseOf = [:]
    for (live, base) in pairs {
      guard let own = live.geometry else { continue }
      guard let other = base.geometry else {
        give(own)
        continue
      }
      let sameMaterials =
        own.materials.count == other.materials.count
        && zip(own.materials, other.materials).reduce(true) { isSame, pair in
          // Every pair is looked at, or sharing with another node would be missed.
          compare(pair.0, pair.1) { $0.stateHash == $1.stateHash } && isSame
        }
      let isSame = compare(own, other) { own, other in
        sameMaterials && own.name == other.name && own.primitive == other.primitive
          && own.hasSameLevels(as: other)
      }
      if !isSame { give(own) }
    }
    return given.count != before
  }

  /// Whether an object is the base's, and notes that it is; if not, it has to be given.
  private mutating func compare<S: AnyObject>(
    _ own: S, _ base: S, hasSameContent: (S, S) -> Bool
  ) -> Bool {
    let (id, baseID) = (ObjectIdentifier(own), ObjectIdentifier(base))
    if given.contains(id) { return false }
    let isPaired = liveOf[baseID].map { $0 === own } ?? true
    let wasPaired = baseOf[id].map { $0 === base } ?? true
    guard isPaired, wasPaired, !known.contains(baseID), hasSameContent(own, base) else {
      given.insert(id)
      return false
    }
    liveOf[baseID] = own
    baseOf[id] = base
    return true
  }

  // MARK: Names

  /// Names what has a name or is used more than once, in the order of use; then what else was there.
  private mutating func name(_ nodes: [Node], _ tables: FileTables) {
    var (usedGeometries, usedMaterials) = (Uses<Geometry>(), Uses<Material>())
    for node in nodes {
      guard let geometry = node.geometry, given.contains(ObjectIdentifier(geometry)) else {
        continue
      }
      SharedPlan.count(geometry, &usedGeometries, &usedMaterials)
    }
    geometries = usedGeometries.table("geometry", tables.geometries, &names) { $0.name }
    materials = usedMaterials.table("material", tables.materials, &names) { $0.name }
  }
}

extension SharedPlan {
  /// Counts a use of a geometry; what it uses itself comes before it, as files want it.
  fileprivate static func count(
    _ geometry: Geometry, _ geometries: inout Uses<Geometry>, _ materials: inout Uses<Material>
  ) {
    if geometries.isNew(geometry) {
      for level in geometry.levelsOfDetail {
        if let other = level.geometry { count(other, &geometries, &materials) }
      }
      for material in geometry.materials { _ = materials.count(material) }
    }
    _ = geometries.count(geometry)
  }
}

extension Geometry {
  /// Whether two geometries have levels of detail of the same content.
  func hasSameLevels(as other: Geometry) -> Bool {
    if levelsOfDetail.isEmpty { return other.levelsOfDetail.isEmpty }
    return stateHash == other.stateHash
  }
}

/// The shared objects that a file names, in its order.
struct FileTables {
  var materials: [(name: String, object: Material)] = []
  var geometries: [(name: String, object: Geometry)] = []
}

/// How often objects are used, in the order of their first use.
private struct Uses<S: AnyObject> {
  var objects: [S] = []
  var counts: [ObjectIdentifier: Int] = [:]

  /// True when it was not used yet.
  func isNew(_ object: S) -> Bool { counts[ObjectIdentifier(object)] == nil }

  /// Counts a use; true for the first.
  mutating func count(_ object: S) -> Bool {
    counts[ObjectIdentifier(object), default: 0] += 1
    guard counts[ObjectIdentifier(object)] == 1 else { return false }
    objects.append(object)
    return true
  }

  /// The table to write: the file's own entries at their places, then the others.
  func table(
    _ noun: String, _ old: [(name: String, object: S)], _ names: inout [ObjectIdentifier: String],
    nameOf: (S) -> String
  ) -> [(name: String, object: S)] {
    var taken: [String: S] = [:]
    var new: [(name: String, object: S)] = []
    let oldNames = Set(old.map(\.name))
    for object in objects {
      let own = nameOf(object)
      guard !own.isEmpty || counts[ObjectIdentifier(object), default: 0] > 1 else { continue }
      let wish = own.isEmpty ? noun : own
      var name = wish
      var number = 2
      // A name that was made up must not hide an entry of the file.
      while taken[name] != nil || (name != own && oldNames.contains(name)) {
        name = "\(wish) \(number)"
        number += 1
      }
      taken[name] = object
      names[ObjectIdentifier(object)] = name
      if !oldNames.contains(name) { new.append((name, object)) }
    }
    return old.map { ($0.name, taken[$0.name] ?? $0.object) } + new
  }
}
