import CaromProperties
import CaromSceneGraph

/// The shared objects that a scene file must define itself, and their names.
///
/// Objects of nodes that are written as changes of another file need no definition as long as they
/// have the content that the other file defines and are shared by the same nodes.
struct SharingPlan {
  private var written: Set<ObjectIdentifier> = []
  /// The number of nodes that use each geometry.
  private var uses: [ObjectIdentifier: Int] = [:]
  private let known: Set<ObjectIdentifier>
  private var pairs: [(live: Node, base: Node)] = []
  private var liveByBase: [ObjectIdentifier: AnyObject] = [:]
  private var baseByLive: [ObjectIdentifier: AnyObject] = [:]
  private var names: [ObjectIdentifier: String] = [:]
  /// The named materials of the file, in writing order.
  private(set) var materials: [(name: String, object: Material)] = []
  /// The named geometries of the file, in writing order.
  private(set) var geometries: [(name: String, object: Geometry)] = []

  /// Plans a file.
  ///
  /// - Parameters:
  ///   - whole: Nodes that are written in full; the file defines their shared objects.
  ///   - pairs: Nodes that are written as changes, with their base nodes.
  ///   - tables: The shared objects that the scene's own file defined when it was read.
  init(whole: [Node], pairs: [(live: Node, base: Node)], tables: FileTables) {
    known = Set(
      tables.materials.map { ObjectIdentifier($0.object) }
        + tables.geometries.map { ObjectIdentifier($0.object) })
    self.pairs = pairs
    for node in whole + pairs.map(\.live) {
      if let geometry = node.geometry { uses[ObjectIdentifier(geometry), default: 0] += 1 }
    }
    for node in whole { if let geometry = node.geometry { write(geometry) } }
    while compareAll() {}
    name(whole + pairs.map(\.live), tables)
  }

  /// The name that the file gives an object, or an empty string if the object is written inline.
  func name(of object: AnyObject, _ own: String) -> String {
    let id = ObjectIdentifier(object)
    return names[id] ?? (known.contains(id) ? own : "")
  }

  /// Whether an object equals the object that a referenced file defines.
  ///
  /// Nil if both are defined by the scene's own file: they are equal if they have the same name.
  func isSame(_ object: AnyObject, _ base: AnyObject) -> Bool? {
    guard written.contains(ObjectIdentifier(object)) else { return true }
    return known.contains(ObjectIdentifier(base)) ? nil : false
  }

  // MARK: Objects to define

  private mutating func write(_ geometry: Geometry) {
    written.insert(ObjectIdentifier(geometry))
    for material in geometry.materials { written.insert(ObjectIdentifier(material)) }
    for level in geometry.levelsOfDetail {
      if let other = level.geometry { write(other) }
    }
  }

  /// Whether a geometry is written inline, as the changes of the base geometry; it then refers to
  /// the materials of the other file without naming them.
  private func isChange(_ geometry: Geometry) -> Bool {
    let id = ObjectIdentifier(geometry)
    return geometry.name.isEmpty && geometry.levelsOfDetail.isEmpty && uses[id] == 1
      && !known.contains(id)
  }

  /// Compares all pairs once; returns true if more objects must be defined and the comparison must
  /// be repeated.
  private mutating func compareAll() -> Bool {
    let before = written.count
    liveByBase = [:]
    baseByLive = [:]
    for (live, base) in pairs {
      guard let own = live.geometry else { continue }
      guard let other = base.geometry else {
        write(own)
        continue
      }
      let sameMaterials =
        own.materials.count == other.materials.count
        && zip(own.materials, other.materials).reduce(true) { isSame, pair in
          // Every pair is compared, without short-circuiting, so that sharing with other nodes is
          // detected.
          compare(pair.0, pair.1) { $0.stateHash == $1.stateHash } && isSame
        }
      let isSame = compare(own, other) { own, other in
        sameMaterials && own.name == other.name && own.primitive == other.primitive
          && own.hasSameLevels(as: other)
      }
      guard !isSame else { continue }
      if sameMaterials, isChange(own) { written.insert(ObjectIdentifier(own)) } else { write(own) }
    }
    return written.count != before
  }

