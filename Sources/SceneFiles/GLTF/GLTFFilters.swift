import CaromDocuments

/// Which bodies meet, as masks: the systems of glTF have names, ours are bits.
///
/// Every different set of `collisionSystems` gets a bit of its own, from the highest down, so that the
/// low ones stay free for the game. A body with a filter is of its set's bit alone; its mask leaves out
/// the bits of the sets that it does not meet. So it meets bodies outside of the model, which are of no
/// system, and the answer of glTF holds for each pair exactly:
///
///     A meets B  ⟺  A.systems ⊆ B.collideWith, and not A.systems ⊆ B.notCollideWith, and the same of B and A
///
/// where a filter without `collideWithSystems` meets all, and no system is no part of `notCollideWith`.
/// The bits belong to one file: systems of another have the same bits.
///
/// - Source: Khronos, KHR_physics_rigid_bodies, collision filtering.
struct GLTFFilters {
  /// The masks of a filter.
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
          json, "the filter has both collideWithSystems and notCollideWithSystems; one is accepted")
      }
      return Filter(
        systems: Self.names(json, "collisionSystems", reader) ?? [],
        collideWith: Self.names(json, "collideWithSystems", reader),
        notCollideWith: Self.names(json, "notCollideWithSystems", reader) ?? [])
    }
    // In the order of the file, so that the bits are the same every time.
    var sets: [Set<String>] = []
    for (i, filter) in filters.enumerated()
    where !filter.systems.isEmpty && !sets.contains(filter.systems) {
      guard sets.count < Self.most else {
        reader.fail(
          table[i],
          "there are more than \(Self.most) different sets of collision systems; no more "
            + "are accepted")
        return
      }
      sets.append(filter.systems)
    }
    masks = filters.map { filter in
      var mask = UInt32.max
      for (i, set) in sets.enumerated() where !Self.meets(set, filter) { mask &= ~Self.bit(i) }
      let own = sets.firstIndex(of: filter.systems).map(Self.bit)
      return Masks(category: own, collision: mask)
    }
  }

  /// Half of the bits stay for the game.
  private static let most = 16
  private static func bit(_ set: Int) -> UInt32 { 1 << UInt32(31 - set) }

  private static func meets(_ systems: Set<String>, _ filter: Filter) -> Bool {
    if let list = filter.collideWith, !systems.isSubset(of: list) { return false }
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
