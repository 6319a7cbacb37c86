import CaromDocuments

/// The collision filters of a file as bit masks.
///
/// glTF identifies collision systems by name. Every distinct set of `collisionSystems` is assigned
/// one bit, from the highest down, so that the low bits remain available to the game. A body with a
/// filter has its set's bit as its category, and its mask excludes the bits of the sets that it
/// does not collide with. Bodies outside of the model belong to no system and collide as usual. For
/// each pair of filters A and B the masks are:
///
///     A collides with B  ⟺  A.systems ∩ B.collideWith ≠ ∅, A.systems ⊄ B.notCollideWith, and vice versa
///
/// The text of the extension requires A.systems ⊆ B.collideWith instead. However, the samples of
/// its authors work only if one common system is enough: in these samples, bodies that collide with
/// one of the ground's two systems rest on the ground. This rule also follows from the statement in
/// the text that either list can be calculated as the inverse of the other. A filter without
/// `collideWithSystems` collides with all systems, and a body without systems collides with all
/// filters. The bits are assigned per file: the systems of another file use the same bits.
///
/// - Source: Khronos, KHR_physics_rigid_bodies, collision filtering.
struct GLTFFilters {
  /// The bit masks of a filter.
  struct Masks {
    var category: UInt32?
    var collision: UInt32
  }
  private(set) var masks: [Masks] = []

  private struct Filter {
    var systems: Set<String>
    var collideWith: Set<String>?
    var notCollideWith: Set<String>
  }

  init(_ reader: GLTFReader) {
    let table = reader.table(.collisionFilters)
    let filters = table.map { json in
      guard json.isObject else { return Filter(systems: [], collideWith: nil, notCollideWith: []) }
      if json["collideWithSystems"] != nil, json["notCollideWithSystems"] != nil {
        reader.fail(
          json,
          "the filter has both collideWithSystems and notCollideWithSystems; one of them is accepted"
        )
      }
      return Filter(
        systems: Self.names(json, "collisionSystems", reader) ?? [],
        collideWith: Self.names(json, "collideWithSystems", reader),
        notCollideWith: Self.names(json, "notCollideWithSystems", reader) ?? [])
    }
    // Bits are assigned in file order, so that they are deterministic.
    var sets: [Set<String>] = []
    for (i, filter) in filters.enumerated()
    where !filter.systems.isEmpty && !sets.contains(filter.systems) {
      guard sets.count < Self.maxSetCount else {
        reader.fail(
          table[i],
          "there are more than \(Self.maxSetCount) different sets of collision systems; no more "
            + "are accepted")
        return
      }
      sets.append(filter.systems)
    }
    masks = filters.map { filter in
      var mask = UInt32.max
      for (i, set) in sets.enumerated() where !Self.collides(set, filter) { mask &= ~Self.bit(i) }
      let own = sets.firstIndex(of: filter.systems).map(Self.bit)
      return Masks(category: own, collision: mask)
    }
  }

  /// Half of the bits remain available to the game.
  private static let maxSetCount = 16
  private static func bit(_ set: Int) -> UInt32 { 1 << UInt32(31 - set) }

  private static func collides(_ systems: Set<String>, _ filter: Filter) -> Bool {
    if let list = filter.collideWith, systems.isDisjoint(with: list) { return false }
    return !systems.isSubset(of: filter.notCollideWith)
  }

  private static func names(_ json: JSON, _ key: String, _ reader: GLTFReader) -> Set<String>? {
    guard let value = json[key] else { return nil }
    guard let elements = value.elements else {
      reader.fail(value, wants: "an array of names")
      return nil
    }
    var names: Set<String> = []
    for element in elements {
      if let name = element.string {
        names.insert(name)
      } else {
        reader.fail(element, wants: "a name")
      }
    }
    return names
  }
}