  /// Records that an object corresponds to a base object and returns true; otherwise marks the
  /// object as defined by this file and returns false.
  private mutating func compare<S: AnyObject>(
    _ own: S, _ base: S, hasSameContent: (S, S) -> Bool
  ) -> Bool {
    let (id, baseID) = (ObjectIdentifier(own), ObjectIdentifier(base))
    if written.contains(id) { return false }
    let isPaired = liveByBase[baseID].map { $0 === own } ?? true
    let wasPaired = baseByLive[id].map { $0 === base } ?? true
    guard isPaired, wasPaired, !known.contains(baseID), hasSameContent(own, base) else {
      written.insert(id)
      return false
    }
    liveByBase[baseID] = own
    baseByLive[id] = base
    return true
  }

  // MARK: Names

  /// Names the objects that have a name or several uses, in the order of their first use.
  private mutating func name(_ nodes: [Node], _ tables: FileTables) {
    var (usedGeometries, usedMaterials) = (UseCounts<Geometry>(), UseCounts<Material>())
    for node in nodes {
      guard let geometry = node.geometry, written.contains(ObjectIdentifier(geometry)) else {
        continue
      }
      count(geometry, &usedGeometries, &usedMaterials)
    }
    geometries = usedGeometries.table("geometry", tables.geometries, &names) { $0.name }
    materials = usedMaterials.table("material", tables.materials, &names) { $0.name }
  }
}

extension SharingPlan {
  /// Counts a use of a geometry; the objects that it uses are counted first, as files define them
  /// first.
  private func count(
    _ geometry: Geometry, _ geometries: inout UseCounts<Geometry>,
    _ materials: inout UseCounts<Material>
  ) {
    if geometries.isNew(geometry) {
      for level in geometry.levelsOfDetail {
        if let other = level.geometry { count(other, &geometries, &materials) }
      }
      for material in geometry.materials where written.contains(ObjectIdentifier(material)) {
        _ = materials.count(material)
      }
    }
    _ = geometries.count(geometry)
  }
}

extension Geometry {
  /// Whether two geometries have levels of detail with the same content.
  func hasSameLevels(as other: Geometry) -> Bool {
    if levelsOfDetail.isEmpty { return other.levelsOfDetail.isEmpty }
    return stateHash == other.stateHash
  }
}

/// The shared objects that a file defines by name, in file order.
struct FileTables {
  var materials: [(name: String, object: Material)] = []
  var geometries: [(name: String, object: Geometry)] = []
}

/// The number of uses of objects, in the order of their first use.
private struct UseCounts<S: AnyObject> {
  var objects: [S] = []
  var counts: [ObjectIdentifier: Int] = [:]

  /// Whether an object was not counted yet.
  func isNew(_ object: S) -> Bool { counts[ObjectIdentifier(object)] == nil }

  /// Counts a use; returns true for the first.
  mutating func count(_ object: S) -> Bool {
    counts[ObjectIdentifier(object), default: 0] += 1
    guard counts[ObjectIdentifier(object)] == 1 else { return false }
    objects.append(object)
    return true
  }

  /// The table to write: the file's own entries at their positions, followed by the others.
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
      let base = own.isEmpty ? noun : own
      var name = base
      var number = 2
      // A generated name must not hide an entry of the file.
      while taken[name] != nil || (name != own && oldNames.contains(name)) {
        name = "\(base) \(number)"
        number += 1
      }
      taken[name] = object
      names[ObjectIdentifier(object)] = name
      if !oldNames.contains(name) { new.append((name, object)) }
    }
    return old.map { ($0.name, taken[$0.name] ?? $0.object) } + new
  }
}
