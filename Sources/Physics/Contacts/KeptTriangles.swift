import CaromCollision

/// The triangle sets of those contacts of which one side is a mesh.
///
/// A cache and no state: no part of snapshots and hashes, and empty after a restore. Takes 96 bytes for
/// each contact with a mesh, and four for each contact up to the last with a surface. A height field
/// needs none, since the cells under a box are known from its corners.
struct KeptTriangles: ~Copyable {
  /// For each contact the place of its set, or -1.
  private(set) var places = Buffer<Int32>(capacity: 0)
  private(set) var sets = Buffer<TriangleSet>(capacity: 0)
  private var free = Buffer<Int32>(capacity: 0)

  /// The number of sets in use.
  var count: Int { sets.count - free.count }

  /// Notes a contact with a surface, and gives it an empty set if that is a mesh.
  mutating func add(_ contact: Int, isMesh: Bool) {
    while places.count <= contact { places.append(-1) }
    if !isMesh {
      places.base[contact] = -1
    } else if let place = free.popLast() {
      sets.base[Int(place)] = TriangleSet()
      places.base[contact] = place
    } else {
      sets.append(TriangleSet())
      places.base[contact] = Int32(truncatingIfNeeded: sets.count - 1)
    }
  }

  /// Takes back the set of a contact that ends, if it has one.
  mutating func remove(_ contact: Int) {
    guard contact < places.count, places.base[contact] >= 0 else { return }
    free.append(places.base[contact])
    places.base[contact] = -1
  }

  mutating func removeAll() {
    places.removeAll()
    sets.removeAll()
    free.removeAll()
  }
}

extension World {
  /// Prepares a contact of two colliders to keep triangles, if one of them is a surface.
  func keepTriangles(_ contact: Int) {
    let c = contacts.base[contact]
    guard c.has(ContactRecord.Flag.surface) && c.parent < 0 else { return }
    kept.add(contact, isMesh: isMesh(c.colliderA) || isMesh(c.colliderB))
  }

  private func isMesh(_ collider: Int32) -> Bool {
    if case .mesh = shapes[Int(collider)] { true } else { false }
  }

  /// Forgets all triangles that contacts keep; the future stays the same.
  package func forgetTriangles() {
    kept.removeAll()
    for contact in 0..<contacts.count where contacts.base[contact].has(ContactRecord.Flag.alive) {
      keepTriangles(contact)
    }
  }
}
